"""What `tie_word_embeddings=False` does to a T5 depends on where you write it: in two of four places the model stays tied. In a `T5Config` that you build, the scores become √`d_model` times as large; in a config.json that this release saved, nothing changes. On the configuration that you load with, or passed to `from_pretrained`, it unties the model of a file with one matrix, and the output layer and both embeddings are newly initialised."""

import json
import tempfile
from pathlib import Path

import torch
from transformers import AutoConfig, T5Config, T5ForConditionalGeneration, logging

scope = "library"
decides = "config.json that was saved"

logging.set_verbosity_error()
_sizes = {"vocab_size": 100, "d_model": 16, "d_kv": 8, "d_ff": 32, "num_layers": 1}
_sizes |= {"num_heads": 2, "decoder_start_token_id": 0}
_ids = torch.tensor([[5, 6, 7]])


def times_as_large(model):
    """How large the scores are beside those that are divided by √d_model."""
    with torch.no_grad():
        out = model(input_ids=_ids, decoder_input_ids=_ids, output_hidden_states=True)
        plain = model.lm_head(out.decoder_hidden_states[-1])
    return round((out.logits.norm() / plain.norm()).item() * 16**0.5, 3)


def load(folder, **options):
    return T5ForConditionalGeneration.from_pretrained(
        folder, output_loading_info=True, **options
    )


torch.manual_seed(0)
_tied = T5ForConditionalGeneration(T5Config.from_dict(_sizes)).eval()
_built = T5ForConditionalGeneration(
    T5Config.from_dict(_sizes | {"tie_word_embeddings": False})
).eval()
with tempfile.TemporaryDirectory() as _folder:
    _tied.save_pretrained(_folder)
    _config = AutoConfig.from_pretrained(_folder)
    _config.tie_word_embeddings = False
    _with_config = load(_folder, config=_config)
    _passed = load(_folder, tie_word_embeddings=False)
    _file = Path(_folder, "config.json")
    _written = json.loads(_file.read_text()) | {"tie_word_embeddings": False}
    _file.write_text(json.dumps(_written))
    flag_in_the_file = json.loads(_file.read_text())["tie_word_embeddings"]
    _edited = load(_folder)

places = [
    {
        "where you write it": where,
        "tied": model.lm_head.weight is model.shared.weight,
        "scores times": times_as_large(model.eval()),
        "newly initialised": len(report["missing_keys"]),
    }
    for where, (model, report) in {
        "a `T5Config` that you build": (_built, {"missing_keys": []}),
        "a config.json that was saved": _edited,
        "the configuration that you load with": _with_config,
        "`from_pretrained`": _passed,
    }.items()
]
_new = [sorted(report["missing_keys"]) for _, report in (_with_config, _passed)]

for row in places:
    print(*(f"{key}: {value}" for key, value in row.items()), sep="; ")
assert flag_in_the_file is False, "the file was not edited"
_as_rows = [tuple(row.values())[1:] for row in places]
assert _as_rows == [
    (True, 4.0, 0),
    (True, 1.0, 0),
    (False, 1.0, 3),
    (False, 1.0, 3),
], f"{places}"
_names = ("decoder.embed_tokens", "encoder.embed_tokens", "lm_head")
assert _new == [[f"{name}.weight" for name in _names]] * 2, f"{_new}"
