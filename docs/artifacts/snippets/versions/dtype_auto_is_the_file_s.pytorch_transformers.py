"""`dtype="auto"` loads float16 and float32 files each in their own dtype; a dtype that is named is used for both."""

import tempfile
from pathlib import Path

import torch
from pytorch_transformers import BertConfig, BertModel

scope = "library"
decides = "torch_dtype auto"

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
names = ["float16", "float32"]


def loaded_as(argument, value):
    """The dtypes from a float16 and a float32 file; none if it is refused."""
    found = []
    for name in names:
        file = BertModel(config).to(getattr(torch, name)).state_dict()
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "config.json").write_text(config.to_json_string())
            torch.save(file, Path(folder, "pytorch_model.bin"))
            try:
                model = BertModel.from_pretrained(folder, **{argument: value})
            except TypeError:
                return []
            except ValueError:
                return ["an error"]
        dtypes = {str(p.dtype).replace("torch.", "") for p in model.parameters()}
        found.append(" and ".join(sorted(dtypes)))
    return found


loads = {
    f"{argument} {value}": loaded_as(argument, getattr(torch, value, value))
    for argument in ("dtype", "torch_dtype")
    for value in ("auto", "bfloat16")
}
knows = sorted({name.split()[0] for name, found in loads.items() if found})

print("files:", *names)
for _name, _found in loads.items():
    print(f"{_name}:", *_found or ["refused"])
assert loads["dtype auto"] == names, (
    f"dtype auto gives {' and '.join(loads['dtype auto'])}"
    if "dtype" in knows
    else "it takes torch_dtype, and auto gives "
    f"{' and '.join(loads['torch_dtype auto'])}"
    if knows
    else "it takes neither dtype nor torch_dtype"
)
assert loads["dtype bfloat16"] == ["bfloat16"] * 2, f"{loads['dtype bfloat16']}"
