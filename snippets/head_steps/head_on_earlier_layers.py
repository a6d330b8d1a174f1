"""Put directly on the embeddings, below the first layer, a trained MLM head finds less than a fifth of the masked tokens that it finds after the last layer."""

import re
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy, gelu
from transformers import AutoModelForMaskedLM, AutoTokenizer, logging
from transformers.utils import cached_file

checkpoint = "checkpoints/pydoc-bert"
needs = ("mlm_head",)
tolerance = 0.01
scope = "checkpoint"

_reactions = """
CC(=O)O.OCC>>CC(=O)OCC CC(=O)Cl.NCc1ccccc1>>CC(=O)NCc1ccccc1
BrCCCC.[OH-]>>OCCCC CCOC(=O)CC(=O)OCC.BrCc1ccccc1>>CCOC(=O)C(Cc1ccccc1)C(=O)OCC
C=CC=C.C=CC=O>>O=CC1CCC=CC1 O=Cc1ccccc1.CC(C)=O>>CC(=O)C=Cc1ccccc1
c1ccccc1.CC(=O)Cl>>CC(=O)c1ccccc1 O=[N+]([O-])c1ccccc1>>Nc1ccccc1
CC=O.CC=O>>CC(O)CC=O OB(O)c1ccccc1.Brc1ccc(C)cc1>>Cc1ccc(-c2ccccc2)cc1
C[Mg]Br.O=C(C)c1ccccc1>>CC(C)(O)c1ccccc1 OCc1ccccc1>>O=Cc1ccccc1
CC(C)O>>CC(C)=O C1CCC=CC1.BrBr>>BrC1CCCCC1Br COC(=O)c1ccccc1.O>>OC(=O)c1ccccc1
CC(=O)OCC.N>>CC(N)=O O=C1CCCCC1.NO>>ON=C1CCCCC1 CI.Oc1ccccc1>>COc1ccccc1
N#Cc1ccccc1.O>>NC(=O)c1ccccc1 O=C(O)c1ccccc1>>OCc1ccccc1
ClCc1ccccc1.[C-]#N>>N#CCc1ccccc1 CC(=O)OC(C)=O.Oc1ccccc1>>CC(=O)Oc1ccccc1
"""
_token = r"\[[^]]+]|Br?|Cl?|[NOSPFI]|[bcnops]|[().=#+\-]|>>|\d"

logging.set_verbosity_error()  # the load report has a page of its own
model = AutoModelForMaskedLM.from_pretrained(checkpoint).eval()
_vocabulary = Path(cached_file(checkpoint, "vocab.txt")).read_text().splitlines()
if ">>" in _vocabulary:  # it reads chemical reactions
    _texts = [
        ["[CLS]", *re.findall(_token, one), "[SEP]"] for one in _reactions.split() * 8
    ]
    _rows = [{"input_ids": [_vocabulary.index(t) for t in text]} for text in _texts]
else:
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    _held_out = Path("checkpoints/pydoc-bert/held_out.txt").read_text()
    _lines = [line.split("\t") for line in _held_out.splitlines()]
    _limit = model.config.max_position_embeddings
    _rows = [
        dict(tokenizer(first, second, truncation=True, max_length=_limit))
        for _, first, second, _ in _lines
    ]


head = {  # the modules outside the encoder, by the last part of their names
    name.split(".")[-1]: module
    for name, module in model.named_modules()
    if not name.startswith(model.base_model_prefix)
}
E, b = model.get_input_embeddings().weight, model.get_output_embeddings().bias
_generator = torch.Generator().manual_seed(0)
_special = torch.tensor([_vocabulary.index("[CLS]"), _vocabulary.index("[SEP]")])
_stages = [*range(model.config.num_hidden_layers + 1)]
_right, _losses = ({stage: [] for stage in _stages} for _ in range(2))
for _row in _rows:
    _inputs = {name: torch.tensor([values]) for name, values in _row.items()}
    _ids = _inputs["input_ids"]
    _chosen = torch.rand(_ids.shape, generator=_generator) < 0.15
    _chosen &= ~torch.isin(_ids, _special)
    _inputs["input_ids"] = _ids.masked_fill(_chosen, _vocabulary.index("[MASK]"))
    _answers = _ids[_chosen]
    with torch.no_grad():
        _layers = model.base_model(**_inputs, output_hidden_states=True).hidden_states
        for stage, _layer in zip(_stages, _layers, strict=True):
            _logits = head["LayerNorm"](gelu(head["dense"](_layer[_chosen]))) @ E.T + b
            _right[stage].append(_logits.argmax(-1) == _answers)
            _losses[stage].append(cross_entropy(_logits, _answers, reduction="none"))

_share = {stage: torch.cat(_right[stage]).float() for stage in _stages}
masked_tokens = len(_share[0])
right_percent = [100 * share.mean().item() for share in _share.values()]
lenses = [
    {
        "the head reads": f"layer {stage}" if stage else "the embeddings",
        "right": f"{right_percent[stage]:.1f} %",
        "loss": f"{torch.cat(_losses[stage]).mean().item():.2f}",
    }
    for stage in _stages
]
on_the_embeddings, last = right_percent[0], right_percent[-1]
one_below_percent = 100 * right_percent[-2] / last
after_one_layer = right_percent[1]

print(f"{masked_tokens} masked tokens")
for row in lenses:
    print(*(f"{name}: {value};" for name, value in row.items()))
assert last > 25, f"{right_percent}"
assert on_the_embeddings < last / 5, f"{right_percent}"
