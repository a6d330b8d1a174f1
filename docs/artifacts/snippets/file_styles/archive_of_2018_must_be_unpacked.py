"""The `.tar.gz` of 2018 is not read by `from_pretrained`, and unpacked it has no `config.json`, so the class takes bert-base's sizes; renamed, its `bert_config.json` is enough."""

import runpy
import tarfile
import tempfile
from pathlib import Path

import transformers
from transformers import BertForPreTraining

_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()


def load(folder):
    try:
        _, report = BertForPreTraining.from_pretrained(folder, output_loading_info=True)
    except (OSError, RuntimeError) as error:
        return type(error).__name__
    return f"{sum(map(len, report.values()))} keys that do not match"


with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "file")
    _styles["write_style"]("archive-2018", _file)
    as_it_is = load(_file)
    with tarfile.open(_file / "pydoc-bert.tar.gz") as _archive:
        unpacked_files = _archive.getnames()
        _archive.extractall(_file, filter="data")
    hidden_size = BertForPreTraining.config_class.from_pretrained(_file).hidden_size
    unpacked = load(_file)
    (_file / "bert_config.json").rename(_file / "config.json")
    hidden_size_renamed = BertForPreTraining.config_class.from_pretrained(
        _file
    ).hidden_size
    renamed = load(_file)

print("as it is:", as_it_is)
print("in the archive:", *unpacked_files)
print(f"unpacked: {unpacked}, a configuration with hidden_size {hidden_size}")
print(f"bert_config.json renamed: {renamed}, hidden_size {hidden_size_renamed}")
assert as_it_is == "OSError", as_it_is
assert unpacked == "RuntimeError", unpacked
assert hidden_size == transformers.BertConfig().hidden_size != hidden_size_renamed
assert renamed == "0 keys that do not match", renamed
