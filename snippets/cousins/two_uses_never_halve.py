"""A tie of two uses leaves more than half of any model; it takes a third use, as in a translation model, and a small body, to get below half."""

import torch
from transformers import AutoConfig, AutoModelForMaskedLM, T5ForConditionalGeneration


def share_left(model, uses):
    """Parameters with one shared matrix, as a share of those with one for each use."""
    model.tie_weights()  # which some releases leave out on `meta`
    tied = sum(parameter.numel() for parameter in model.parameters())
    matrix = model.get_input_embeddings().weight.numel()
    return round(tied / (tied + (uses - 1) * matrix), 3)


bert = AutoConfig.from_pretrained("configs/bert.json")
t5 = AutoConfig.from_pretrained("configs/t5.json")
left = []
with torch.device("meta"):
    for layers in (12, 2, 1):
        bert.num_hidden_layers = layers
        t5.num_layers = t5.num_decoder_layers = layers
        _bert = AutoModelForMaskedLM.from_config(bert)
        _t5 = T5ForConditionalGeneration(t5)
        left.append({"layers": layers})
        left[-1]["BERT, two uses, left"] = share_left(_bert, 2)
        left[-1]["T5, three uses, left"] = share_left(_t5, 3)
    bert.num_hidden_layers, bert.vocab_size = 1, 10_000_000  # hardly more than words
    left_of_an_absurd_vocabulary = share_left(AutoModelForMaskedLM.from_config(bert), 2)

for row in left:
    print(*(f"{key}: {value}" for key, value in row.items()), sep=", ")
print("BERT with one layer and ten million words:", left_of_an_absurd_vocabulary)
assert all(row["BERT, two uses, left"] > 0.5 for row in left)
assert 0.5 < left_of_an_absurd_vocabulary < 0.51
assert left[0]["T5, three uses, left"] > 0.5, left[0]
assert left[-1]["T5, three uses, left"] < 0.5, left[-1]
