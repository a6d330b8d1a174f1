"""The line “This checkpoint seem corrupted” on an encoder-only file names a bias that no encoder has; every tensor of the encoder equals the file's."""

import logging

import torch
from huggingface_hub import hf_hub_download
from safetensors.torch import load_file
from transformers import BertForPreTraining

encoder_only = "sentence-transformers/all-MiniLM-L6-v2"

_lines = []
_handler = logging.Handler()
_handler.emit = lambda record: _lines.append(record.getMessage())
logging.getLogger("transformers").addHandler(_handler)

model = BertForPreTraining.from_pretrained(encoder_only)
warning = next((line for line in _lines if "corrupted" in line), "")

_file = load_file(hf_hub_download(encoder_only, "model.safetensors"))
_loaded = model.bert.state_dict()
in_the_encoder = len(_loaded)
equal_to_the_file = sum(torch.equal(_loaded[name], _file[name]) for name in _loaded)
left_in_the_file = sorted(set(_file) - set(_loaded))
head = model.cls.predictions
bias_is_one_parameter = head.decoder.bias is head.bias
bias_is_all_zero = not head.bias.any().item()

print()
print(f"{equal_to_the_file} of the encoder's {in_the_encoder} tensors equal the file's")
print("in the file alone:", *left_in_the_file)
print("the bias is one Parameter:", bias_is_one_parameter)
print("the bias is all zero:", bias_is_all_zero)
assert "cls.predictions.bias to cls.predictions.decoder.bias" in warning
assert equal_to_the_file == in_the_encoder
assert left_in_the_file == ["embeddings.position_ids"]  # 0, 1, 2, …: computed
assert bias_is_one_parameter and bias_is_all_zero
