"""If only `model.bert` was resized, call `model.resize_token_embeddings` with the same number: it corrects the bias and `out_features`. The rows stay, the new tokens' bias is 0, and the saved file loads tied, with the same logits."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM, logging

scope = "library"
decides = "runs, and loads tied"

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
token_ids = torch.tensor([[2, 5, 7, 3]])
model = BertForMaskedLM(config).eval()
head = model.cls.predictions
torch.nn.init.normal_(head.bias)  # stands for a learned bias
_logits = model(token_ids).logits
_bias = head.bias.detach().clone()
model.bert.resize_token_embeddings(107)  # of the inner model alone: the mistake
_rows = model.bert.embeddings.word_embeddings.weight.detach().clone()


def error_of(call):
    """The class of the error that a call raises, if any."""
    try:
        call()
    except RuntimeError as error:
        return type(error).__name__
    return ""


error_before = error_of(lambda: model(token_ids))

# The recipe
model.resize_token_embeddings(107)

# How to see that it worked
words, decoder = model.get_input_embeddings(), model.get_output_embeddings()
sizes = [decoder.out_features, len(decoder.weight), len(decoder.bias), len(head.bias)]
rows_stay = torch.equal(words.weight, _rows)
_new_bias = head.bias[100:].abs().max().item()
_repaired = model(token_ids).logits
same_for_old_tokens = torch.allclose(_repaired[..., :100], _logits, atol=1e-5)
with tempfile.TemporaryDirectory() as _folder:  # yours: an empty folder
    model.save_pretrained(_folder)
    loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_loaded_words, _loaded_decoder = (
    loaded.get_input_embeddings(),
    loaded.get_output_embeddings(),
)
loads_tied = _loaded_decoder.weight is _loaded_words.weight
loads_same = torch.allclose(loaded(token_ids).logits, _repaired, atol=1e-5)

print(f"before: {error_before or 'runs'}; after: out_features, rows, biases:", *sizes)
print(f"the rows stay: {rows_stay}; the old tokens' logits: {same_for_old_tokens}")
print("runs, and loads tied with the same logits:", loads_tied and loads_same)
assert error_before == "RuntimeError", "the model runs without the repair"
assert sizes == [107] * 4, f"{sizes}"
assert decoder.weight is words.weight and decoder.bias is head.bias, "not tied"
assert rows_stay, "the rows are other ones"
assert torch.equal(head.bias[:100], _bias) and _new_bias == 0, f"{_new_bias}"
assert same_for_old_tokens, "the old tokens' logits are other ones"
assert loads_tied, "the saved file loads untied"
assert loads_same, "the loaded model gives other logits"
