"""A mean that counts the pads changes what a search finds: more than half of 40 queries get another nearest text. This holds for all-MiniLM in one padded batch, and each time that text is a shorter one. With a mean over the real tokens no query gets another."""

from pathlib import Path

import torch
from torch.nn.functional import cosine_similarity
from transformers import AutoTokenizer, BertModel, logging

scope = "checkpoint"
decides = "the plain mean:"

minilm = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm).eval()
_held_out = Path("checkpoints/pydoc-bert/held_out.txt").read_text(encoding="utf-8")
_lengths = [5, 10, 20, 40] * 10  # words
_queries, _texts = [], []
for _line, _words in zip(_held_out.splitlines()[10::13], _lengths, strict=True):
    _, _first, _second, *_ = _line.split("\t")  # paragraphs of a docstring
    _texts.append(" ".join(_first.split()[:_words]))
    _queries.append(" ".join(_second.split()[:5]))
queries = len(_queries)

_batch = tokenizer(_queries + _texts, padding=True, return_tensors="pt")
_mask = _batch["attention_mask"][:, :, None]
padded_to = _mask.shape[1]
with torch.no_grad():
    _vectors = model(**_batch)[0]  # with the mask: only the means differ
    _alone = [
        model(**tokenizer(text, return_tensors="pt"))[0].sum(dim=1)
        for text in _queries + _texts
    ]


def nearest(sums):  # or means: a cosine is the same
    """Each query's nearest text, and by how much it is nearer than the next."""
    cosines = cosine_similarity(sums[:queries, None], sums[None, queries:], dim=2)
    return cosines.argmax(dim=1), cosines.topk(2).values.diff().abs().min().item()


_right, _gap = nearest(torch.cat(_alone))
_masked, _ = nearest((_vectors * _mask).sum(dim=1))
_plain, _plain_gap = nearest(_vectors.sum(dim=1))
changed_by_the_masked_mean = (_masked != _right).sum().item()
changed_by_the_plain_mean = (_plain != _right).sum().item()
_tokens = _mask[queries:, :, 0].sum(dim=1)
to_a_shorter_text = (_tokens[_plain] < _tokens[_right]).sum().item()

print(f"{queries} queries and as many texts, padded to {padded_to}; against each alone")
print(f"the masked mean: {changed_by_the_masked_mean} get another nearest text")
print(f"the plain mean: {changed_by_the_plain_mean} get another nearest text", end=", ")
print(f"{to_a_shorter_text} of them a shorter one")
assert queries == 40
assert min(_gap, _plain_gap) > 1e-4, "a tie: the counts would be noise"
assert changed_by_the_masked_mean == 0, changed_by_the_masked_mean
assert to_a_shorter_text == changed_by_the_plain_mean > queries / 2
