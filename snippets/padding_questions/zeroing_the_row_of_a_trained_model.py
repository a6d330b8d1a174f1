"""With pydoc-bert's `[PAD]` row set to zero the MLM head gives `[PAD]` hundreds of times the probability, which is still next to none. Under the mask the encoder's vectors of real tokens stay as they were, bit for bit."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForPreTraining

scope = "checkpoint"
decides = "real tokens' vectors"

pydoc_bert = "pydoc-bert"

tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForPreTraining.from_pretrained(pydoc_bert).eval()
_text = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8")
_all = [part for line in _text.splitlines() for part in line.split("\t")[1:]]
_paragraphs = [text for text in _all if 80 < len(text) < 400][:256]
_batch = tokenizer(_paragraphs, padding=True, return_tensors="pt")
texts = len(_paragraphs)
_ids, _mask = _batch["input_ids"], _batch["attention_mask"]
torch.manual_seed(0)
_hidden = torch.rand(_ids.shape) < 0.15
_hidden &= (_mask == 1) & (_ids > 104)  # real words only
_masked_ids = _ids.masked_fill(_hidden, tokenizer.mask_token_id)
labels = _hidden.sum().item()


def measured():  # the encoder's vectors, the head's probabilities, the loss
    with torch.no_grad():
        vectors = model.bert(_masked_ids, attention_mask=_mask).last_hidden_state
        scores = model.cls.predictions(vectors[_hidden])
    probabilities = scores.softmax(dim=-1)
    loss = torch.nn.functional.cross_entropy(scores, _ids[_hidden]).item()
    return vectors[_mask == 1], probabilities, loss


row = model.bert.embeddings.word_embeddings.weight[0]
_before, _probabilities_before, loss_before = measured()
with torch.no_grad():
    row.zero_()
_after, _probabilities_after, _loss_after = measured()
encoder_is_the_same = torch.equal(_before, _after)
pad_probability_before = _probabilities_before[:, 0].mean().item()
pad_probability_after = _probabilities_after[:, 0].mean().item()
greatest_pad_probability_after = _probabilities_after[:, 0].max().item()
times_as_probable = pad_probability_after / pad_probability_before
loss_rises_by_less_than = 0.001

print(f"{texts} held-out texts, {labels} hidden words")
print("real tokens' vectors the same, bit for bit:", encoder_is_the_same)
print(f"mean probability of [PAD]: {pad_probability_before:.2g}", end=" ")
print(f"→ {pad_probability_after:.2g}, at most {greatest_pad_probability_after:.2g}")
print(f"loss: {loss_before:.4f}; it rises by less than {loss_rises_by_less_than}")
assert encoder_is_the_same
assert 100 < times_as_probable < 1000, times_as_probable
assert greatest_pad_probability_after < 0.01
assert 0 < _loss_after - loss_before < loss_rises_by_less_than
