"""After `model.bert.resize_token_embeddings`, `decoder.out_features` is still the old number; `decoder.weight.shape` has the new one. `tie_weights()` makes the bias fit, and the model runs, but does not correct `out_features`."""

import torch
from transformers import BertConfig, BertForMaskedLM, logging

scope = "library"
decides = "after tie_weights()"

logging.set_verbosity_error()  # resizing tells how it draws the new rows
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
model = BertForMaskedLM(config).eval()


def numbers(when):
    """What each place takes for the size of the vocabulary."""
    words, decoder = model.get_input_embeddings(), model.get_output_embeddings()
    try:
        width = model(torch.tensor([[2, 5, 7, 3]]))[0].shape[-1]
    except RuntimeError:
        width = "an error"
    return {
        "when": when,
        "decoder.out_features": decoder.out_features,
        "decoder.weight": len(decoder.weight),
        "decoder.bias": len(decoder.bias),
        "embedding.num_embeddings": words.num_embeddings,
        "config.vocab_size": model.config.vocab_size,
        "logits": width,
    }


table = [numbers("at first")]
model.bert.resize_token_embeddings(107)
table.append(numbers("after model.bert.resize_token_embeddings(107)"))
model.tie_weights()
table.append(numbers("after tie_weights()"))

for _row in table:
    print(f"{_row['when']}: out_features {_row['decoder.out_features']},", end=" ")
    print(f"rows {_row['decoder.weight']}, bias {_row['decoder.bias']},", end=" ")
    print(f"logits {_row['logits']}")
_first, _resized, _tied = (list(row.values())[1:] for row in table)
assert _first == [100] * 6, f"{_first}"
assert _resized == [100, 107, 100, 107, 107, "an error"], f"{_resized}"
assert _tied == [100, 107, 107, 107, 107, 107], f"{_tied}"
