"""Whether a file's keys begin with `bert.` or not, a class with a part called `bert` and one without it both load its whole encoder."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForPreTraining, BertModel

ports = ("pytorch_pretrained_bert", "pytorch_transformers")

scope = "library"
decides = "without into BertForPreTraining"

logging.getLogger("transformers").setLevel(logging.ERROR)  # no load reports here
torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
    }
)
model = BertForPreTraining(config)
_encoder = model.bert.state_dict()
_files = {"with bert.": model.state_dict(), "without": _encoder}
table = []
for kind, file in _files.items():
    for class_ in (BertForPreTraining, BertModel):
        with tempfile.TemporaryDirectory() as _folder:
            Path(_folder, "config.json").write_text(config.to_json_string())
            torch.save(file, Path(_folder, "pytorch_model.bin"))
            loaded = class_.from_pretrained(_folder)
        _state = getattr(loaded, "bert", loaded).state_dict()
        # The thread's rule: what the loader looks for begins with this.
        _prefix = "bert." if class_ is BertModel else ""
        _wanted = [_prefix + key for key in loaded.state_dict() if "cls." not in key]
        table.append(
            {
                "keys of the file": kind,
                "class": class_.__name__,
                "found by the rule": sum(key in file for key in _wanted),
                "loaded": sum(
                    torch.equal(_state[key], _encoder[key]) for key in _state
                ),
                "of": len(_encoder),
            }
        )

short = [row for row in table if row["loaded"] != row["of"]]
for row in table:
    print(f"a file {row['keys of the file']} into {row['class']}:", end=" ")
    print("the rule finds", row["found by the rule"], end=", ")
    print("loaded are", row["loaded"], "of", row["of"])
assert not short, (
    f"of a file {short[0]['keys of the file']} {short[0]['class']} loads "
    f"{short[0]['loaded']} of {short[0]['of']} tensors"
)
assert [row["found by the rule"] for row in table] == [len(_encoder)] * 2 + [0, 0]
