"""`AutoModelForSequenceClassification.from_pretrained` on an adapter's folder finds the trained head, though the report calls `score.weight` MISSING. The report is about the base model; the head then comes from the adapter. This holds for a LoRA with `task_type="SEQ_CLS"` on BERT (`classifier`) and on GPT-2 (`score`)."""

import logging
import tempfile

import torch
from peft import LoraConfig, get_peft_model
from transformers import (
    AutoModelForSequenceClassification,
    BertConfig,
    BertModel,
    GPT2Config,
    GPT2Model,
)

scope = "library"
decides = "finds the trained head"

_said: list[str] = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
logging.getLogger("transformers").handlers = [_handler]
torch.manual_seed(0)
_bert = {"vocab_size": 50, "hidden_size": 16, "num_hidden_layers": 1}
_bert |= {"num_attention_heads": 2, "intermediate_size": 24}
_gpt2 = {"vocab_size": 50, "n_embd": 16, "n_layer": 1, "n_head": 2}
_gpt2 |= {"bos_token_id": 0, "eos_token_id": 0}
_cases = {
    "classifier": (
        BertModel(BertConfig.from_dict(_bert)),
        LoraConfig(task_type="SEQ_CLS", target_modules=["query", "value"]),
    ),
    "score": (
        GPT2Model(GPT2Config.from_dict(_gpt2)),
        LoraConfig(task_type="SEQ_CLS", target_modules=["c_attn"], fan_in_fan_out=True),
    ),
}
_auto = AutoModelForSequenceClassification
found, reported = {}, {}
for _name, (_encoder, _settings) in _cases.items():
    _key = f"{_name}.modules_to_save.default.weight"
    with tempfile.TemporaryDirectory() as _base, tempfile.TemporaryDirectory() as _mine:
        _encoder.save_pretrained(_base)
        _trained = get_peft_model(_auto.from_pretrained(_base), _settings)
        for _parameter in _trained.parameters():
            if _parameter.requires_grad:
                torch.nn.init.normal_(_parameter)  # stands for training
        _trained.save_pretrained(_mine)
        _said.clear()
        _loaded = _auto.from_pretrained(_mine)
    _lines = "\n".join(_said).split("\n")
    reported[_name] = any(
        line.startswith(f"{_name}.weight ") and "MISSING" in line for line in _lines
    )
    _head = _trained.state_dict()[f"base_model.model.{_key}"]
    found[_name] = _loaded.state_dict()[_key].equal(_head)

print("the report calls the head MISSING:", reported)
print("from_pretrained finds the trained head:", found)
_both = dict.fromkeys(_cases, True)
assert found == _both, f"found: {found}"
assert reported == _both, f"MISSING: {reported}"
