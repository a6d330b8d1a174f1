"""In transformers' BERT, a number that you write to the word embedding can be read in the decoder."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

# --8<-- [start:lesson]
model = BertForMaskedLM(BertConfig(num_hidden_layers=2))
embedding = model.get_input_embeddings()
decoder = model.get_output_embeddings()

one_parameter = decoder.weight is embedding.weight
with torch.no_grad():
    embedding.weight[103] = 42.0
read_in_the_decoder = decoder.weight[103, 0].item()

print("one Parameter:", one_parameter)
print("written to the embedding, read in the decoder:", read_in_the_decoder)
# --8<-- [end:lesson]
assert one_parameter, "the decoder has a Parameter of its own"
assert read_in_the_decoder == 42.0, read_in_the_decoder
