"""An untied BERT stops `DistributedDataParallel` at the second step, because `predictions.bias` gets no gradient. With that bias frozen it trains."""

import tempfile

import torch
from torch import distributed
from torch.nn.parallel import DistributedDataParallel
from transformers import BertConfig, BertForMaskedLM

scope = "library"

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


def steps_done(model):
    """Train for two steps, or until an error."""
    parallel = DistributedDataParallel(model)
    for step in range(2):
        try:
            parallel(token_ids)[0].logsumexp(dim=-1).sum().backward()
        except RuntimeError as error:
            assert "not used in producing loss" in str(error), str(error)
            return step
    return 2


steps = {}
with tempfile.TemporaryDirectory() as _folder:
    distributed.init_process_group(
        "gloo", init_method=f"file://{_folder}/meeting", rank=0, world_size=1
    )
    for _what in ("tied", "untied", "untied, that bias frozen"):
        model = BertForMaskedLM(config)
        head = model.cls.predictions
        if _what != "tied":
            head.decoder.weight = torch.nn.Parameter(
                head.decoder.weight.detach().clone()
            )
            head.decoder.bias = torch.nn.Parameter(head.decoder.bias.detach().clone())
        if _what == "untied, that bias frozen":
            head.bias.requires_grad_(False)
        steps[_what] = steps_done(model)

print("steps done:", steps)
assert steps["tied"] == 2, f"the tied model does {steps['tied']} steps"
assert steps["untied"] == 1, f"the untied model does {steps['untied']} steps"
assert steps["untied, that bias frozen"] == 2, f"{steps}"
