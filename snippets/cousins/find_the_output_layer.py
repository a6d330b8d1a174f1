"""Find a model's output layer with `get_output_embeddings()`, and test its tie with `is` on the two weights. Five families at their published sizes; a DeBERTa that was built with `legacy=False` gives another layer of its head."""

import torch
from transformers import AutoConfig, AutoModelForMaskedLM

scope = "library"
decides = "albert: [30000, 128]"

tied, copied = {}, {}
for family in ("bert", "albert", "electra-generator", "distilbert", "modernbert"):
    _config = AutoConfig.from_pretrained(f"configs/{family}.json")
    with torch.device("meta"):  # shapes and ties without the numbers
        _model = AutoModelForMaskedLM.from_config(_config)
    _output, _words = _model.get_output_embeddings(), _model.get_input_embeddings()
    tied[family] = _output.weight is _words.weight
    print(f"{family}: {list(_output.weight.shape)} tied {tied[family]}", end="; ")
    _output.weight = torch.nn.Parameter(_words.weight.clone())  # equal, and untied
    copied[family] = _output.weight is _words.weight
    print("with a copy", copied[family])
assert all(tied.values()) and not any(copied.values()), f"{tied} {copied}"
