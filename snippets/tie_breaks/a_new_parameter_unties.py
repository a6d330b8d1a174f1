"""Write values into a tied BERT's matrix, and the tie holds; put in a new Parameter, and it is broken until `tie_weights()`. The new Parameters come from `load_state_dict(…, assign=True)`, and the decoder takes the embedding's again."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "tied after"

model = BertForMaskedLM(BertConfig(num_hidden_layers=2))
words, decoder = model.get_input_embeddings(), model.get_output_embeddings()

torch.nn.init.normal_(words.weight)
is_tied = {"writing": decoder.weight is words.weight}
model.load_state_dict(model.state_dict(), assign=True)
is_tied["assign=True"] = decoder.weight is words.weight
model.tie_weights()
is_tied["tie_weights()"] = decoder.weight is words.weight

print("tied after", is_tied)
assert [*is_tied.values()] == [True, False, True], is_tied
