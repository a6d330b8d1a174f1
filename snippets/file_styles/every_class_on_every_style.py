"""Weights that one of nine BERT classes has and the file lacks are newly initialised, in each of thirteen styles of PyTorch file. Only two unequal copies of a tied tensor break its tie; four more kinds of folder load in none of the classes."""

import json
import re
import runpy
import tarfile
import tempfile
from pathlib import Path

import torch
import transformers
from safetensors.torch import save_file
from transformers import AutoModel, BertConfig, BertForPreTraining, BertModel

scope = "library"
decides = "styles that break the tie"

_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
transformers.logging.set_verbosity_error()  # the load reports are read as data
transformers.logging.disable_progress_bar()
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForPreTraining(config).eval()
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.3)  # nothing at a value one could guess
_saved = tempfile.TemporaryDirectory()  # each style is written from this file
model.save_pretrained(_saved.name)
_ids = torch.tensor([[2, 17, 90, 4, 30, 42, 3], [2, 7, 8, 4, 99, 6, 3]])
_vectors = model.bert(_ids)[0]
SHORT = {"pooler": "pooler", "cls.predictions": "MLM", "cls.seq_relationship": "NSP"}
HEADS = set(SHORT)
HAS = {  # on top of the encoder's layers
    "BertModel": {"pooler"},
    "BertForPreTraining": HEADS,
    "BertForMaskedLM": {"cls.predictions"},
    "BertForNextSentencePrediction": {"pooler", "cls.seq_relationship"},
    "BertForSequenceClassification": {"pooler", "classifier"},
    "BertForTokenClassification": {"classifier"},
    "BertForQuestionAnswering": {"qa_outputs"},
    "BertForMultipleChoice": {"pooler", "classifier"},
    "BertLMHeadModel": {"cls.predictions"},
}
ENCODERS = ("encoder", "sentence-transformer", "0_Transformer")
IN_FILE = {"masked-lm": {"cls.predictions"}} | {style: {"pooler"} for style in ENCODERS}
TWO_COPIES = ("tied-keys-differ", "untied")
STYLES = [
    "safetensors",
    "masked-lm",
    "encoder",
    "tied-keys-differ",
    "untied",
    "decoder-bias-only",
    "position-ids",
    "dump-weight-bias",
    "dump-2018",
    "archive-2018",
]
COLUMNS = {"archive-2018": "archive-2018, unpacked"}
# First bytes alone: enough for a file that nothing reads
NO_PYTORCH = {"tf_model.h5": b"\x89HDF\r\n\x1a\n", "flax_model.msgpack": b"\xde"}


def write_shards(folder):
    model.save_pretrained(folder, max_shard_size="10KB")
    assert (folder / "model.safetensors.index.json").exists(), "it is one file"


def write_sentence_transformer(folder, transformer=""):
    """As sentence-transformers saves: the encoder, and a list of modules beside it."""
    BertModel.from_pretrained(_saved.name).save_pretrained(folder / transformer)
    modules = [{"idx": 0, "name": "0", "path": transformer}]
    modules.append({"idx": 1, "name": "1", "path": "1_Pooling"})
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling/config.json").write_text('{"pooling_mode_mean_tokens": true}')
    (folder / "modules.json").write_text(json.dumps(modules))


def write_adapter(folder):
    """As peft saves one, with peft's names."""
    lora = "base_model.model.bert.encoder.layer.0.attention.self.query.lora_"
    rows = {"A.weight": torch.ones(8, 24), "B.weight": torch.ones(24, 8)}
    settings = {"peft_type": "LORA", "base_model_name_or_path": _saved.name}
    folder.mkdir()
    (folder / "adapter_config.json").write_text(json.dumps(settings))
    save_file(
        {lora + key: tensor for key, tensor in rows.items()},
        folder / "adapter_model.safetensors",
    )


def modules(keys):
    return {re.match(r"(?:bert\.)?(pooler|cls\.\w+|\w+)", key)[1] for key in keys}


def load(name, style, folder, **options):
    class_ = getattr(transformers, name)
    model, report = class_.from_pretrained(folder, output_loading_info=True, **options)
    vectors = model.base_model(_ids)[0]
    assert torch.allclose(vectors, _vectors, atol=1e-4), f"{name} from {style}: vectors"
    new, left_out = modules(report["missing_keys"]), modules(report["unexpected_keys"])
    in_file = IN_FILE.get(style, HEADS)
    assert new == HAS[name] - in_file, f"{name} from {style}: new are {new}"
    assert left_out == in_file - HAS[name], f"{name} from {style}: unused {left_out}"
    assert not report["mismatched_keys"], f"{name} from {style}: mismatched"
    row = {
        "class": name,
        "missing: new": ", ".join(f"{part}.*" for part in sorted(new)),
        "unexpected: left out": ", ".join(f"{part}.*" for part in sorted(left_out)),
        "weight tied": "",
        "one bias": "",
    }
    if "cls.predictions" in HAS[name]:
        head, words = model.cls.predictions, model.get_input_embeddings().weight
        tied, one_bias = head.decoder.weight is words, head.decoder.bias is head.bias
        row |= {"weight tied": tied, "one bias": one_bias}
        assert tied == one_bias == (style not in TWO_COPIES), f"{name} from {style}"
    return row


def verdict(row, style):
    lost = [word for part, word in SHORT.items() if part in row["missing: new"]]
    if lost:
        return f"problem: {', '.join(lost)} new"
    if row["weight tied"] is False:
        return "note: untied, as asked" if style == "untied" else "problem: tie broken"
    new = row["missing: new"]
    return f"note: {new.removesuffix('.*')} new" if new else "fine"


_tables = {}
for style in STYLES:
    with tempfile.TemporaryDirectory() as _folder:
        _file = Path(_folder, "file")
        _styles["write_style"](style, _file, Path(_saved.name))
        if style == "archive-2018":  # from_pretrained does not unpack it
            with tarfile.open(_file / "pydoc-bert.tar.gz") as _archive:
                _archive.extractall(_file, filter="data")
            (_file / "bert_config.json").rename(_file / "config.json")
        _tables[style] = [load(name, style, _file) for name in HAS]
overview, with_problems = [{"class": name} for name in HAS], []
for style, table in _tables.items():
    column = COLUMNS.get(style, style)
    for line, row in zip(overview, table, strict=True):
        line[column] = verdict(row, style)
    _words = [line[column].split(":")[0] for line in overview]
    print(
        f"{column:23}", "  ".join(f"{_words.count(w)} {w}" for w in sorted({*_words}))
    )
    if "problem" in _words:
        with_problems.append(style)
_broken = [
    style
    for style, table in _tables.items()
    if any(row["weight tied"] is False for row in table)
]
print("styles that break the tie:", *_broken)
assert with_problems == ["masked-lm", "encoder", "tied-keys-differ"], with_problems

# Folders of today, and folders with nothing for PyTorch; peft must not be installed.
with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder)
    write_shards(_file / "shards")
    write_sentence_transformer(_file / "sentence-transformer")
    write_sentence_transformer(_file / "old", "0_Transformer")
    write_adapter(_file / "adapter")
    for _name, _first in NO_PYTORCH.items():
        config.save_pretrained(_file / _name)
        (_file / _name / _name).write_bytes(_first)
    for _style in ("shards", "sentence-transformer"):
        _tables[_style] = [load(name, _style, _file / _style) for name in HAS]
    _tables["0_Transformer"] = [
        load(name, "0_Transformer", _file / "old", subfolder="0_Transformer")
        for name in HAS
    ]
    next((_file / "shards").glob("model-*")).unlink()
    stopped = {}
    try:
        BertForPreTraining.from_pretrained(_file / "shards")
    except FileNotFoundError as _error:
        without_a_shard = type(_error).__name__
    try:
        AutoModel.from_pretrained(_file / "adapter")
    except ValueError as _error:
        auto_model = type(_error).__name__
    for _style in ("old", "adapter", *NO_PYTORCH):
        for name in HAS:
            try:
                getattr(transformers, name).from_pretrained(_file / _style)
            except OSError as _error:
                said = "Error no file named model.safetensors, or pytorch_model.bin"
                stopped.setdefault(_style, []).append(said in str(_error))

GROUPS = {  # classes that have the same parts, by their names after `BertFor`
    "Model": ["BertModel"],
    "PreTraining": ["BertForPreTraining"],
    "MaskedLM, LMHeadModel": ["BertForMaskedLM", "BertLMHeadModel"],
    "NextSentence Prediction": ["BertForNextSentencePrediction"],
    "Sequence Classification, Multiple Choice": [
        "BertForSequenceClassification",
        "BertForMultipleChoice",
    ],
    "Token Classification, Question Answering": [
        "BertForTokenClassification",
        "BertForQuestionAnswering",
    ],
}
ROWS = {
    "safetensors": "today's file, one or in shards",
    "masked-lm": "saved from `BertForMaskedLM`",
    "encoder": "saved from `BertModel`, or a SentenceTransformer's folder",
    "tied-keys-differ": "two copies that differ",
    "untied": "untied on purpose",
    "decoder-bias-only": "`decoder.bias` alone",
    "position-ids": "with `position_ids`",
    "dump-weight-bias": "a dump with `LayerNorm.weight`",
    "dump-2018": "the first dump (`LayerNorm.gamma`), or its archive, unpacked",
}
SAME_ROW = {
    "shards": "safetensors",
    "sentence-transformer": "encoder",
    "0_Transformer": "encoder",
    "archive-2018": "dump-2018",
}


def one_verdict(rows, style):
    said = {verdict(row, style) for row in rows}
    if len(said) == 2:  # the layers for a task have two names
        said = {word.replace("qa_outputs", "classifier") for word in said}
    assert len(said) == 1, f"{style}: {said}"
    return said.pop().replace("classifier new", "task head new")


_matrix = {
    style: {
        group: one_verdict([row for row in table if row["class"] in names], style)
        for group, names in GROUPS.items()
    }
    for style, table in _tables.items()
}
for _style, _other in SAME_ROW.items():
    assert _matrix[_style] == _matrix[_other], f"{_style} differs from {_other}"
assert {*ROWS} == _matrix.keys() - SAME_ROW.keys()
matrix = [{"file": words} | _matrix[style] for style, words in ROWS.items()]
STOPS = {
    "old": "a SentenceTransformer's folder with `0_Transformer` in it",
    "tf_model.h5": "`tf_model.h5` alone",
    "flax_model.msgpack": "`flax_model.msgpack` alone",
    "adapter": "a PEFT adapter, without peft",
}
for _style, _words in STOPS.items():
    assert stopped.get(_style) == [True] * len(HAS), f"{_style}: {stopped}"
    matrix.append({"file": _words} | dict.fromkeys(GROUPS, "problem: stops"))
    print(f"{_words}: OSError in all {len(HAS)} classes")
print("a shard is gone:", without_a_shard)
print("AutoModel on the adapter:", auto_model)
_todays = {row["class"]: row["safetensors"].split(":")[0] for row in overview}
assert [name for name, word in _todays.items() if word == "note"] == [
    name for name, has in HAS.items() if not has <= HEADS
], f"from today's file: {_todays}"
assert {*STYLES} == {*_styles["STYLES"]}, "a style is not tried"
