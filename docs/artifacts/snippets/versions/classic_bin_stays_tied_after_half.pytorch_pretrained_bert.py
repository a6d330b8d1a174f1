"""A classic `.bin`, loaded and copied with `deepcopy` or turned to half precision, still has one matrix for both modules."""

import copy
import tempfile
from pathlib import Path

import torch
from pytorch_pretrained_bert import BertConfig, BertForPreTraining

scope = "library"
decides = "one memory in the copy"

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


def decoder_of(a_model):
    """The decoder's matrix, and whether the embedding uses the same memory."""
    decoder = a_model.cls.predictions.decoder.weight
    embedding = a_model.bert.embeddings.word_embeddings.weight
    return decoder, decoder.data_ptr() == embedding.data_ptr()


copied, one_memory_in_the_copy = decoder_of(copy.deepcopy(loaded))
halved, one_memory_after_half = decoder_of(loaded.half())
in_the_file = classic["cls.predictions.decoder.weight"]
as_in_the_file = torch.equal(copied, in_the_file) and torch.equal(
    halved, in_the_file.half()
)

print("named_parameters() lists:", *listed, sep="\n  ")
print("one memory in the copy:", one_memory_in_the_copy, end=", ")
print("after half():", one_memory_after_half)
apart = [
    way
    for way, one in (
        ("deepcopy", one_memory_in_the_copy),
        ("half()", one_memory_after_half),
    )
    if not one
]
assert not apart, (
    f"two matrices, and both names are listed, after {' and '.join(apart)}"
)
assert as_in_the_file, "the decoder is not the file's"
