"""Loaded with `tie_word_embeddings=False`, a file of two different matrices gives each module its own."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_transformers",)
scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
embedding_key = "bert.embeddings.word_embeddings.weight"
decoder_key = "cls.predictions.decoder.weight"
file = BertForPreTraining(config).state_dict()
file[decoder_key] = torch.full((100, 16), 2.0)
they_differ = not file[decoder_key].equal(file[embedding_key])
untied = BertConfig.from_dict(config.to_dict())
untied.tie_word_embeddings = False
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(untied.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
after = loaded.state_dict()
lost = [key for key in (embedding_key, decoder_key) if not after[key].equal(file[key])]
flag_is_kept = loaded.config.tie_word_embeddings is False

print("tie_word_embeddings is False:", flag_is_kept)
print("not the file's:", *lost or ["none of the two matrices"])
assert they_differ, "no proof: the file's two matrices are equal"
assert flag_is_kept, "the flag is lost"
assert not lost, f"the flag unties nothing: {' and '.join(lost)} is not the file's"
