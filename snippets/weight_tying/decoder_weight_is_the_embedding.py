"""`cls.predictions.decoder.weight` is the word embedding's own Parameter: one matrix under two names, not a copy."""

import torch
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "same Parameter:"

config = BertConfig.from_dict(  # all-MiniLM-L6-v2's sizes
    {
        "vocab_size": 30522,
        "hidden_size": 384,
        "num_hidden_layers": 6,
        "num_attention_heads": 12,
        "intermediate_size": 1536,
    }
)
model = BertForPreTraining(config)
embedding = model.bert.embeddings.word_embeddings
decoder = model.cls.predictions.decoder

same_parameter = decoder.weight is embedding.weight
with torch.no_grad():
    embedding.weight[103, 0] = 42.0
decoder_sees_the_change = decoder.weight[103, 0].item() == 42.0

shape = embedding.weight.shape
shared_values = embedding.weight.numel()
parameters = sum(p.numel() for p in model.parameters())
_tensors = model.state_dict().values()  # in older releases position_ids, too
state_dict_values = sum(t.numel() for t in _tensors if t.is_floating_point())

print("same Parameter:", same_parameter)
print("shape:", tuple(shape))
print(f"write to the embedding, read from the decoder: {decoder_sees_the_change}")
print(f"parameters(), each once:     {parameters:,}")
print(f"state_dict(), under each name: {state_dict_values:,}")
assert same_parameter, "they are two Parameters"
assert decoder_sees_the_change, "a write to one is not seen in the other"
_twice = state_dict_values - parameters
assert _twice == shared_values + config.vocab_size, f"{_twice} values counted twice"
