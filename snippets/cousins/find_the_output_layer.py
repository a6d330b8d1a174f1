"""In BERT, ALBERT, DistilBERT and ELECTRA's generator, find the output layer with `get_output_embeddings()`, and test its tie by comparing the two weights with `is`. Built from each family's default configuration, in the class for masked tokens, in one process. Other families can give another layer, as DeBERTa does if it was built with `legacy=False`."""

import torch
from transformers import AutoConfig, AutoModelForMaskedLM

scope = "library"
decides = "albert [30000, 128]"

# --8<-- [start:lesson]
tied, copied = {}, {}
for family in ("bert", "albert", "distilbert", "electra"):
    config = AutoConfig.for_model(family)
    with torch.device("meta"):  # shapes and ties without the numbers
        model = AutoModelForMaskedLM.from_config(config)
    words, output = model.get_input_embeddings(), model.get_output_embeddings()
    tied[family] = output.weight is words.weight
    output.weight = torch.nn.Parameter(words.weight.clone())
    copied[family] = output.weight is words.weight
    print(family, list(output.weight.shape), "tied:", tied[family], end="; ")
    print("with a copy:", copied[family])
# --8<-- [end:lesson]

assert all(tied.values()) and not any(copied.values()), f"{tied} {copied}"
