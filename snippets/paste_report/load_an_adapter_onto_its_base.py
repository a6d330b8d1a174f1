"""Load the base model with its own class, then the adapter with `PeftModel.from_pretrained`: together they give the trained model's outputs. So it is for a LoRA of BERT. The base model alone gives other outputs."""

import tempfile
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import BertConfig, BertModel

scope = "library"
decides = "both loaded"

torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])


def outputs(_model):
    with torch.no_grad():
        return _model.eval()(_token_ids).last_hidden_state


with tempfile.TemporaryDirectory() as _folder:
    _base, _adapter, _again = (str(Path(_folder, name)) for name in ("a", "b", "c"))
    BertModel(BertConfig.from_dict(_sizes)).save_pretrained(_base)
    _settings = LoraConfig(target_modules=["query", "value"])
    _model = get_peft_model(BertModel.from_pretrained(_base), _settings)
    for parameter in _model.parameters():
        if parameter.requires_grad:
            torch.nn.init.normal_(parameter)  # stands for training
    _wanted = outputs(_model)
    _model.save_pretrained(_adapter)
    _alone = outputs(BertModel.from_pretrained(_base))
    _loaded = PeftModel.from_pretrained(BertModel.from_pretrained(_base), _adapter)
    _found = outputs(_loaded)
    _loaded.save_pretrained(_again)
    _second = PeftModel.from_pretrained(BertModel.from_pretrained(_base), _again)
    _found_again = outputs(_second)

both = torch.allclose(_found, _wanted, atol=1e-5)
saved_again = torch.allclose(_found_again, _wanted, atol=1e-5)
base_alone = torch.allclose(_alone, _wanted, atol=1e-2)
print("both loaded, the trained model's outputs:", both)
print("saved and loaded once more:", saved_again)
print("the base model alone:", base_alone)
assert both, "other outputs"
assert saved_again, "other outputs after saving again"
assert not base_alone, "the adapter changes nothing"
