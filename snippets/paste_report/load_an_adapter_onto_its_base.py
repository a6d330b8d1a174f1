"""Load the base with the class that the adapter was trained with, then the adapter with `PeftModel.from_pretrained`: a head in neither file is random. Otherwise the two together give a LoRA's outputs; the base alone gives others. A new head of BERT is in the adapter's file if the `LoraConfig` says `task_type="SEQ_CLS"`."""

import logging
import tempfile
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import BertConfig, BertForSequenceClassification, BertModel

scope = "library"
decides = "both loaded"

logging.disable(logging.CRITICAL)  # a new head would be reported
torch.manual_seed(0)
_sizes = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 24}
_token_ids = torch.tensor([[2, 5, 7, 3]])


def outputs(_model):
    with torch.no_grad():
        return _model.eval()(_token_ids)[0]


def classifier_again(_base, **_options):
    """Return whether base and adapter give a trained classifier's outputs."""
    _settings = LoraConfig(target_modules=["query", "value"], **_options)
    _class = BertForSequenceClassification
    _model = get_peft_model(_class.from_pretrained(_base), _settings)
    for _parameter in _model.parameters():
        if _parameter.requires_grad:
            torch.nn.init.normal_(_parameter)  # stands for training
    with tempfile.TemporaryDirectory() as _adapter:
        _model.save_pretrained(_adapter)
        _loaded = PeftModel.from_pretrained(_class.from_pretrained(_base), _adapter)
    return torch.allclose(outputs(_loaded), outputs(_model), atol=1e-5)


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
    _with_its_head = classifier_again(_base, task_type="SEQ_CLS")
    _without = classifier_again(_base)

both = torch.allclose(_found, _wanted, atol=1e-5)
saved_again = torch.allclose(_found_again, _wanted, atol=1e-5)
base_alone = torch.allclose(_alone, _wanted, atol=1e-2)
print("both loaded, the trained model's outputs:", both)
print("saved and loaded once more:", saved_again)
print("the base model alone:", base_alone)
print("a classifier whose adapter has the head:", _with_its_head)
print("one whose head is in neither file:", _without)
assert both, "other outputs"
assert saved_again, "other outputs after saving again"
assert not base_alone, "the adapter changes nothing"
assert _with_its_head, "a classifier gives other outputs"
assert not _without, "the head is not random"
