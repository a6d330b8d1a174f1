"""A missing tensor is filled according to its kind: a norm layer's weight with ones, a bias with zeros, other weights with random numbers. This holds in 15 families, for a lost body and for one lost tensor."""

import logging
import re
import tempfile

import torch
from transformers import AutoConfig, AutoModel, AutoModelForSequenceClassification

scope = "library"
decides = "other weights:"

logging.getLogger("transformers").setLevel(logging.ERROR)  # no lists of keys
torch.manual_seed(0)
sizes = {"vocab_size": 50, "num_hidden_layers": 1, "num_attention_heads": 2}
sizes |= {"hidden_size": 16, "intermediate_size": 24, "pad_token_id": 0}
own_sizes = {
    "bart": {"d_model": 16, "encoder_layers": 1, "decoder_layers": 1},
    "distilbert": {"dim": 16, "n_layers": 1, "n_heads": 2, "hidden_dim": 24},
    "gpt2": {"n_embd": 16, "n_layer": 1, "n_head": 2, "n_positions": 32},
    "longformer": {"attention_window": 8},
    "t5": {"d_model": 16, "d_kv": 8, "d_ff": 24, "num_layers": 1, "num_heads": 2},
    "vit": {"image_size": 8, "patch_size": 4},
}
families = ["bert", "roberta", "distilbert", "albert", "electra", "deberta"]
families += ["deberta-v2", "mpnet", "modernbert", "gpt2", "t5", "bart"]
families += ["longformer", "layoutlm", "vit"]


def kind(name):
    if name.endswith("bias"):
        return "biases"
    norm = re.search(r"(layer_?norm\w*|norm\d?|ln_\w)\.weight$", name, re.IGNORECASE)
    return "weights of norms" if norm else "other weights"


def filled_with(tensor):
    return "ones" if (tensor == 1).all() else "random" if tensor.any() else "zeros"


def loaded(file, model, lost):
    """Load without the lost tensors; what the report calls missing, and its value."""
    kept = {name: tensor for name, tensor in file.items() if name not in lost}
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder, state_dict=kept)
        again, report = type(model).from_pretrained(folder, output_loading_info=True)
    tensors = again.state_dict()
    return {name: filled_with(tensors[name]) for name in report["missing_keys"]}


found = {}
not_reported, other_alone = set(), []
for family in families:
    config = AutoConfig.for_model(family, **{**sizes, **own_sizes.get(family, {})})
    auto = AutoModel if family in ("t5", "vit") else AutoModelForSequenceClassification
    model = auto.from_config(config)
    for parameter in model.parameters():  # a trained file has neither ones nor zeros
        torch.nn.init.normal_(parameter, 0.3)
    parameters = dict(model.named_parameters())  # each tied Parameter once
    file = {name: parameters[name].detach().clone() for name in parameters}
    embedding = next(model.get_input_embeddings().parameters())
    words = {name for name in parameters if parameters[name] is embedding}
    lost = set(parameters) - words  # these have second names
    filled = loaded(file, model, lost)
    not_reported |= set(filled) ^ lost
    for name in {kind(name): name for name in sorted(lost)}.values():
        alone = loaded(file, model, {name})
        other_alone += [] if alone == {name: filled[name]} else [name]
    for name, value in filled.items():
        found.setdefault(kind(name), {}).setdefault(value, set()).add(family)

for what, by_value in sorted(found.items()):
    in_families = {value: len(names) for value, names in by_value.items()}
    print(f"{what}: {in_families}")
number_of_families = len(families)
biases = sorted(found["biases"])
weights_of_norms = sorted(found["weights of norms"])
other_weights = sorted(found["other weights"])
assert not not_reported
assert not other_alone
assert weights_of_norms == ["ones"]
assert biases == ["zeros"]
assert other_weights == ["random"]
assert found["other weights"]["random"] == set(families)
