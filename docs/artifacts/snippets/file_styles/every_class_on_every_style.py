"""For each of nine BERT classes and ten styles of PyTorch file: what the class has and the file lacks is new, and only two unequal copies of a tied tensor break its tie."""

import re
import runpy
import tarfile
import tempfile
from pathlib import Path

import torch
import transformers
from transformers import BertConfig, BertForPreTraining

scope = "library"

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
IN_FILE = {"masked-lm": {"cls.predictions"}, "encoder": {"pooler"}}  # others: all heads
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


def modules(keys):
    return {re.match(r"(?:bert\.)?(pooler|cls\.\w+|\w+)", key)[1] for key in keys}


def load(name, style, folder):
    class_ = getattr(transformers, name)
    model, report = class_.from_pretrained(folder, output_loading_info=True)
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
today, masked_lm, encoder, two_copies, untied = list(_tables.values())[:5]
decoder_bias_only, position_ids = _tables["decoder-bias-only"], _tables["position-ids"]
dump_weight_bias, dump_2018, archive_2018 = list(_tables.values())[7:]
_todays = {row["class"]: row["safetensors"].split(":")[0] for row in overview}
assert [name for name, word in _todays.items() if word == "note"] == [
    name for name, has in HAS.items() if not has <= HEADS
], f"from today's file: {_todays}"
assert {*STYLES} == {*_styles["STYLES"]}, "a style is not tried"
