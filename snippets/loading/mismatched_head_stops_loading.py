"""If the classifier's size differs from the file's, loading fails. With `ignore_mismatched_sizes=True` the whole classifier is newly initialised, its row says so, and the rest is the file's."""

import contextlib
import logging
import tempfile

import torch
from transformers import BertConfig, BertForSequenceClassification

scope = "library"
decides = "with it, mismatched:"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
    num_labels=2,
)
saved = BertForSequenceClassification(config)
_told = []
_handler = logging.Handler()
_handler.emit = lambda record: _told.extend(record.getMessage().splitlines())
logging.getLogger("transformers").addHandler(_handler)
with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    saved.save_pretrained("two-labels")
    error = ""
    try:
        BertForSequenceClassification.from_pretrained("two-labels", num_labels=3)
    except RuntimeError as _error:
        error = str(_error).strip().splitlines()[0]
    _heads = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        loaded, report = BertForSequenceClassification.from_pretrained(
            "two-labels",
            num_labels=3,
            ignore_mismatched_sizes=True,
            output_loading_info=True,
        )
        _heads.append(loaded.classifier.weight)

mismatched = sorted(key for key, *_shapes in report["mismatched_keys"])
_old, _new = saved.state_dict(), loaded.state_dict()
rest = [key for key in _new if key not in mismatched]
rest_from_the_file = sum(torch.equal(_new[key], _old[key]) for key in rest)
head_depends_on_the_seed = not torch.equal(*_heads)
rows_that_say_reinit = sum("Reinit" in line for line in _told if "classifier" in line)
reports = sum("LOAD REPORT" in line for line in _told)
notes_that_say_loaded = sum("weights were loaded" in line for line in _told)

print()
print("without the option:", error or "it loads")
print("with it, mismatched:", *mismatched)
print("the rest from the file:", rest_from_the_file, "of", len(rest))
print("another seed gives another head:", head_depends_on_the_seed)
print("rows that say “Reinit”:", rows_that_say_reinit)
print("notes that say “weights were loaded”:", notes_that_say_loaded)
print("reports:", reports)
assert error, "it loads without a word"
assert mismatched == ["classifier.bias", "classifier.weight"], f"{mismatched}"
assert rest_from_the_file == len(rest), f"{rest_from_the_file} of {len(rest)}"
assert head_depends_on_the_seed, "the head does not depend on the seed"
assert rows_that_say_reinit > 0, "no row says Reinit"
assert notes_that_say_loaded == reports, "not each report says so"
