"""A file from 2018, which holds the matrix under both names, loads as one Parameter."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
scope = "library"
decides = "one Parameter:"

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
classic = {
    key.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
        "LayerNorm.bias", "LayerNorm.beta"
    ): tensor
    for key, tensor in model.state_dict().items()
    if key != "cls.predictions.decoder.bias"
}
with tempfile.TemporaryDirectory() as _folder:
    Path(_folder, "config.json").write_text(config.to_json_string())
    torch.save(classic, Path(_folder, "pytorch_model.bin"))
    loaded = BertForPreTraining.from_pretrained(_folder)
decoder = loaded.cls.predictions.decoder.weight
embedding = loaded.bert.embeddings.word_embeddings.weight
one_parameter = decoder is embedding
one_storage = decoder.data_ptr() == embedding.data_ptr()
equal = torch.equal(decoder, embedding)
is_the_file_s = torch.equal(decoder, model.cls.predictions.decoder.weight)

print(f"one Parameter: {one_parameter}, one storage: {one_storage}, equal: {equal}")
print("with the file's values:", is_the_file_s)
two = f"two Parameters, of one storage: {one_storage}, of equal values: {equal}"
assert one_parameter, f"decoder.weight and the embedding are {two}"
assert is_the_file_s, "its values are not the file's"
