"""The gradient of the tied matrix is the lookup's part plus the softmax's part; the first is a sum over the places of each token, the second is (1/N) Σ (p − y) hᵀ, and autograd agrees with both."""

from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).double().eval()
embedding = model.bert.embeddings.word_embeddings
head = model.cls.predictions
assert head.decoder.weight is embedding.weight

# 65 pairs of texts, masked as BERT's are: of 15 in 100 tokens most become [MASK],
# one in ten becomes a random token, one in ten stays.
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

# One matrix, one loss, one gradient. On the way two things are kept: the vectors that
# were looked up, and h, which enters the decoder. Only labelled places have a loss.
_vectors = embedding(_shown)
_vectors.retain_grad()
_hidden = model.bert(inputs_embeds=_vectors, token_type_ids=_types)[0]
_h = head.transform(_hidden[_chosen])
_logits = head.decoder(_h)
cross_entropy(_logits, _labels).backward()
_tied = embedding.weight.grad

# The lookup's part: at every place the gradient of the vector that was looked up
# is added to the row of the token that stands there.
_lookup = torch.zeros_like(_tied)
_lookup.index_add_(0, _shown.flatten(), _vectors.grad.flatten(0, 1))

# The softmax's part: p − y, probabilities less 1 at the right answer, times h.
_surplus = _logits.detach().softmax(dim=-1)
_surplus[torch.arange(len(_labels)), _labels] -= 1
_softmax = _surplus.T @ _h.detach() / len(_labels)

# Autograd's own two parts: a copy for the lookup, the matrix itself for the decoder.
_copy = embedding.weight.detach().clone().requires_grad_()
embedding.weight.grad = None
_hidden = model.bert(inputs_embeds=_copy[_shown], token_type_ids=_types)[0]
_logits = head(_hidden[_chosen])
cross_entropy(_logits, _labels).backward()


def differ(one, other):
    return ((one - other).norm() / other.norm()).item()


_off = {
    "lookup": differ(_lookup, _copy.grad),
    "softmax": differ(_softmax, embedding.weight.grad),
    "sum": differ(_lookup + _softmax, _tied),
}
differ_by_less_than = 1e-12
texts, places, labels = len(_pairs), _ids.numel(), len(_labels)
norm = {"lookup": _lookup.norm(), "softmax": _softmax.norm(), "tied": _tied.norm()}
norm = {part: value.item() for part, value in norm.items()}
_cosine = torch.cosine_similarity(_lookup.flatten(), _softmax.flatten(), dim=0).item()
cosine_is_below = 0.05

print(f"{texts} pairs of texts, {places} places, {labels} of them labelled")
for part, value in norm.items():
    print(f"norm of the gradient, {part:7}: {value:.4f}")
print("closed forms and sum differ from autograd by less than", differ_by_less_than)
print(f"cosine of the two parts: between −{cosine_is_below} and {cosine_is_below}")
assert not (_shown == tokenizer.pad_token_id).any()  # padding has pages of its own
assert max(_off.values()) < differ_by_less_than, _off
assert min(norm.values()) > 0.1, norm  # neither part is next to nothing
assert abs(_cosine) < cosine_is_below, _cosine
