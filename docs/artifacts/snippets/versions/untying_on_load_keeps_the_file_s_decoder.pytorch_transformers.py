"""Loaded with `tie_word_embeddings=False`, a file of 2018's gives the decoder its own matrix back."""

import tempfile
from pathlib import Path

import torch
from pytorch_transformers import BertConfig, BertForPreTraining

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
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
classic["cls.predictions.decoder.weight"] = torch.full((100, 16), 2.0)
config.tie_word_embeddings = False
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
decoder = loaded.cls.predictions.decoder.weight
embedding = loaded.bert.embeddings.word_embeddings.weight
one_parameter = decoder is embedding
decoder_is_the_file_s = bool((decoder == 2.0).all())
embedding_is_the_file_s = torch.equal(
    embedding, model.bert.embeddings.word_embeddings.weight
)

print("one Parameter:", one_parameter)
print("as in the file: decoder", decoder_is_the_file_s, end=", ")
print("embedding", embedding_is_the_file_s)
assert not one_parameter, "the flag unties nothing: one Parameter"
assert decoder_is_the_file_s, "the decoder's matrix is not the file's"
assert embedding_is_the_file_s, "the embedding is not the file's"
