"""The gradient of the tied matrix is the lookup's part plus the softmax's part, and a formula gives each of them. The first is a sum over the positions of each token, the second is (1/N) Σ (p − y) hᵀ, and autograd agrees with both."""

import torch
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).double().eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
torch.nn.init.normal_(embedding.weight)  # so that probabilities differ
assert head.decoder.weight is embedding.weight, "decoder and embedding are not tied"

# 128 positions, of which some are labelled and show another token, [MASK] say.
_ids = torch.randint(5, 100, (8, 16))
_chosen = torch.zeros_like(_ids, dtype=torch.bool)
_chosen[:, ::3] = True
_shown, _labels = _ids.masked_fill(_chosen, 4), _ids[_chosen]

# One matrix, one loss, one gradient. On the way two things are kept: the vectors that
# were looked up, and h, which enters the decoder. Only labelled positions have a loss.
_vectors = embedding(_shown)
_vectors.retain_grad()
_h = head.transform(model.bert(inputs_embeds=_vectors)[0][_chosen])
_logits = head.decoder(_h)
cross_entropy(_logits, _labels).backward()
_tied = embedding.weight.grad

# The lookup's part: at every position the gradient of the vector that was looked up
# is added to the row of the token that stands there.
_lookup = torch.zeros_like(_tied)
_lookup.index_add_(0, _shown.flatten(), _vectors.grad.flatten(0, 1))

# The softmax's part: p − y, probabilities less 1 at the right answer, times h.
_surplus = _logits.detach().softmax(dim=-1)
_surplus[torch.arange(len(_labels)), _labels] -= 1
_softmax = _surplus.T @ _h.detach() / len(_labels)

# Autograd's own two parts: a copy for the lookup, the matrix itself for the decoder.
_copy = embedding.weight.detach().requires_grad_()
embedding.weight.grad = None
_logits = head(model.bert(inputs_embeds=_copy[_shown])[0][_chosen])
cross_entropy(_logits, _labels).backward()

_off = {
    "lookup": (_lookup - _copy.grad).norm(),
    "softmax": (_softmax - embedding.weight.grad).norm(),
    "sum": (_lookup + _softmax - _tied).norm(),
}
differ_by_less_than = 1e-12  # times the norm of the smaller part
_smaller = min(_copy.grad.norm(), embedding.weight.grad.norm())

print("closed forms and sum differ from autograd by less than", differ_by_less_than)
for _difference in _off.values():
    assert _difference < differ_by_less_than * _smaller, _off
