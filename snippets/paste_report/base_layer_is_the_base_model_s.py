"""What PEFT names `base_layer` in a LoRA of BERT is the base model's own weight, bit for bit. The adapter's file has none of these names."""

import tempfile
from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model
from safetensors.torch import load_file
from transformers import BertConfig, BertModel

scope = "library"
decides = "bit for bit"

torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_base = BertModel(BertConfig.from_dict(_sizes))
_own = {name: tensor.clone() for name, tensor in _base.state_dict().items()}
_wrapped = get_peft_model(_base, LoraConfig(target_modules=["query", "value"]))
_optimizer = torch.optim.SGD(_wrapped.parameters(), 1.0)
for _step in range(2):  # the first step moves one of the two matrices alone
    _wrapped(torch.tensor([[2, 5, 7, 3]])).pooler_output.sum().backward()
    _optimizer.step()
with tempfile.TemporaryDirectory() as _folder:
    _wrapped.save_pretrained(_folder)
    _in_adapter = sorted(load_file(Path(_folder, "adapter_model.safetensors")))

_names = {
    name: name.removeprefix("base_model.model.").replace(".base_layer", "")
    for name in _wrapped.state_dict()
    if ".base_layer." in name
}
equal = all(
    torch.equal(_wrapped.state_dict()[name], _own[_names[name]]) for name in _names
)
_adapters = [p for n, p in _wrapped.named_parameters() if "lora_" in n]
trained = all(parameter.any() for parameter in _adapters)

print("names with base_layer:", len(_names))
print("each is the base model's, bit for bit:", equal)
print("such names in the adapter's file:", sum("base_layer" in n for n in _in_adapter))
assert len(_names) == 8, sorted(_names)
assert equal, "base_layer has moved"
assert trained, "the adapters were not trained"
assert len(_in_adapter) == 8, _in_adapter
assert not any("base_layer" in name for name in _in_adapter), _in_adapter
