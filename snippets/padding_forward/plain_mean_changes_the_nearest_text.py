"""A search by all-MiniLM in one padded batch: averaged over the pads too, more than half of 40 queries get another nearest text, mostly a shorter one; averaged with the mask, none does."""

from pathlib import Path

import torch
from torch.nn.functional import normalize
from transformers import AutoTokenizer, BertModel, logging

scope = "checkpoint"
decides = "the plain mean:"

minilm = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm).eval()
# Paragraphs of docstrings: the first of each is a text, of 5 to 44 words, and five
# words of the second a query.
_held_out = Path("checkpoints/pydoc-bert/held_out.txt").read_text(encoding="utf-8")
_paragraphs = [line.split("\t")[1:] for line in _held_out.splitlines()[::13]]
_texts = [
    " ".join(first.split()[: 5 + i * 7 % 40])
    for i, (first, *_) in enumerate(_paragraphs)
]
_queries = [" ".join(second.split()[:5]) for _, second, *_ in _paragraphs]
queries, texts = len(_queries), len(_texts)

_batch = tokenizer(_queries + _texts, padding=True, return_tensors="pt")
_mask = _batch["attention_mask"][:, :, None]
_lengths = _mask[queries:, :, 0].sum(dim=1)
padded_to = _mask.shape[1]
with torch.no_grad():
    _vectors = model(**_batch).last_hidden_state  # the model gets the mask both times
    _alone = [
        model(**tokenizer(text, return_tensors="pt")).last_hidden_state.mean(dim=1)
        for text in _queries + _texts
    ]


def nearest(means):
    """Each query's nearest text, and how much nearer it is than the next, at least."""
    embeddings = normalize(means, dim=1)
    two = (embeddings[:queries] @ embeddings[queries:].T).topk(2, dim=1)
    return two.indices[:, 0], (two.values[:, 0] - two.values[:, 1]).min().item()


_own, _own_gap = nearest(torch.cat(_alone))
_masked, _ = nearest((_vectors * _mask).sum(dim=1) / _mask.sum(dim=1))
_plain, _plain_gap = nearest(_vectors.mean(dim=1))
changed_by_the_masked_mean = (_masked != _own).sum().item()
changed_by_the_plain_mean = (_plain != _own).sum().item()
to_a_shorter_text = (_lengths[_plain] < _lengths[_own]).sum().item()

print(f"{queries} queries, {texts} texts, padded to {padded_to} in one batch")
print(f"the masked mean: {changed_by_the_masked_mean} queries get another nearest text")
print(f"the plain mean: {changed_by_the_plain_mean} do,", end=" ")
print(f"{to_a_shorter_text} of them a shorter one")
assert min(_own_gap, _plain_gap) > 1e-4, "a tie: the counts would be noise"
assert changed_by_the_masked_mean == 0, changed_by_the_masked_mean
assert changed_by_the_plain_mean > queries / 2, changed_by_the_plain_mean
assert to_a_shorter_text > 2 / 3 * changed_by_the_plain_mean, to_a_shorter_text
