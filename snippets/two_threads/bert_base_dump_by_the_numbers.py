"""A dump of bert-base as of 2018 has more than two hundred tensors, eight of them under `cls.`. The decoder has the shape of the embedding, 30,522 × 768, and with the matrix stored twice its file would be a fifth larger."""

import torch
from transformers import BertConfig, BertForPreTraining

scope = "arithmetic"
decides = "under cls.:"

bert_base = BertConfig(
    vocab_size=30522,
    hidden_size=768,
    num_hidden_layers=12,
    num_attention_heads=12,
    intermediate_size=3072,
    max_position_embeddings=512,
)
with torch.device("meta"):  # names and shapes without the numbers: no weights needed
    model = BertForPreTraining(bert_base)
_not_in_2018 = ("cls.predictions.decoder.bias", "bert.embeddings.position_ids")
_dump = {
    key: tensor for key, tensor in model.state_dict().items() if key not in _not_in_2018
}
tensors = len(_dump)
under_cls = [
    {"key": key, "shape": list(tensor.shape), "parameters": tensor.numel()}
    for key, tensor in _dump.items()
    if key.startswith("cls.")
]
embedding_shape = list(_dump["bert.embeddings.word_embeddings.weight"].shape)
decoder_shape = list(_dump["cls.predictions.decoder.weight"].shape)
_once = sum(parameter.numel() for parameter in model.parameters())
_twice = sum(tensor.numel() for tensor in _dump.values())
megabytes = {"once": 4 * _once / 1e6, "twice": 4 * _twice / 1e6}  # float32

print(f"tensors: {tensors}; under cls.: {len(under_cls)}")
for row in under_cls:
    print("  ", row["key"], row["shape"])
print(f"the matrix stored once: {megabytes['once']:.1f} MB", end=", ")
print(f"stored twice: {megabytes['twice']:.1f} MB")
assert (
    tensors > 200
    and len(under_cls) == 8
    and (decoder_shape == embedding_shape == [30522, 768])
)
assert 1.2 < megabytes["twice"] / megabytes["once"] < 1.25
