"""A file of 2018's, loaded and turned to half precision, still has one matrix for both modules."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining

ports = ("pytorch_pretrained_bert", "pytorch_transformers")
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
tied_names = ("word_embeddings.weight", "predictions.decoder.weight")
listed = [name for name, _ in loaded.named_parameters() if name.endswith(tied_names)]
loaded.half()
embedding = loaded.bert.embeddings.word_embeddings.weight
decoder = loaded.cls.predictions.decoder.weight
one_storage = decoder.data_ptr() == embedding.data_ptr()
dtype = str(decoder.dtype)
as_in_the_file = torch.equal(decoder, classic["cls.predictions.decoder.weight"].half())

print("named_parameters() lists:", *listed, sep="\n  ")
print("one storage after half():", one_storage, "of", dtype)
assert one_storage, "half() makes two matrices of one, and both names are listed"
assert as_in_the_file, "the decoder is not the file's in half precision"
