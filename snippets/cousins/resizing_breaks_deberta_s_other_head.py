"""Do not call `resize_token_embeddings` on `DebertaForMaskedLM` or `DebertaV2ForMaskedLM` with `legacy=False`: it lengthens the dense layer, and the next forward pass fails. The class gives the dense layer of its transform as its output embeddings."""

import torch
import transformers
from transformers import AutoConfig, logging

scope = "library"

logging.set_verbosity_error()  # it says how it draws new rows
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
        before = _model(_ids)[0].shape[-1]
        _model.resize_token_embeddings(_sizes["vocab_size"] + 3)
        try:
            after = _model(_ids)[0].shape[-1]
        except RuntimeError:
            after = "fails"
        heads.append(
            {
                "class": _name,
                "legacy": legacy,
                "get_output_embeddings()": given,
                "logits": before,
                "after resizing": after,
            }
        )

for row in heads:
    print(*(f"{key}: {value}" for key, value in row.items()), sep="; ")
_V, _H = _sizes["vocab_size"], _sizes["hidden_size"]
for row in heads:
    assert row["logits"] == _V, row
    assert row["get_output_embeddings()"] == [_V if row["legacy"] else _H, _H], row
    assert row["after resizing"] == (_V + 3 if row["legacy"] else "fails"), row
assert [row["legacy"] for row in heads] == [True, False] * 2, heads
