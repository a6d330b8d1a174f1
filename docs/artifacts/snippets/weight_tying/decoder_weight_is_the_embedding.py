"""`cls.predictions.decoder.weight` is the word embedding's own Parameter: one matrix under two names, not a copy."""

import torch
from transformers import BertForPreTraining, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
model = BertForPreTraining.from_pretrained(checkpoint)
embedding = model.bert.embeddings.word_embeddings
decoder = model.cls.predictions.decoder

same_parameter = decoder.weight is embedding.weight
same_storage = decoder.weight.data_ptr() == embedding.weight.data_ptr()
with torch.no_grad():
    embedding.weight[103, 0] = 42.0
decoder_sees_the_change = decoder.weight[103, 0].item() == 42.0

shape = embedding.weight.shape
shared_values = embedding.weight.numel()
parameters = sum(p.numel() for p in model.parameters())
_tensors = model.state_dict().values()  # in older releases position_ids, too
state_dict_values = sum(t.numel() for t in _tensors if t.is_floating_point())

print(f"same Parameter: {same_parameter}, same storage: {same_storage}")
print("shape:", tuple(shape))
print(f"write to the embedding, read from the decoder: {decoder_sees_the_change}")
print(f"parameters(), each once:     {parameters:,}")
print(f"state_dict(), under each name: {state_dict_values:,}")
assert same_parameter and same_storage and decoder_sees_the_change
assert state_dict_values - parameters == shared_values + len(model.cls.predictions.bias)
