"""Read the keys of a BERT file before you load it: they show which heads it has and whether it has a pooler. They do not tell the family, nor which task a head was trained for."""

import tempfile

from safetensors import safe_open
from transformers import BertConfig, BertForMaskedLM, BertForPreTraining, BertModel

scope = "library"
decides = "BertForMaskedLM"

parts = {"MLM": "cls.predictions", "NSP": "cls.seq_", "pooler": "pooler."}
held = {}
for model_class in (BertForPreTraining, BertForMaskedLM, BertModel):
    with tempfile.TemporaryDirectory() as _folder:
        model_class(BertConfig(num_hidden_layers=1)).save_pretrained(_folder)
        with safe_open(f"{_folder}/model.safetensors", "pt") as file:
            names = " ".join(file.keys())
    held[model_class.__name__] = [name for name, part in parts.items() if part in names]

for name, found in held.items():
    print(f"saved from {name}:", *found)
assert held["BertForPreTraining"] == ["MLM", "NSP", "pooler"], held
assert (held["BertForMaskedLM"], held["BertModel"]) == (["MLM"], ["pooler"]), held
