"""“This checkpoint seem corrupted”, on a file saved from `BertModel`, is about the MLM head's bias, and the whole encoder is loaded. The head is newly initialised."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForPreTraining, BertModel

scope = "library"
decides = "of the file's"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
encoder = BertModel(config)
for parameter in encoder.parameters():
    torch.nn.init.normal_(parameter, std=0.1)  # nothing at a value one could guess
_lines = []
_handler = logging.Handler()
_handler.emit = lambda record: _lines.append(record.getMessage())
logging.getLogger("transformers").addHandler(_handler)
with tempfile.TemporaryDirectory() as _folder:
    encoder.save_pretrained(_folder)
    _loaded = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        _loaded.append(BertForPreTraining.from_pretrained(_folder))
warning = next((line for line in _lines if "corrupted" in line), "")

_file, _first = encoder.state_dict(), _loaded[0].bert.state_dict()
in_the_file = len(_file)
equal_to_the_file = sum(torch.equal(_first[name], _file[name]) for name in _file)
_head, _other = (model.cls.predictions for model in _loaded)
head_depends_on_the_seed = not torch.equal(
    _head.transform.dense.weight, _other.transform.dense.weight
)
bias_is_zero = not _head.bias.any().item()

print()
print(f"{equal_to_the_file} of the file's {in_the_file} tensors are in the model")
print("another seed gives another MLM head:", head_depends_on_the_seed)
print("its bias is all zero:", bias_is_zero)
assert "cls.predictions.bias to cls.predictions.decoder.bias" in warning, "no such line"
assert equal_to_the_file == in_the_file, f"{equal_to_the_file} of {in_the_file}"
assert head_depends_on_the_seed, "the head does not depend on the seed"
assert bias_is_zero, "the bias is not zero"
