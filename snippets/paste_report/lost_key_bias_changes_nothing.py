"""With absolute positions a lost key bias changes no output of BERT and nine other families: softmax ignores what all scores of a row share. The outputs of DeBERTa-v2 do change, and so do those of models that turn the keys by their position, such as RoFormer and an ESM with rotary positions, or have no softmax, as YOSO."""

import copy
import logging
import re

import torch
from transformers import AutoConfig, AutoModel

scope = "library"
decides = "without the key biases"

logging.getLogger("transformers").setLevel(logging.ERROR)
torch.manual_seed(0)
sizes = {"vocab_size": 50, "num_hidden_layers": 2, "num_attention_heads": 2}
sizes |= {"hidden_size": 16, "intermediate_size": 24, "pad_token_id": 0}
own_sizes = {
    "bart": {"d_model": 16, "encoder_layers": 2, "decoder_layers": 2},
    "deberta-v2": {"relative_attention": True, "pos_att_type": ["p2c", "c2p"]},
    "esm": {"position_embedding_type": "rotary"},
    "distilbert": {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 24},
    "longformer": {"attention_window": 8},
    "vit": {"image_size": 8, "patch_size": 4},
}
families = ["bert", "roberta", "distilbert", "albert", "electra", "mpnet", "bart"]
families += ["longformer", "layoutlm", "vit"]
key = r"\.(key|key_global|key_proj|k_proj|k_lin|k)\.bias$"
query = key.replace("key", "query").replace("k_", "q_").replace("|k)", "|q)")
token_ids = torch.randint(1, 50, (2, 12))
first_token = torch.zeros_like(token_ids)
first_token[:, 0] = 1


def output(model, family):
    with torch.no_grad():
        if family == "vit":
            torch.manual_seed(1)
            return model(torch.randn(2, 3, 8, 8)).last_hidden_state
        to_all = {"global_attention_mask": first_token}  # Longformer's `key_global`
        options = to_all if family == "longformer" else {}
        return model(token_ids, **options).last_hidden_state


def moved(family, pattern, attention):
    """How far zeros in place of these biases move a model's output."""
    config = AutoConfig.for_model(family, **{**sizes, **own_sizes.get(family, {})})
    config._attn_implementation = attention
    torch.manual_seed(0)
    model = AutoModel.from_config(config).eval()
    for parameter in model.parameters():  # as in a trained model, no bias is zero
        torch.nn.init.normal_(parameter, 0.0, 0.5)
    without = copy.deepcopy(model)
    biases = [p for n, p in without.named_parameters() if re.search(pattern, n)]
    assert biases
    for bias in biases:
        torch.nn.init.zeros_(bias)
    return (output(model, family) - output(without, family)).abs().max().item()


only_eager = {"electra", "mpnet", "longformer", "layoutlm"}
_keys, _queries = {}, {}
exceptions = ["deberta-v2", "roformer", "esm", "yoso"]
for family in [*families, *exceptions]:
    for attention in (
        ["eager"] if family in {*only_eager, *exceptions} else ["eager", "sdpa"]
    ):
        _keys[family, attention] = moved(family, key, attention)
        _queries[family, attention] = moved(family, query, attention)
moved_in_exceptions = {one: _keys.pop((one, "eager")) for one in exceptions}
most_without_keys = max(_keys.values())
least_without_queries = min(_queries.values())

print(f"the output moves by at most {most_without_keys:.0e} without the key biases")
print(f"by at least {least_without_queries:.0e} without the query biases")
for _family, _moved in moved_in_exceptions.items():
    print(f"{_family}: moves by {_moved:.0e} without its key biases")
assert most_without_keys < 1e-5
assert least_without_queries > 1e-3
assert min(moved_in_exceptions.values()) > 1e-3, f"{moved_in_exceptions}"
