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
sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
base = BertModel(BertConfig.from_dict(sizes))
own = {name: tensor.clone() for name, tensor in base.state_dict().items()}
wrapped = get_peft_model(base, LoraConfig(target_modules=["query", "value"]))
optimizer = torch.optim.SGD(wrapped.parameters(), 1.0)
for _step in range(2):  # the first step moves one of the two matrices alone
    wrapped(torch.tensor([[2, 5, 7, 3]])).pooler_output.sum().backward()
    optimizer.step()
    optimizer.zero_grad()
with tempfile.TemporaryDirectory() as _folder:
    wrapped.save_pretrained(_folder)
    in_adapter = sorted(load_file(Path(_folder, "adapter_model.safetensors")))

names = {
    name: name.removeprefix("base_model.model.").replace(".base_layer", "")
    for name in wrapped.state_dict()
    if ".base_layer." in name
}
equal = all(torch.equal(wrapped.state_dict()[name], own[names[name]]) for name in names)
adapters = [p for n, p in wrapped.named_parameters() if "lora_" in n]
trained = all(parameter.any() for parameter in adapters)

print("names with base_layer:", len(names))
print("each is the base model's, bit for bit:", equal)
print("such names in the adapter's file:", sum("base_layer" in n for n in in_adapter))
assert len(names) == 8, sorted(names)
assert equal, "base_layer has moved"
assert trained, "the adapters were not trained"
assert len(in_adapter) == 8, in_adapter
assert not any("base_layer" in name for name in in_adapter), in_adapter
