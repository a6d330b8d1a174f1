"""A lookup gets back several times the usual gradient where a word is hidden: at a `[MASK]`, and more still at a random token; a word that is to be predicted but was left in its place gets less than at a `[MASK]`, and still more than usual."""

from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"

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

_vectors = model.bert.embeddings.word_embeddings(_shown)
_vectors.retain_grad()
_hidden = model.bert(inputs_embeds=_vectors, token_type_ids=_types)[0]
_logits = model.cls.predictions(_hidden[_chosen])  # elsewhere there is no loss
cross_entropy(_logits, _labels).backward()
_sent_back = _vectors.grad.norm(dim=-1)

_kinds = {
    "[MASK]": _shown == tokenizer.mask_token_id,
    "a random token": _chosen & (_shown != _ids) & (_shown != tokenizer.mask_token_id),
    "the word itself": _chosen & (_shown == _ids),
    "no label there": ~_chosen,
}
places = [
    {
        "what stands there": kind,
        "places": which.sum().item(),
        "gradient of one lookup, median": _sent_back[which].median().item(),
        "share of all, squared": (
            _sent_back[which].square().sum() / _sent_back.square().sum()
        ).item(),
    }
    for kind, which in _kinds.items()
]
_medians = [row["gradient of one lookup, median"] for row in places]
times_the_usual = {
    "mask": _medians[0] / _medians[3],
    "random": _medians[1] / _medians[3],
    "itself": _medians[2] / _medians[3],
}

for row in places:
    print(
        f"{row['what stands there']:16}{row['places']:5} places; one lookup,", end=" "
    )
    print(f"median: {row['gradient of one lookup, median']:.6f}")
for kind, times in times_the_usual.items():
    print(f"{kind}: {times:.1f} times the usual")
assert sum(row["places"] for row in places) == _ids.numel()
assert times_the_usual["mask"] > 2.5, times_the_usual
assert times_the_usual["random"] > 1.2 * times_the_usual["mask"], times_the_usual
assert 1.1 < times_the_usual["itself"] < 0.9 * times_the_usual["mask"], times_the_usual
