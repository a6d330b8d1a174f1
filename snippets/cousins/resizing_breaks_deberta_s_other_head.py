"""With `legacy=False` a DeBERTa gives the dense layer of its transform as its output embeddings. So `resize_token_embeddings` resizes that layer, and the next forward pass fails."""

import torch
import transformers
from transformers import AutoConfig

scope = "library"

_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 1}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64}
_ids = torch.tensor([[5, 6, 7, 8]])
heads = []
for _type, _name in (
    ("deberta", "DebertaForMaskedLM"),
    ("deberta-v2", "DebertaV2ForMaskedLM"),
):
    for legacy in (True, False):
        torch.manual_seed(0)
        _config = AutoConfig.for_model(_type, legacy=legacy, **_sizes)
        _model = getattr(transformers, _name)(_config).eval()
        given = list(_model.get_output_embeddings().weight.shape)
        before = list(_model(_ids)[0].shape)
        _model.resize_token_embeddings(103)
        try:
            after = list(_model(_ids)[0].shape)
        except RuntimeError:
            after = "RuntimeError"
        heads.append(
            {
                "class": f"{_name}, legacy={legacy}",
                "get_output_embeddings()": given,
                "logits": before,
                "logits after resizing": after,
            }
        )

for row in heads:
    print(*(f"{key}: {value}" for key, value in row.items()), sep="; ")
for row in heads:
    assert row["logits"] == [1, 4, 100], row
    if row["class"].endswith("True"):
        assert row["get_output_embeddings()"] == [100, 32], row
        assert row["logits after resizing"] == [1, 4, 103], row
    else:
        assert row["get_output_embeddings()"] == [32, 32], row
        assert row["logits after resizing"] == "RuntimeError", row
