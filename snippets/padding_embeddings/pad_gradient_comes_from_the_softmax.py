"""With the mask and −100 on the pads, a tied `[PAD]` row gets its whole gradient from the output softmax, and none from the lookup. This holds in a BERT with masked-LM loss, where no pad is outside the mask and none is a label, even without `padding_idx`."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "through the lookup:"

PAD = 0
torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
    pad_token_id=None,  # no padding_idx: only the mask and the labels protect the row
)
model = BertForMaskedLM(config).eval()
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
no_padding_idx = embedding.padding_idx is None

_token_ids = torch.randint(5, 100, (4, 16))
_token_ids[:, 12:] = 0  # four pads at the end of each row
_mask = (_token_ids != 0).long()
_labels = _token_ids.clone()
_labels[:, 4:] = -100  # four labelled positions in each row, none of them a pad

# The two uses of the one matrix, taken apart:
# a copy for the lookup, the original for the output.
_copy = embedding.weight.detach().requires_grad_()
_hidden = model.bert(inputs_embeds=_copy[_token_ids], attention_mask=_mask)
_h = head.transform(_hidden.last_hidden_state)
_logits = head.decoder(_h)
torch.nn.functional.cross_entropy(_logits.view(-1, 100), _labels.view(-1)).backward()
_softmax = embedding.weight.grad
through_lookup = _copy.grad[PAD].norm().item()
through_softmax = _softmax[PAD].norm().item()

# The model's own loss, with the matrix tied: the two parts add up to its gradient.
embedding.weight.grad = None
model(_token_ids, attention_mask=_mask, labels=_labels).loss.backward()
parts_add_up = torch.allclose(embedding.weight.grad, _copy.grad + _softmax, atol=1e-7)

# In closed form: the mean, over the labelled positions,
# of the probability given to [PAD] times the vector h that enters the decoder.
_labelled = _labels != -100
_p_pad = _logits.softmax(-1)[_labelled][:, PAD]
_closed_form = (_p_pad[:, None] * _h[_labelled]).mean(dim=0)
closed_form_agrees = torch.allclose(_closed_form, _softmax[PAD], atol=1e-7)

# With label smoothing a share of the target goes to each token, [PAD] too.
smoothing = 0.1
_scores = head.decoder(_h.detach()[_labelled])
_smoothed_loss = torch.nn.functional.cross_entropy(
    _scores, _labels[_labelled], label_smoothing=smoothing
)
_smoothed = torch.autograd.grad(_smoothed_loss, embedding.weight)[0][PAD]
_less = ((_p_pad - smoothing / 100)[:, None] * _h[_labelled]).mean(dim=0)
closed_form_with_smoothing = torch.allclose(_smoothed, _less, atol=1e-7)

# Without the mask the lookup does contribute.
_copy.grad = None
_hidden = model.bert(inputs_embeds=_copy[_token_ids]).last_hidden_state
_logits = head.decoder(head.transform(_hidden))
torch.nn.functional.cross_entropy(_logits.view(-1, 100), _labels.view(-1)).backward()
through_lookup_without_mask = _copy.grad[PAD].norm().item()

print("gradient on the [PAD] row")
print(f"  through the lookup:  {through_lookup}")
print(f"  through the softmax: {through_softmax:.6f}")
print("the two add up to the model's own gradient:", parts_add_up)
print("the softmax's part is mean(p_pad * h):", closed_form_agrees)
print("with label smoothing, mean((p_pad - 0.1/100) * h):", closed_form_with_smoothing)
print(f"through the lookup if the mask is left out: {through_lookup_without_mask:.6f}")
assert no_padding_idx
assert through_lookup == 0.0
assert through_softmax > 0.001
assert PAD not in _labels, "[PAD] is a right answer"
assert parts_add_up and closed_form_agrees and closed_form_with_smoothing
assert through_lookup_without_mask > 0.0001
