"""Pad on the right for a classifier made of BERT, and on the left for GPT-2's or Llama's `generate`, and pass the mask. This holds in float32, in fresh models, with four pads. BERT's classifier reads the first column: pads there are wrong even with `position_ids`. For RoBERTa, XLM-RoBERTa and MPNet `position_ids` from 0 are wrong at all. T5's and BART's `generate` makes no mask, and XLNet's and RWKV's goes wrong with pads on either side."""

import torch
import transformers
from transformers import AutoConfig, logging

scope = "library"
decides = "class: BERT"

logging.set_verbosity_error()  # T5 and BART tell of tokens that so few ids lack
PAD, noise, moved = 1, 1e-4, 3e-3
_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2, "dim": 32}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64, "d_inner": 64}
_sizes |= {"initializer_range": 0.2, "init_std": 0.2, "initializer_factor": 2.0}
_sizes |= {"d_head": 16, "d_kv": 16, "d_model": 32, "hidden_dim": 64, "num_layers": 2}
_sizes |= {"bos_token_id": None, "eos_token_id": None, "pad_token_id": PAD}
_sizes |= {"decoder_start_token_id": 2, "forced_eos_token_id": None, "num_labels": 20}


def vectors(model, ids, **rest):
    return model(ids, **rest)[0][ids != PAD]


def answer(model, ids, **rest):
    return model(ids, **rest).logits


def scores(model, ids, **rest):
    return model(ids, **rest).logits[ids != PAD]


def continued(model, ids, **rest):
    """The scores that three new tokens are chosen by."""
    rest |= {"output_logits": True, "return_dict_in_generate": True}
    return torch.cat(model.generate(ids, max_new_tokens=3, **rest).logits)


_like_bert = ["DistilBERT", "ALBERT", "ELECTRA"]
_encoders = ["BERT", *_like_bert, "RoBERTa", "XLM-RoBERTa", "MPNet"]
_decoders = ["GPT-2", "Llama", "XLNet", "RWKV"]
_tasks = [  # the task, the class, what is read, the families
    ("vectors", "AutoModel", vectors, _encoders),
    ("class", "AutoModelForSequenceClassification", answer, _encoders),
    ("class", "AutoModelForSequenceClassification", answer, ["GPT-2", "Llama"]),
    ("token scores", "AutoModelForCausalLM", scores, _decoders),
    ("`generate`", "AutoModelForCausalLM", continued, _decoders),
    ("`generate`", "AutoModelForSeq2SeqLM", continued, ["T5", "BART"]),
]


def same_as_alone(auto, read, model_type):
    """For each way to pad: does the text get what it gets without pads?"""
    far = {}
    for seed in range(3):
        torch.manual_seed(seed)
        config = AutoConfig.for_model(model_type, **_sizes)
        model = getattr(transformers, auto).from_config(config).eval()
        text, pads = torch.randint(3, 100, (1, 5)), torch.full((1, 4), PAD)
        right, left = torch.cat([text, pads], dim=1), torch.cat([pads, text], dim=1)
        mask = (left != PAD).long()
        model.to(mask.device)  # XLNet creates its attention on the CPU
        placed = {"position_ids": (mask.cumsum(dim=1) - 1).clamp(min=0)}
        with torch.no_grad():
            alone = read(model, text)
            found = {
                "right, mask": read(model, right, attention_mask=mask.flip(1)),
                "left, mask": read(model, left, attention_mask=mask),
                "right, no mask": read(model, right),
            }
            if not config.is_encoder_decoder:  # those take no position_ids
                given = {"attention_mask": mask, **placed}
                found["left, mask, position_ids"] = read(model, left, **given)
        for way, result in found.items():
            far.setdefault(way, []).append((result - alone).abs().max().item())
    for way, all_far in far.items():
        assert max(all_far) < noise or min(all_far) > moved, (model_type, way, all_far)
    return {way: max(all_far) < noise for way, all_far in far.items()}


def advice(same):
    """Return what to do, by the ways to pad that change nothing."""
    if not same["right, mask"]:
        return "left, mask" if same["left, mask"] else "no pads"
    return f"{'either' if same['left, mask'] else 'right'}, mask"


_ways = ("left, mask", "left, mask, position_ids", "right, no mask")
_grades = {True: "fine: same", False: "problem: other", None: "–"}
_groups, choices = {}, []
for task, auto, read, families in _tasks:
    for family in families:
        _same = same_as_alone(auto, read, family.lower().replace("gpt-2", "gpt2"))
        _groups.setdefault((task, *_same.items()), []).append(family)
for (task, *_pairs), (family, *_others) in _groups.items():
    _same = dict(_pairs)
    _row = {"you want": f"{task}: {family}", "do": advice(_same)}
    _row |= {way: _grades[_same.get(way)] for way in _ways}
    choices.append(_row | {"the same for": ", ".join(_others) or "–"})

for row in choices:
    print(*row.values(), sep=" · ")
_same, _other, _none = _grades.values()
_by = {what: rest for what, *rest in (row.values() for row in choices)}
assert _by == {
    "vectors: BERT": ["right, mask", _other, _same, _other, ", ".join(_like_bert)],
    "vectors: RoBERTa": ["either, mask", _same, _other, _other, "XLM-RoBERTa, MPNet"],
    "class: BERT": ["right, mask", _other, _other, _other, ", ".join(_encoders[1:])],
    "class: GPT-2": ["right, mask", _other, _same, _same, "–"],
    "class: Llama": ["either, mask", _same, _same, _same, "–"],
    "token scores: GPT-2": ["right, mask", _other, _same, _same, "–"],
    "token scores: Llama": ["either, mask", _same, _same, _same, "–"],
    "token scores: XLNet": ["either, mask", _same, _same, _other, "–"],
    "token scores: RWKV": ["right, mask", _other, _other, _same, "–"],
    "`generate`: GPT-2": ["left, mask", _same, _same, _other, "Llama"],
    "`generate`: XLNet": ["no pads", _other, _other, _other, "RWKV"],
    "`generate`: T5": ["either, mask", _same, _none, _other, "–"],
    "`generate`: BART": ["right, mask", _other, _none, _other, "–"],
}, _by
