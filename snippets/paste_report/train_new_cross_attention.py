"""Train new cross-attention before you use it, and save the decoder: untrained, it only guesses, and the saved file has it. Here a small BERT with random weights repeats what the encoder shows, and its cross-attention alone is trained, over three seeds."""

import logging
import statistics
import tempfile

import torch
from transformers import BertConfig, BertLMHeadModel

scope = "library"
decides = "untrained"

logging.disable(logging.CRITICAL)  # each load would report
_sizes = {"vocab_size": 12, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
_sizes |= {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
_wanted = torch.arange(4, 12)  # one token for each of eight sights
_start = torch.full((8, 1), 2)


def right(model, seen):
    with torch.no_grad():
        found = model.eval()(_start, encoder_hidden_states=seen).logits
    return (found[:, 0].argmax(-1) == _wanted).float().mean().item()


_before, _after, _again, _new = [], [], [], set()
for _seed in range(3):
    torch.manual_seed(_seed)
    _seen = torch.randn(8, 3, 32)  # what the decoder attends to
    with tempfile.TemporaryDirectory() as _folder:
        # Neither an encoder nor this class has cross-attention by default.
        BertLMHeadModel(BertConfig.from_dict(_sizes)).save_pretrained(_folder)
        model, _report = BertLMHeadModel.from_pretrained(
            _folder, is_decoder=True, add_cross_attention=True, output_loading_info=True
        )
        _new |= {"crossattention" in key for key in _report["missing_keys"]}
        _before.append(right(model, _seen))
        _parts = [p for n, p in model.named_parameters() if "crossattention" in n]
        _optimizer = torch.optim.Adam(_parts, 0.02)
        for _step in range(60):
            _logits = model(_start, encoder_hidden_states=_seen).logits[:, 0]
            torch.nn.functional.cross_entropy(_logits, _wanted).backward()
            _optimizer.step()
            model.zero_grad()
        _after.append(right(model, _seen))
        model.save_pretrained(_folder)
        again, _report = BertLMHeadModel.from_pretrained(
            _folder, output_loading_info=True
        )
        _again.append((right(again, _seen), len(_report["missing_keys"])))

_average = statistics.mean(_before)
print(f"untrained: {_average:.0%} right on average; trained: {min(_after):.0%} or more")
print("saved and loaded, right and missing:", *_again)
assert _new == {True}, "something else is new, too"
assert _average < 0.3, f"untrained: {_before}"
assert min(_after) > 0.9, f"trained: {_after}"
assert _again == [(one, 0) for one in _after], f"saved and loaded: {_again}"
