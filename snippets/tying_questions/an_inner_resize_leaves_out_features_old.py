"""After `model.bert.resize_token_embeddings`, `decoder.out_features` is still the old number; `decoder.weight.shape` has the new one. `tie_weights()` makes the bias fit, and the model runs, but does not correct `out_features`. `model.resize_token_embeddings` with the same number corrects both."""

import tempfile

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
model, _ids = BertForMaskedLM(config).eval(), torch.tensor([[2, 5, 7, 3]])
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_before = model(_ids)[0].detach()


def numbers(when):
    """What each place takes for the size of the vocabulary."""
    words, decoder = model.get_input_embeddings(), model.get_output_embeddings()
    try:
        width = model(_ids)[0].shape[-1]
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


def tie_of(model):
    head, words = model.cls.predictions, model.get_input_embeddings()
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


still_one, bias_alias = tie_of(model)
_after = model(_ids)[0].detach()
same_for_old_tokens = torch.allclose(_after[..., :100], _before, atol=1e-5)
with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
_same = torch.allclose(_loaded(_ids)[0], _after, atol=1e-5)
_loads = "tied" if all(tie_of(_loaded)) and _same else "problem: not as it was"
model.resize_token_embeddings(107)
table.append(numbers("after model.resize_token_embeddings(107)"))
row = [
    {
        "operation": "an inner resize, `model.tie_weights()`: `out_features` is old",
        "still one object": "yes" if still_one else "problem: no",
        "bias alias": "yes" if bias_alias else "problem: no",
        "logits": "unchanged, for the old tokens"
        if same_for_old_tokens
        else "problem: changed",
        "after saving and loading": _loads,
        "do": "`model.resize_token_embeddings` with the same number",
    }
]

for _row in table:
    print(f"{_row['when']}: out_features {_row['decoder.out_features']},", end=" ")
    print(f"rows {_row['decoder.weight']}, bias {_row['decoder.bias']},", end=" ")
    print(f"logits {_row['logits']}")
_first, _resized, _tied, _mended = (list(row.values())[1:] for row in table)
assert _first == [100] * 6, f"{_first}"
assert _resized == [100, 107, 100, 107, 107, "an error"], f"{_resized}"
assert _tied == [100, 107, 107, 107, 107, 107], f"{_tied}"
assert _mended == [107] * 6, f"{_mended}"
assert still_one and bias_alias and same_for_old_tokens, f"{row}"
assert _loads == "tied", "saved and loaded, it is another model"
assert _loaded.get_output_embeddings().out_features == 107, "old in the loaded model"
