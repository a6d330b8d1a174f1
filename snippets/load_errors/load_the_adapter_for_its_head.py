"""Load the base model, then the adapter with `PeftModel.from_pretrained`: that finds the trained head, which PEFT's wrapper calls `classifier.modules_to_save.default.weight`, or `score.…`. The adapter's file has the plain name, so `load_state_dict` on the wrapped model leaves the head untrained. This holds for a LoRA with `task_type="SEQ_CLS"` on BERT and on GPT-2."""

import logging
import tempfile
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    BertModel,
    GPT2Config,
    GPT2ForSequenceClassification,
    GPT2Model,
)

scope = "library"
decides = "from_pretrained finds"

logging.disable(logging.CRITICAL)  # each load would report a new head
torch.manual_seed(0)
_bert = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_bert |= {"num_attention_heads": 2, "intermediate_size": 24}
_gpt2 = {"vocab_size": 50, "n_embd": 16, "n_layer": 1, "n_head": 2}
_cases = {
    "classifier": (
        BertModel(BertConfig.from_dict(_bert)),
        BertForSequenceClassification,
        LoraConfig(task_type="SEQ_CLS", target_modules=["query", "value"]),
    ),
    "score": (
        GPT2Model(GPT2Config.from_dict(_gpt2)),
        GPT2ForSequenceClassification,
        LoraConfig(task_type="SEQ_CLS", target_modules=["c_attn"], fan_in_fan_out=True),
    ),
}
_found, _by_load_state_dict, _in_file = {}, {}, {}
for _name, (_encoder, _class, _settings) in _cases.items():
    _wrapped_name = f"base_model.model.{_name}.modules_to_save.default.weight"
    with tempfile.TemporaryDirectory() as _base, tempfile.TemporaryDirectory() as _mine:
        _encoder.save_pretrained(_base)
        _trained = get_peft_model(_class.from_pretrained(_base), _settings)
        for _parameter in _trained.parameters():
            if _parameter.requires_grad:
                torch.nn.init.normal_(_parameter)  # stands for training
        _trained.save_pretrained(_mine)
        _file = load_file(Path(_mine, "adapter_model.safetensors"))
        _loaded = PeftModel.from_pretrained(_class.from_pretrained(_base), _mine)
        _wrapped = get_peft_model(_class.from_pretrained(_base), _settings)
        _report = _wrapped.load_state_dict(_file, strict=False)
    _head = _trained.state_dict()[_wrapped_name]
    _found[_name] = _loaded.state_dict()[_wrapped_name].equal(_head)
    _by_load_state_dict[_name] = _wrapped.state_dict()[_wrapped_name].equal(_head)
    _in_file[_name] = f"base_model.model.{_name}.weight" in _file
    assert f"base_model.model.{_name}.weight" in _report.unexpected_keys, _report

print("the plain name is in the adapter's file:", _in_file)
print("PeftModel.from_pretrained finds the trained head:", _found)
print("load_state_dict on the wrapped model finds it:", _by_load_state_dict)
_both = dict.fromkeys(("classifier", "score"), True)
assert _in_file == _both, _in_file
assert _found == _both, _found
assert _by_load_state_dict == dict.fromkeys(_both, False), _by_load_state_dict
