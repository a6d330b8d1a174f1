"""To keep both pre-training heads, load and save with `BertForPreTraining`: a class does not save a part that it lacks. A part that the file lacks is drawn at random in a class that has it. `BertForPreTraining` itself leaves out a task's own head."""

import logging
import tempfile
from pathlib import Path

import torch
import transformers
from safetensors.torch import load_file
from transformers import BertConfig, BertForPreTraining

scope = "library"
decides = "BertForMaskedLM               NSP head"

logging.disable(logging.CRITICAL)  # 60 loads, and each would report
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
CLASSES = [
    "BertForPreTraining",
    "BertForMaskedLM",
    "BertLMHeadModel",
    "BertForNextSentencePrediction",
    "BertModel",
    "BertForSequenceClassification",
    "BertForMultipleChoice",
    "BertForTokenClassification",
    "BertForQuestionAnswering",
]
PARTS = {  # the decoder's matrix is the embedding's, and lives with the encoder
    "pooler": ("pooler.",),
    "MLM head": ("cls.predictions.transform.dense.", "cls.predictions.bias"),
    "NSP head": ("cls.seq_relationship.",),
    "own head": ("classifier.", "qa_outputs."),
}


def part_of(tensors, part):
    """The part's tensors, under names without the prefix `bert.`."""
    plain = {key.removeprefix("bert."): tensor for key, tensor in tensors.items()}
    return {key: t for key, t in plain.items() if key.startswith(PARTS[part])}


def load(class_, folder, seed):
    torch.manual_seed(seed)
    return class_.from_pretrained(folder).state_dict()


def equal(a, b):
    return a.keys() == b.keys() and all(torch.equal(a[key], b[key]) for key in a)


def fate(part, before, loaded, loaded_with_another_seed):
    """What became of a part in loading, by its values."""
    old, now = part_of(before, part), part_of(loaded, part)
    if not now:
        return "left out" if old else ""
    if old:
        assert equal(old, now), f"{part}: not the file's"
        return "kept"
    another = part_of(loaded_with_another_seed, part)
    assert not equal(now, another), f"{part}: the same with another seed"
    return "new"


torch.manual_seed(0)
_trained = BertForPreTraining(config)
for _parameter in _trained.parameters():
    torch.nn.init.normal_(_parameter, std=0.1)  # nothing at a value one could guess
_home = tempfile.TemporaryDirectory()
_trained.save_pretrained(_home.name)
original = _trained.state_dict()
lives = []
for name in CLASSES:
    class_ = getattr(transformers, name)
    loaded = [load(class_, _home.name, seed) for seed in (1, 2)]
    with tempfile.TemporaryDirectory() as _folder:
        torch.manual_seed(1)
        class_.from_pretrained(_home.name).save_pretrained(_folder)
        saved = load_file(
            Path(_folder, "model.safetensors"), device=str(_trained.device)
        )
        again = class_.from_pretrained(_folder).state_dict()
        full = [load(BertForPreTraining, _folder, seed) for seed in (3, 4)]
    assert equal(again, loaded[0]), f"{name}: its own file gives it something else"
    _encoder = [key for key in original if key.startswith(("bert.emb", "bert.enc"))]
    assert all(torch.equal(original[key], full[0][key]) for key in _encoder)
    for part in PARTS:
        row = {
            "class": name,
            "part": part,
            "belongs to": {"pooler": "encoder"}.get(part, "head"),
            "in the file": "there" if part_of(original, part) else "",
            "loaded": fate(part, original, *loaded),
            "saved": "there" if part_of(saved, part) else "",
            "loaded as BertForPreTraining": fate(part, saved, *full),
        }
        if any(list(row.values())[3:]):
            lives.append(row)

_fates = [
    row["loaded as BertForPreTraining"] for row in lives if row["part"] != "own head"
]
parts_kept, parts_made_new = _fates.count("kept"), _fates.count("new")
for row in lives:
    _told = [value or "-" for value in list(row.values())[3:]]
    print(f"{row['class']:30}{row['part']:10}", " > ".join(_told))
for row in lives:
    if row["part"] == "own head":  # not the file's, then lost in the other class
        assert list(row.values())[3:] == ["", "new", "there", "left out"]
    elif row["loaded"] == "kept":
        assert list(row.values())[3:] == ["there", "kept", "there", "kept"]
    else:  # once left out, it is not in the file that is saved, and then new
        assert list(row.values())[3:] == ["there", "left out", "", "new"]
assert parts_kept + parts_made_new == 3 * len(CLASSES)
