"""If `config.json` is broken, or leads to no class that the release knows, loading stops, and no model is made. This holds with a cut file of weights and an unreachable hub. Mended, and from a folder of this machine, the model loads; its own class needs no `model_type`."""

import contextlib
import json
import logging
import tempfile
from pathlib import Path

import torch
from safetensors import SafetensorError
from transformers import (
    AutoModel,
    AutoModelForMaskedLM,
    BertConfig,
    BertModel,
    ViTConfig,
)

scope = "library"
decides = "mended:"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
saved = BertModel(BertConfig(vocab_size=50, intermediate_size=24, **sizes))


def load_own():
    return AutoModel.from_pretrained("own")


def error_of(load):
    """The error's name and the first sentence of what it says."""
    try:
        load()
    except (OSError, ValueError, SafetensorError) as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0][:150]}"
    return ""


with tempfile.TemporaryDirectory() as _folder, contextlib.chdir(_folder):
    saved.save_pretrained("own")
    weights, configuration = Path("own/model.safetensors"), Path("own/config.json")
    whole, _settings = weights.read_bytes(), configuration.read_text()

    weights.write_bytes(whole[: len(whole) // 2])
    cut_file = error_of(load_own)
    weights.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\n")
    pointer = error_of(load_own)
    weights.write_bytes(whole)

    configuration.write_text(_settings[: len(_settings) // 2])
    broken_configuration = error_of(load_own)

    typeless = json.loads(_settings)
    del typeless["model_type"]
    configuration.write_text(json.dumps(typeless))
    no_type = error_of(load_own)
    by_its_class = BertModel.from_pretrained("own")
    configuration.write_text(json.dumps({**typeless, "model_type": "nobodys"}))
    unknown_type = error_of(load_own)
    configuration.write_text(_settings)

    without_network = {"local_files_only": True}  # it asks no host
    unreachable = error_of(
        lambda: AutoModel.from_pretrained("nobody/nothing", **without_network)
    )
    mended = load_own()
    all_equal = all(
        torch.equal(parameter, model.state_dict()[name])
        for model in (mended, by_its_class)
        for name, parameter in saved.named_parameters()
    )

wrong_kind = error_of(lambda: AutoModelForMaskedLM.from_config(ViTConfig()))

print("a cut file:", cut_file)
print("a pointer of git-lfs:", pointer)
print("a broken configuration:", broken_configuration)
print("without a type:", no_type)
print("with an unknown type:", unknown_type)
print("a configuration of another kind of model:", wrong_kind)
print("no network:", unreachable)
print("mended: all tensors are equal:", all_equal)
assert "Error while deserializing header" in cut_file
assert "Error while deserializing header" in pointer and pointer != cut_file
assert "not a valid JSON file" in broken_configuration
assert "Unrecognized model in own. Should have a `model_type` key" in no_type
assert "does not recognize this architecture" in unknown_type
assert "Unrecognized configuration class" in wrong_kind
assert "We couldn't connect to 'https://huggingface.co'" in unreachable
assert all_equal
