"""Loaded with `tie_word_embeddings=False` from a file without `decoder.weight`, a model gets a random one, drawn as BERT draws it."""

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
        "hidden_size": 64,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
decoder_key = "cls.predictions.decoder.weight"
file = BertForPreTraining(config).state_dict()
file.pop(decoder_key)
untied = BertConfig.from_dict(config.to_dict())
untied.tie_word_embeddings = False
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(untied.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
decoder = loaded.cls.predictions.decoder.weight
embedding = loaded.bert.embeddings.word_embeddings.weight
equal = torch.equal(decoder, embedding)
ratio = decoder.std().item() / config.initializer_range

print(f"equal to the embedding: {equal}, std: {ratio:.1f} times initializer_range")
assert not equal, "the flag unties nothing: the decoder is the embedding"
assert 0.5 < ratio < 2, "the decoder holds " + (
    "memory that nobody set" if ratio < 0.5 else "nn.Linear's first values, not BERT's"
)
