"""If MISSING and UNEXPECTED differ only in a prefix, such as `model.`, remove it from the names in the file: then the file loads completely."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertModel

scope = "library"

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
trained = BertModel(config).state_dict()
file = {"model." + name: tensor for name, tensor in trained.items()}


def loaded(weights):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(weights, str(Path(folder, "pytorch_model.bin")))
        model, report = BertModel.from_pretrained(folder, output_loading_info=True)
    state = model.state_dict()
    _matrices = [
        name for name in trained if trained[name].dim() == 2 and name.endswith("weight")
    ]
    equal = sum(torch.equal(state[name], trained[name]) for name in _matrices)
    return equal, len(report["missing_keys"]), len(_matrices)


equal_before, missing_before, matrices = loaded(file)
stripped = {name[len("model.") :]: tensor for name, tensor in file.items()}
equal_after, missing_after, _ = loaded(stripped)

print(
    f"as it is: {equal_before} of {matrices} matrices loaded, {missing_before} missing"
)
print(f"stripped: {equal_after} of {matrices} matrices loaded, {missing_after} missing")
assert equal_before == 0, (
    f"{equal_before} matrices were loaded under the foreign prefix"
)
assert equal_after == matrices, f"{equal_after} of {matrices} matrices were loaded"
assert missing_after == 0, f"{missing_after} keys are still missing"
