"""With ReLU in place of GELU the MLM heads of pydoc-bert and of RXNMapper's ALBERT keep more than 95 of 100 right answers. Without GELU or LayerNorm pydoc-bert keeps fewer than 80 and the ALBERT more than 95; without the bias pydoc-bert keeps more than 95 and the ALBERT fewer than 60, and it then answers with tokens that occur in none of the texts."""

import re
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy, gelu, relu
from transformers import AutoModelForMaskedLM, AutoTokenizer, logging
from transformers.utils import cached_file

checkpoint = "pydoc-bert"
needs = ("mlm_head",)
tolerance = 0.01
scope = "checkpoint"
decides = "ReLU in place of GELU"

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
else:  # every eighth pair of a text that pydoc-bert has not seen
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    _held_out = Path("checkpoints/pydoc-bert/held_out.txt").read_text()
    _pairs = [line.split("\t")[1:3] for line in _held_out.splitlines()[::8]]
    _rows = [dict(tokenizer(*pair, truncation=True, max_length=128)) for pair in _pairs]
texts, _draws = len(_rows), 8 if ">>" in _vocabulary else 2  # draws of masks

head = {  # the modules outside the encoder, by the last part of their names
    name.split(".")[-1]: module
    for name, module in model.named_modules()
    if not name.startswith(model.base_model_prefix)
}
dense, norm, decoder = head["dense"], head["LayerNorm"], model.get_output_embeddings()
E, b, _shift = decoder.weight, decoder.bias, norm.bias
vocabulary, widths = len(E), {"encoder": dense.in_features, "row": E.shape[1]}
_heads = {
    "nothing left out": lambda h: norm(gelu(dense(h))) @ E.T + b,
    "bias left out": lambda h: norm(gelu(dense(h))) @ E.T,
    "bias and LayerNorm's shift left out": lambda h: (
        (norm(gelu(dense(h))) - _shift) @ E.T
    ),
    "GELU left out": lambda h: norm(dense(h)) @ E.T + b,
    "LayerNorm left out": lambda h: gelu(dense(h)) @ E.T + b,
    "ReLU in place of GELU": lambda h: norm(relu(dense(h))) @ E.T + b,
}
if widths["encoder"] == widths["row"]:  # or it cannot be left out
    _heads["dense left out"] = lambda h: norm(gelu(h)) @ E.T + b
    _heads["transform left out"] = lambda h: h @ E.T + b

_generator = torch.Generator(model.device).manual_seed(0)
_sums = {part: [] for part in _heads}  # of each text: right, still right, loss
_answers, _lost = [], []  # lost: answered without the bias in place of what was right
_seen = {token for _row in _rows for token in _row["input_ids"]}
for _row in _rows * _draws:
    _inputs = {name: torch.tensor([values]) for name, values in _row.items()}
    _ids = _inputs["input_ids"]
    _chosen = (torch.rand(_ids.shape, generator=_generator) < 0.15) & (_ids > _mask)
    _inputs["input_ids"] = _ids.masked_fill(_chosen, _mask)
    _answer = _ids[_chosen]
    _answers.append(_answer)
    with torch.no_grad():
        _vectors = model.base_model(**_inputs).last_hidden_state[_chosen]
        _before = model(**_inputs).logits[_chosen].argmax(-1) == _answer
        for part, one_head in _heads.items():
            _logits = one_head(_vectors)
            _right = _logits.argmax(-1) == _answer
            if part == "bias left out":
                _lost += _logits.argmax(-1)[_before & ~_right].tolist()
            _still, _loss = (
                _right & _before,
                cross_entropy(_logits, _answer, reduction="sum"),
            )
            _sums[part].append([_right.sum(), _still.sum(), _loss])

_sums = {part: torch.tensor(sums).double() for part, sums in _sums.items()}
_masked = torch.tensor([len(answer) for answer in _answers])
masked_tokens = _masked.sum().item()
_whole = _sums["nothing left out"].sum(0)


def error(sums, among):
    """One standard error of a share; what is masked in one text goes together."""
    rest = sums - among * sums.sum() / among.sum()
    return 100 * rest.view(_draws, texts).sum(0).norm().item() / among.sum().item()


percents, kept_percent, errors, kept_errors, losses = {}, {}, {}, {}, {}
ablations = []
for part, sums in _sums.items():
    right, still, loss = sums.sum(0).tolist()
    _name = re.sub(r"\W+", "_", part)
    kept_percent[_name] = 100 * still / _whole[0].item()
    percents[_name] = 100 * right / masked_tokens
    errors[_name] = error(sums[:, 0], _masked)
    kept_errors[_name] = error(sums[:, 1], _sums["nothing left out"][:, 0])
    losses[_name] = loss / masked_tokens
    ablations.append(
        {
            "head": part,
            "right": f"{percents[_name]:.1f} ± {errors[_name]:.1f} %",
            "still right": f"{kept_percent[_name]:.1f} ± {kept_errors[_name]:.1f} %",
            "loss": f"{losses[_name]:.2f}",
        }
    )
_all = torch.cat(_answers)
commonest_percent = 100 * (_all == _all.mode()[0]).float().mean().item()
right_percent = percents["nothing_left_out"]
_if_independent = (right_percent * (100 - right_percent) / masked_tokens) ** 0.5
_same_width = widths["encoder"] == widths["row"]
fewer_than = {  # percent of the right answers that are kept, at most
    True: {
        "dense_left_out": 30,
        "transform_left_out": 30,
        "GELU_left_out": 80,
        "LayerNorm_left_out": 80,
    },
    False: {"bias_left_out": 60},
}[_same_width]
_spared = {
    "ReLU_in_place_of_GELU",
    "bias_left_out",
    "GELU_left_out",
    "LayerNorm_left_out",
}
_spared -= set(fewer_than)
seen_tokens = len(_seen - set(range(_mask + 1)))
_unseen = [token not in _seen for token in _lost]
lost_to_unseen_percent = 100 * sum(_unseen) / len(_unseen)

print(f"{masked_tokens} masked tokens of {texts} texts, ± one standard error")
for row in ablations:
    print(f"{row['head']:35} right {row['right']:13}", end=" ")
    print(f"kept {row['still right']:13} loss {row['loss']}")
print("without the bias, lost to tokens of none of the texts:", end=" ")
print(f"{lost_to_unseen_percent:.1f} % ({seen_tokens} tokens of {vocabulary} occur)")
print(f"the commonest token, always: right {commonest_percent:.1f} %")
assert kept_percent["nothing_left_out"] == 100, "by hand it is another head"
assert 2.5 * commonest_percent < right_percent < 100, f"{right_percent}"
assert 1.3 < errors["nothing_left_out"] / _if_independent < 4, f"{errors}"
assert losses["bias_and_LayerNorm_s_shift_left_out"] < losses["bias_left_out"], (
    f"{losses}"
)
assert all(5 < kept_percent[part] < most for part, most in fewer_than.items()), (
    f"{kept_percent}"
)
assert all(95 < kept_percent[part] < 100 for part in _spared), f"{kept_percent}"
_rest_on_unseen = {True: (0, 50), False: (95, 100)}[_same_width]
assert _rest_on_unseen[0] <= lost_to_unseen_percent <= _rest_on_unseen[1]
