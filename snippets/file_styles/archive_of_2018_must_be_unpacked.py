"""Unpack a `.tar.gz` from 2018, and rename its `bert_config.json` to `config.json`: then `from_pretrained` loads it completely. It does not read the archive as it is, and without the renaming the class takes bert-base's sizes."""

import runpy
import tarfile
import tempfile
from pathlib import Path

import torch
import transformers
from transformers import BertConfig, BertForPreTraining

scope = "library"

_styles = runpy.run_path("checkpoints/checkpoint_styles.py")
transformers.logging.set_verbosity_error()
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
_ids = torch.tensor([[2, 17, 50, 4, 30, 42, 3]])


def load(folder):
    try:
        loaded, report = BertForPreTraining.from_pretrained(
            folder, output_loading_info=True
        )
    except (OSError, RuntimeError) as error:
        return type(error).__name__
    pairs = zip(loaded.eval()(_ids)[:2], model(_ids)[:2], strict=True)
    same = all(torch.allclose(mine, its, atol=1e-4) for mine, its in pairs)
    return f"{sum(map(len, report.values()))} keys do not match; same logits: {same}"


with tempfile.TemporaryDirectory() as _folder:
    _file = Path(_folder, "file")
    _styles["write_style"]("archive-2018", _file, Path(_saved.name))
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
assert hidden_size == BertConfig().hidden_size, f"unpacked: {hidden_size}"
assert hidden_size_renamed == config.hidden_size, f"renamed: {hidden_size_renamed}"
assert renamed == "0 keys do not match; same logits: True", renamed
