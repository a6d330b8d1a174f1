"""Loaded with `tie_word_embeddings=False`, a file without `decoder.weight` gets a random one."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")

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
model = BertForPreTraining(config).eval()
for parameter in model.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
decoder_key = "cls.predictions.decoder.weight"
file = {key: tensor for key, tensor in model.state_dict().items() if key != decoder_key}
config.tie_word_embeddings = False
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(file, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
decoder = loaded.cls.predictions.decoder.weight
embedding = loaded.bert.embeddings.word_embeddings.weight
one_parameter = decoder is embedding
equal = torch.equal(decoder, embedding)
std = decoder.std().item()

print(f"one Parameter: {one_parameter}, equal: {equal}, standard deviation: {std:.2f}")
assert not one_parameter, "the flag unties nothing: one Parameter"
assert not equal, "two Parameters of equal values: a copy"
assert not 0.13 < std < 0.16, "the decoder holds nn.Linear's first values, not BERT's"
assert 0.015 < std < 0.025, "the decoder holds memory that nobody set"
