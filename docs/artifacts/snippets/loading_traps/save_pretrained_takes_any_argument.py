"""`save_pretrained` takes a misspelt argument, and ignores it. `from_pretrained` refuses a misspelt one. Six that it had in earlier releases it takes, and ignores: so `from_tf=True` loads a PyTorch file, and no TensorFlow file."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"
decides = "state_dickt"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertModel(config)
_zeros = {name: torch.zeros_like(value) for name, value in model.state_dict().items()}


def saved(**options):
    """What the next load finds: zeros, or the model's numbers."""
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder, **options)
        loaded = BertModel.from_pretrained(folder)
    return "the model" if any(p.any() for p in loaded.parameters()) else "zeros"


def loads(options, renamed="model.safetensors"):
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        Path(folder, "model.safetensors").rename(Path(folder, renamed))
        try:
            loaded = BertModel.from_pretrained(folder, **options)
        except (TypeError, OSError) as error:
            return type(error).__name__
    same = zip(loaded.parameters(), model.parameters(), strict=True)
    return "loaded" if all(one.equal(other) for one, other in same) else "others"


misspelt = {name: saved(**{name: _zeros}) for name in ("state_dict", "state_dickt")}
refused = {
    name: loads({name: "given"})
    for name in ("ignore_mismatched_sizes", "ignore_mismatched_size")
}
_once = ("from_tf", "from_flax", "low_cpu_mem_usage", "_fast_init", "mirror")
ignored = {name: loads({name: "given"}) for name in (*_once, "offload_state_dict")}
tensorflow_alone = {
    " ".join(names): loads(dict.fromkeys(names, "given"), "tf_model.h5")
    for names in (["from_tf"], [])
}

print("save_pretrained:", misspelt)
print("from_pretrained:", refused)
print("from_pretrained ignores:", *ignored)
print("tf_model.h5 alone:", tensorflow_alone)
assert misspelt == {"state_dict": "zeros", "state_dickt": "the model"}, misspelt
assert list(refused.values()) == ["loaded", "TypeError"], refused
assert len(ignored) == 6 and {*ignored.values()} == {"loaded"}, ignored
assert {*tensorflow_alone.values()} == {"OSError"}, tensorflow_alone
