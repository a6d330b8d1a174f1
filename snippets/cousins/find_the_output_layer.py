"""Find a model's output layer with `get_output_embeddings()`, and test its tie with `is` on the two weights. Four families at their published sizes, as transformers builds them, in one process; a DeBERTa that was built with `legacy=False` gives another layer of its head."""

import torch
from transformers import AutoConfig, AutoModelForMaskedLM

scope = "library"
decides = "albert [30000, 128]"

tied, copied = {}, {}
for family in ("bert", "albert", "distilbert", "electra-generator"):
    config = AutoConfig.from_pretrained(f"configs/{family}.json")
    with torch.device("meta"):  # shapes and ties without the numbers
        model = AutoModelForMaskedLM.from_config(config)
    words = model.get_input_embeddings()
    output = model.get_output_embeddings()
    tied[family] = output.weight is words.weight
    output.weight = torch.nn.Parameter(words.weight.clone())
    copied[family] = output.weight is words.weight
    print(f"{family} {list(output.weight.shape)} tied:", tied[family], end="; ")
    print("with a copy:", copied[family])
assert all(tied.values()) and not any(copied.values()), f"{tied} {copied}"
