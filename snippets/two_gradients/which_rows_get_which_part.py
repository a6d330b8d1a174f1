"""The lookup's part reaches exactly the rows that were looked up, the softmax's part every row of the matrix. Seen in pydoc-bert in float64: in a batch of 65 pairs of texts five rows in six get the second alone, and theirs is small."""

from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForMaskedLM, logging

scope = "checkpoint"
decides = "rows were looked up:"

pydoc_bert = "pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).double().eval()
_matrix = model.bert.embeddings.word_embeddings.weight

_lines = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8").splitlines()
_pairs = [tuple(line.split("\t")[1:3]) for line in _lines[::8]]
_batch = tokenizer(_pairs, truncation=True, max_length=96, return_tensors="pt")
_ids, _types = _batch["input_ids"], _batch["token_type_ids"]
torch.manual_seed(0)
_chosen = (torch.rand(_ids.shape) < 0.15) & (_ids > tokenizer.mask_token_id)
_draw = torch.rand(_ids.shape)
_shown = torch.where(_chosen & (_draw < 0.8), tokenizer.mask_token_id, _ids)
_random = torch.randint(len(tokenizer), _ids.shape)
_shown = torch.where(_chosen & (_draw > 0.9), _random, _shown)
_labels = _ids[_chosen]

# The two parts apart: a copy for the lookup, the matrix itself for the softmax.
_copy = _matrix.detach().requires_grad_()
_hidden = model.bert(inputs_embeds=_copy[_shown], token_type_ids=_types)[0]
_logits = model.cls.predictions(_hidden[_chosen])  # elsewhere there is no loss
cross_entropy(_logits, _labels).backward()
_lookup, _softmax = _copy.grad.norm(dim=1), _matrix.grad.norm(dim=1)

vocabulary = len(_matrix)
_looked_up = _shown.flatten().bincount(minlength=vocabulary) > 0
_is_label = _labels.bincount(minlength=vocabulary) > 0
_kinds = {
    "looked up, and a label": _looked_up & _is_label,
    "looked up, never a label": _looked_up & ~_is_label,
    "a label, never looked up": ~_looked_up & _is_label,
    "neither": ~_looked_up & ~_is_label,
}
rows = [
    {
        "row": kind,
        "rows": which.sum().item(),
        "by lookup, median": _lookup[which].median().item(),
        "by softmax, median": _softmax[which].median().item(),
    }
    for kind, which in _kinds.items()
]
looked_up = _looked_up.sum().item()
by_softmax_alone = vocabulary - looked_up
_some = ["[MASK]", "[SEP]", "[CLS]", ".", "the", "tensor", "[unused5]", "[PAD]"]
_some_ids = tokenizer.convert_tokens_to_ids(_some)
tokens = [
    {
        "token": token,
        "looked up": (_shown == token_id).sum().item(),
        "a label": (_labels == token_id).sum().item(),
        "by lookup": _lookup[token_id].item(),
        "by softmax": _softmax[token_id].item(),
    }
    for token, token_id in zip(_some, _some_ids, strict=True)
]

print(f"{looked_up} of {vocabulary} rows were looked up: these get both parts")
for row in rows:
    print(f"{row['row']:25}{row['rows']:5} rows;", end=" ")
    print(f"median by lookup {row['by lookup, median']:.6f},", end=" ")
    print(f"by softmax {row['by softmax, median']:.6f}")
assert torch.equal(_lookup > 0, _looked_up), "a row without a lookup got its part"
assert (_softmax > 0).all(), "a row got nothing from the softmax"
assert 5 / 6 < by_softmax_alone / vocabulary < 6 / 7, by_softmax_alone
assert rows[3]["by softmax, median"] < rows[0]["by softmax, median"] / 100, rows
