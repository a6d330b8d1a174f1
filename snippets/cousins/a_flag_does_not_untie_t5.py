"""Do not untie a T5 with `T5Config(tie_word_embeddings=False)`: it stays tied, and its scores become √`d_model` times as large. The flag only stops the scores from being divided. A file with two different matrices keeps them apart. Passed to `from_pretrained`, the flag unties the model of a tied file, and the output layer and both embeddings are newly initialised. Other places to write it give other results."""

import tempfile
from pathlib import Path

import torch
from transformers import T5Config, T5ForConditionalGeneration, logging

scope = "library"

logging.set_verbosity_error()
_sizes = {"vocab_size": 100, "d_model": 16, "d_kv": 8, "d_ff": 32, "num_layers": 1}
_sizes |= {"num_heads": 2, "decoder_start_token_id": 0}
_ids = torch.tensor([[5, 6, 7]])


def scale(model):
    """By what number the products with the last vectors are multiplied."""
    with torch.no_grad():
        out = model(input_ids=_ids, decoder_input_ids=_ids, output_hidden_states=True)
        plain = model.lm_head(out.decoder_hidden_states[-1])
    factor = (out.logits.norm() / plain.norm()).item()
    assert torch.allclose(out.logits, factor * plain, atol=1e-4), "no one number"
    return factor


models = []
for flag in (True, False):
    torch.manual_seed(0)
    _config = T5Config.from_dict(_sizes | {"tie_word_embeddings": flag})
    _model = T5ForConditionalGeneration(_config).eval()
    _file = {**_model.state_dict(), "lm_head.weight": torch.randn(100, 16)}
    with tempfile.TemporaryDirectory() as _folder:
        Path(_folder, "config.json").write_text(_config.to_json_string())
        torch.save(_file, Path(_folder, "pytorch_model.bin"))
        _loaded = T5ForConditionalGeneration.from_pretrained(_folder).eval()
    for _what, _one in (("new", _model), ("from two matrices", _loaded)):
        models.append(
            {
                "tie_word_embeddings": flag,
                "model": _what,
                "tied": _one.lm_head.weight is _one.shared.weight,
                "scores times": scale(_one),
            }
        )

torch.manual_seed(1)
_tied = T5ForConditionalGeneration(T5Config.from_dict(_sizes)).eval()
with tempfile.TemporaryDirectory() as _folder:
    _tied.save_pretrained(_folder)
    _passed, _report = T5ForConditionalGeneration.from_pretrained(
        _folder, tie_word_embeddings=False, output_loading_info=True
    )
new_if_passed = sorted(_report["missing_keys"])
_read = _passed.encoder.embed_tokens.weight
reads_the_file_s_rows = torch.equal(_read, _tied.shared.weight)

for row in models:
    print(*(f"{key}: {value}" for key, value in row.items()), sep="; ")
print("passed to from_pretrained, new:", ", ".join(new_if_passed), end="; ")
print("the encoder reads the file's rows:", reads_the_file_s_rows)
tied, from_two, told_not_to, told_from_two = models
for row in (tied, from_two):
    assert abs(row["scores times"] - _sizes["d_model"] ** -0.5) < 1e-4, row
for row in (told_not_to, told_from_two):
    assert abs(row["scores times"] - 1) < 1e-4, row
assert tied["tied"] and told_not_to["tied"], models
assert not from_two["tied"] and not told_from_two["tied"], models
_new = ("decoder.embed_tokens", "encoder.embed_tokens", "lm_head")
assert new_if_passed == [f"{name}.weight" for name in _new], new_if_passed
assert not reads_the_file_s_rows, "the missing key is an alias"
