"""`from_pretrained` swallows six arguments of earlier releases without a word: `from_tf`, `from_flax`, `low_cpu_mem_usage`, `_fast_init`, `mirror` and `offload_state_dict`. A folder with `tf_model.h5` or `flax_model.msgpack` alone does not load, with them or without. Five other old or misspelt ones raise a TypeError, and `torch_dtype` still works."""

import logging
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "swallowed:"

_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library.handlers = [_handler]
_library.setLevel("WARNING")
_library.warning("a line to show that lines are heard")
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertModel(config)


def load(options, renamed=None):
    """What the argument does: is swallowed, obeyed, warned of, or an error."""
    before = len(_said)
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        weights = next(Path(folder).glob("*model.*"))
        weights.rename(Path(folder, renamed or weights.name))
        try:
            loaded = BertModel.from_pretrained(folder, **options)
        except (TypeError, OSError) as error:
            return type(error).__name__
    pairs = zip(loaded.parameters(), model.parameters(), strict=True)
    same = all(one.equal(its) for one, its in pairs)
    said = ", warned" if len(_said) > before else ""
    return ("swallowed" if same else "obeyed") + said


_asks = {
    "from_tf": "read tf_model.h5",
    "from_flax": "read flax_model.msgpack",
    "low_cpu_mem_usage": "build the model without memory first",
    "_fast_init": "initialise only what is missing",
    "mirror": "download from a mirror",
    "offload_state_dict": "keep the tensors on the disk for a while",
    "torch_dtype": "load in this dtype",
    "load_in_8bit": "quantise",
    "use_flash_attention_2": "use flash attention",
    "use_auth_token": "log in",
    "resume_download": "go on with a download",
    "low_cpu_memory_usage": "nothing: it is misspelt",
}
_values = {"torch_dtype": torch.float16}
arguments = [
    {
        "argument": name,
        "asks to": asks,
        "what happens": load({name: _values.get(name, "given")}),
    }
    for name, asks in _asks.items()
]
_files = {"from_tf": "tf_model.h5", "from_flax": "flax_model.msgpack"}
alone = [
    {"the folder's file": file, "with": words, "what happens": load(options, file)}
    for name, file in _files.items()
    for words, options in ((name, {name: "given"}), ("nothing", {}))
]
_of = {row["argument"]: row["what happens"] for row in arguments}
swallowed = [name for name, what in _of.items() if what == "swallowed"]
refused = [name for name, what in _of.items() if what == "TypeError"]
trap = [
    {
        "you do": "pass `from_tf`, `low_cpu_mem_usage` or four more old arguments",
        "what happens": "note: swallowed; nothing is said",
        "do instead": "leave them out",
    }
]

for _row in arguments:
    print(f"{_row['argument']:21} {_row['what happens']}")
for _row in alone:
    print(*_row.values(), sep=", ")
print("swallowed:", *swallowed)
_six = ["from_tf", "from_flax", "low_cpu_mem_usage", "_fast_init", "mirror"]
assert swallowed == [*_six, "offload_state_dict"], f"swallowed: {swallowed}"
assert refused == list(_of)[7:], f"refused: {refused}"
assert _of["torch_dtype"] == "obeyed", f"torch_dtype: {_of['torch_dtype']}"
assert {row["what happens"] for row in alone} == {"OSError"}, alone
assert len(_said) == 1, f"a line is not heard, or more are said: {_said}"
