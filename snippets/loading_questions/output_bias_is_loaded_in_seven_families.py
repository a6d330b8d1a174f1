"""In seven families of BERT's kind the output bias is loaded, and not zeros, from a file that has it under one name."""

import tempfile
from pathlib import Path

import torch
import transformers

scope = "library"
decides = "loaded from the file:"

sizes = {
    "vocab_size": 100,
    "embedding_size": 16,
    "hidden_size": 16,
    "dim": 16,
    "num_hidden_layers": 1,
    "n_layers": 1,
    "num_attention_heads": 2,
    "n_heads": 2,
    "intermediate_size": 32,
    "hidden_dim": 32,
    "max_position_embeddings": 12,
    "pad_token_id": 1,
}
families = ["Bert", "DistilBert", "Electra", "Albert"]
families += ["Roberta", "XLMRoberta", "Camembert"]


def loaded_bias(family):
    class_ = getattr(transformers, f"{family}ForMaskedLM")
    config = class_.config_class.from_dict(sizes)
    torch.manual_seed(0)
    model = class_(config)
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.1)  # nothing one could guess
    file = model.state_dict()
    file = {key: file[key] for key in file if not key.endswith(".decoder.bias")}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(file, Path(folder, "pytorch_model.bin"))
        state = class_.from_pretrained(folder).state_dict()
    (key,) = [k for k in file if k.endswith("bias") and file[k].shape == (100,)]
    return torch.equal(state[key], file[key])


loaded = [family for family in families if loaded_bias(family)]
lost = [family for family in families if family not in loaded]

print("loaded from the file:", *loaded)
print("lost:", *lost or ["none"])
assert loaded == families, f"lost in {', '.join(lost)}"
