"""All of the `[PAD]` row's gradient comes through the output softmax: with a mask and no labels on the pads, the lookup gives exactly zero."""

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
    hidden_dropout_prob=0.0,
    attention_probs_dropout_prob=0.0,
    pad_token_id=None,
)
model = BertForMaskedLM(config)
embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
padding_idx_is_none = embedding.padding_idx is None

token_ids = torch.randint(5, 100, (4, 16))
token_ids[:, 12:] = 0  # four pads at the end of each row
attention_mask = (token_ids != 0).long()
labels = token_ids.clone()
labels[:, 4:] = -100  # four labelled positions in each row, none of them a pad

# The two uses of the one matrix, taken apart:
# a copy for the lookup, the original for the output.
lookup = embedding.weight.detach().clone().requires_grad_()
hidden = model.bert(
    inputs_embeds=lookup[token_ids], attention_mask=attention_mask
).last_hidden_state
transformed = head.transform(hidden)
logits = transformed @ embedding.weight.T + head.bias
loss = torch.nn.functional.cross_entropy(logits.view(-1, 100), labels.view(-1))
loss.backward()

through_lookup = lookup.grad[0].norm().item()
through_softmax = embedding.weight.grad[0].norm().item()

# In closed form: the mean, over the labelled positions,
# of the probability given to [PAD] times the vector h that enters the decoder.
labelled = labels != -100
p_pad = logits.softmax(-1)[labelled][:, 0]
closed_form = (p_pad[:, None] * transformed[labelled]).mean(dim=0)
closed_form_agrees = torch.allclose(closed_form, embedding.weight.grad[0], atol=1e-7)

print(f"gradient on the [PAD] row through the lookup:  {through_lookup}")
print(f"gradient on the [PAD] row through the softmax: {through_softmax:.6f}")
print(f"equals mean(p_pad * h): {closed_form_agrees}")
assert padding_idx_is_none  # so nothing but the mask and the labels blocks the lookup
assert through_lookup == 0.0
assert through_softmax > 0.001
assert closed_form_agrees
