"""`save_pretrained` takes an argument that does not exist, and ignores it. `from_pretrained` refuses one."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config)
_zeros = {name: torch.zeros_like(value) for name, value in model.state_dict().items()}
with tempfile.TemporaryDirectory() as _folder:
    try:
        model.save_pretrained(_folder, state_dickt=_zeros)
        save_refuses = False
    except TypeError:
        save_refuses = True
        model.save_pretrained(_folder)
    loaded = BertForMaskedLM.from_pretrained(_folder)
    try:
        BertForMaskedLM.from_pretrained(_folder, ignore_mismatched_size=True)
        load_refuses = False
    except TypeError:
        load_refuses = True
zeros_were_saved = loaded.bert.embeddings.word_embeddings.weight.abs().sum().item() == 0

print(f"save_pretrained refuses a misspelt argument: {save_refuses}")
print(f"from_pretrained refuses a misspelt argument: {load_refuses}")
assert load_refuses, "from_pretrained ignores a misspelt argument"
assert not save_refuses, "save_pretrained refuses a misspelt argument"
assert not zeros_were_saved
