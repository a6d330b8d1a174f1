"""With an untied BERT, `DistributedDataParallel` fails at the second step, because `predictions.bias` gets no gradient. With that bias frozen it trains."""

import re
import tempfile

import torch
from torch import distributed
from torch.nn.parallel import DistributedDataParallel
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "stopped by cls"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
token_ids = torch.tensor([[2, 5, 7, 3]])


def train(model):
    """Give the steps done, of two, and the parameter that stops it."""
    names = [name for name, p in model.named_parameters() if p.requires_grad]
    parallel = DistributedDataParallel(model)
    for step in range(2):
        try:
            parallel(token_ids)[0].square().sum().backward()
        except RuntimeError as error:
            [place] = re.findall(
                r"did not receive grad for rank 0: (\d+)$", str(error), re.M
            )
            return {"steps": step, "stopped by": names[int(place)]}
    return {"steps": 2, "stopped by": "nothing"}


outcomes = {}
with tempfile.TemporaryDirectory() as _folder:
    distributed.init_process_group(
        "gloo", init_method=f"file://{_folder}/meeting", rank=0, world_size=1
    )
    for _what in ("tied", "untied", "untied, that bias frozen"):
        config.tie_word_embeddings = _what == "tied"
        model = BertForMaskedLM(config)
        if _what == "untied, that bias frozen":
            model.cls.predictions.bias.requires_grad_(False)
        outcomes[_what] = train(model)

for _what, _row in outcomes.items():
    print(f"{_what}: {_row['steps']} steps, stopped by {_row['stopped by']}")
assert outcomes["tied"]["steps"] == 2, f"{outcomes['tied']}"
assert outcomes["untied"] == {"steps": 1, "stopped by": "cls.predictions.bias"}
assert outcomes["untied, that bias frozen"]["steps"] == 2, f"{outcomes}"
