"""What the transform of a trained MLM head gives points towards the answer's row of the embedding: their mean cosine is above 0.15, and that with another answer's row below 0.05."""

import re
from pathlib import Path

import torch
from torch.nn.functional import cosine_similarity, gelu
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


_generator = torch.Generator().manual_seed(0)
_special = torch.tensor([_vocabulary.index("[CLS]"), _vocabulary.index("[SEP]")])
_vectors, _answers = [], []
for _row in _rows:
    _inputs = {name: torch.tensor([values]) for name, values in _row.items()}
    _ids = _inputs["input_ids"]
    _chosen = torch.rand(_ids.shape, generator=_generator) < 0.15
    _chosen &= ~torch.isin(_ids, _special)
    _inputs["input_ids"] = _ids.masked_fill(_chosen, _vocabulary.index("[MASK]"))
    with torch.no_grad():
        _vectors.append(model.base_model(**_inputs).last_hidden_state[_chosen])
    _answers.append(_ids[_chosen])

_h, _y = torch.cat(_vectors), torch.cat(_answers)
_other = _y[torch.randperm(len(_y), generator=_generator)]  # another mask's answer
_differ = _other != _y
head = {  # the modules outside the encoder, by the last part of their names
    name.split(".")[-1]: module
    for name, module in model.named_modules()
    if not name.startswith(model.base_model_prefix)
}
with torch.no_grad():
    _a = head["dense"](_h)
    _steps = {
        "the encoder's vector": _h,
        "dense": _a,
        "GELU": gelu(_a),
        "LayerNorm": head["LayerNorm"](gelu(_a)),
    }
E = model.get_input_embeddings().weight.detach()
cosines, _towards, _elsewhere = [], {}, {}
for step, vectors in _steps.items():
    if vectors.shape[1] != E.shape[1]:
        continue  # an encoder of another width than the embedding: no cosine
    _towards[step] = cosine_similarity(vectors, E[_y]).mean().item()
    _elsewhere[step] = cosine_similarity(vectors, E[_other])[_differ].mean().item()
    _common = (vectors.mean(0).norm() / vectors.norm(dim=1).mean()).item()
    cosines.append(
        {
            "after": step,
            "mean cosine with the answer's row": round(_towards[step], 3),
            "with another answer's row": round(_elsewhere[step], 3),
            "what all vectors share": round(_common, 2),
        }
    )
masked_tokens = len(_y)

print(f"{masked_tokens} masked tokens")
for row in cosines:
    print(*row.values())
assert _towards["LayerNorm"] > 0.15, f"{_towards}"
assert _elsewhere["LayerNorm"] < 0.05, f"{_elsewhere}"
