"""Spell `attention_mask` right: with `mask=`, `attn_mask=` or `input_mask=` BERT gives, bit for bit, the vectors without a mask. Nothing is said. A misspelt `token_type_ids` or `labels` is ignored as well."""

import logging

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "ignored:"

_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library = logging.getLogger("transformers")
_library.handlers = [_handler]
_library.setLevel("WARNING")
_library.warning("a line to show that lines are heard")
torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
_sizes |= {"initializer_range": 0.2}  # far from uniform attention
model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
_token_ids = torch.tensor([[2, 17, 54, 3, 0, 0, 0]])
_mask = (_token_ids != 0).long()
_ones = torch.ones_like(_token_ids)
right = {"attention_mask": _mask, "token_type_ids": _ones, "labels": _token_ids}
misspelt = {"mask": _mask, "attn_mask": _mask, "input_mask": _mask}
misspelt |= {"token_types": _ones, "segment_ids": _ones, "label": _token_ids}


def obeyed(name, value):
    """Whether an argument changes the logits, or gives a loss."""
    try:
        with torch.no_grad():
            output = model(_token_ids, **{name: value})
    except TypeError:
        return "an error"
    changed = not torch.equal(output.logits, _without)
    return changed or output.loss is not None


with torch.no_grad():
    _without = model(_token_ids).logits
_right = [name for name, value in right.items() if obeyed(name, value) is True]
_outcomes = {name: obeyed(name, value) for name, value in misspelt.items()}
ignored = [name for name, outcome in _outcomes.items() if outcome is False]

print("obeyed:", *_right)
print("ignored:", *ignored)
assert _right == list(right), f"obeyed: {_right}"
assert "an error" not in _outcomes.values(), "a misspelt argument is an error"
assert ignored == list(misspelt), f"ignored: {ignored}"
assert len(_said) == 1, f"a line is not heard, or more are said: {_said}"
