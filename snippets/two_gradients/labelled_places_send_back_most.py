"""In pydoc-bert a lookup at a `[MASK]` gets back over three times the usual gradient, and one at a random replacement still more. A word that is to be predicted but was left in its place gets less than at a `[MASK]`. So it is in each of four batches."""

from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"
scope = "checkpoint"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
_mask = tokenizer.mask_token_id
_lines = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8").splitlines()
_pairs = [tuple(line.split("\t")[1:3]) for line in _lines]
places = []
for batch in range(4):
    torch.manual_seed(batch)
    _encoded = tokenizer(
        _pairs[batch::8], truncation=True, max_length=96, return_tensors="pt"
    )
    _ids = _encoded.pop("input_ids")
    _chosen = (torch.rand(_ids.shape) < 0.15) & (_ids > _mask)
    _draw = torch.rand(_ids.shape)
    _shown = torch.where(_chosen & (_draw < 0.8), _mask, _ids)
    _random = torch.randint(len(tokenizer), _ids.shape)
    _shown = torch.where(_chosen & (_draw > 0.9), _random, _shown)

    _vectors = model.get_input_embeddings()(_shown)
    _vectors.retain_grad()
    _logits = model(inputs_embeds=_vectors, **_encoded)[0][_chosen]
    cross_entropy(_logits, _ids[_chosen]).backward()  # elsewhere there is no loss
    _sent_back = _vectors.grad.norm(dim=-1)
    _medians = {
        "a word, no label": _sent_back[~_chosen].median(),
        "[MASK]": _sent_back[_shown == _mask].median(),
        "a random token": _sent_back[(_shown != _ids) & (_shown != _mask)].median(),
        "the label itself": _sent_back[_chosen & (_shown == _ids)].median(),
    }
    _usual = _medians.pop("a word, no label")
    places.append(
        {"batch": batch, **{k: (m / _usual).item() for k, m in _medians.items()}}
    )

print("median gradient of one lookup, in units of the usual one")
for row in places:
    print(*(f"{key}: {value:.3g}" for key, value in row.items()), sep=", ")
for row in places:
    assert row["[MASK]"] > 3, places
    assert row["a random token"] > 1.2 * row["[MASK]"], places
    assert row["the label itself"] < 0.7 * row["[MASK]"], places
