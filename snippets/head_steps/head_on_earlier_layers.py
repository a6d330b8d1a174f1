"""On the embeddings, the MLM heads of pydoc-bert and RXNMapper's ALBERT are right less than a fifth as often as at the end. After the second of pydoc-bert's three layers, and after the first of the ALBERT's, they are right more than half as often."""

import re
from pathlib import Path

import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer, logging
from transformers.utils import cached_file

checkpoint = "checkpoints/pydoc-bert"
needs = ("mlm_head",)
tolerance = 0.01
scope = "checkpoint"
decides = "the embeddings;"

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
_mask = _vocabulary.index("[MASK]")  # all special tokens come before it
if ">>" in _vocabulary:  # it reads chemical reactions
    _texts = [re.findall(_token, f"[CLS]{one}[SEP]") for one in _reactions.split()]
    _rows = [{"input_ids": [_vocabulary.index(t) for t in text]} for text in _texts]
    _rows *= 8  # eight draws of masks
else:  # every eighth pair of a text that pydoc-bert has not seen
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    _held_out = Path("checkpoints/pydoc-bert/held_out.txt").read_text()
    _pairs = [line.split("\t")[1:3] for line in _held_out.splitlines()[::8]]
    _rows = [dict(tokenizer(*pair, truncation=True, max_length=128)) for pair in _pairs]

_head = next(  # what is not the encoder: `cls` of BERT, `predictions` of ALBERT
    part for name, part in model.named_children() if name != model.base_model_prefix
)
_generator = torch.Generator().manual_seed(0)
_right = {stage: [] for stage in range(model.config.num_hidden_layers + 1)}
for _row in _rows:
    _inputs = {name: torch.tensor([values]) for name, values in _row.items()}
    _ids = _inputs["input_ids"]
    _chosen = (torch.rand(_ids.shape, generator=_generator) < 0.15) & (_ids > _mask)
    _inputs["input_ids"] = _ids.masked_fill(_chosen, _mask)
    with torch.no_grad():
        _layers = model(**_inputs, output_hidden_states=True).hidden_states
        for stage, _layer in enumerate(_layers):
            _right[stage].append(_head(_layer[_chosen]).argmax(-1) == _ids[_chosen])

right = [torch.cat(answers).float().mean().item() for answers in _right.values()]
masked_tokens = len(torch.cat(_right[0]))
lenses = [
    {
        "the head reads": f"layer {stage}" if stage else "the embeddings",
        "right": f"{share:.1%}",
    }
    for stage, share in enumerate(right)
]
of_the_last = {f"layer_{at}": share / right[-1] for at, share in enumerate(right)}

print(f"{masked_tokens} masked tokens")
for row in lenses:
    print(*(f"{name}: {value};" for name, value in row.items()))
assert 0.01 < right[0] < right[-1] / 5, f"{right}"
_inner = right[1] if ">>" in _vocabulary else right[2]
assert right[-1] / 2 < _inner < 0.9 * right[-1], f"{right}"
