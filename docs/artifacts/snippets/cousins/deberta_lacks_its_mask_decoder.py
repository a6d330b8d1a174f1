"""DeBERTa's masked-LM classes have no enhanced mask decoder: with `position_biased_input=False` no score depends on a token's absolute position. From a file with Microsoft's names the default head loads nothing, and the head of `legacy=False` loads all of its weights; neither model loads the file's position embeddings."""

import tempfile
from pathlib import Path

import torch
import transformers
from transformers import AutoConfig, logging

scope = "library"
decides = "DebertaV2ForMaskedLM, legacy=False"

logging.set_verbosity_error()  # what was loaded is printed below
_sizes = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2}
_sizes |= {"num_attention_heads": 2, "intermediate_size": 64, "type_vocab_size": 0}
_sizes |= {"relative_attention": True, "pos_att_type": ["p2c", "c2p"]}
_sizes["initializer_range"] = 0.3  # so that attention matters in so small a model
_ids = torch.tensor([[5, 6, 7, 8]])
_table = "deberta.embeddings.position_embeddings.weight"


def depends_on_position(model):
    """Whether three hidden pads before the text change the scores of its tokens."""
    pads = torch.zeros(1, 3, dtype=torch.long)
    mask = torch.cat([pads, torch.ones_like(_ids)], dim=1)
    with torch.no_grad():
        later = model(torch.cat([pads, _ids], dim=1), attention_mask=mask)[0][:, 3:]
        return not torch.allclose(model(_ids)[0], later, atol=1e-4)


def depends_on_order(model):
    """Whether the scores of the reversed text are more than the scores, reversed."""
    with torch.no_grad():
        back = model(_ids.flip(1))[0].flip(1)
        return not torch.allclose(model(_ids)[0], back, atol=1e-2)


heads = []
for _type, _name in (
    ("deberta", "DebertaForMaskedLM"),
    ("deberta-v2", "DebertaV2ForMaskedLM"),
):
    torch.manual_seed(0)
    _class = getattr(transformers, _name)
    _sizes["legacy"] = False
    config = AutoConfig.for_model(_type, position_biased_input=False, **_sizes)
    _writer = _class(config).eval()
    torch.nn.init.normal_(_writer.lm_predictions.lm_head.bias)  # as if it were trained
    _file = {**_writer.state_dict(), _table: torch.randn(512, 32)}
    for legacy in (True, False):
        config.legacy = _sizes["legacy"] = legacy
        with tempfile.TemporaryDirectory() as _folder:
            Path(_folder, "config.json").write_text(config.to_json_string())
            torch.save(_file, Path(_folder, "pytorch_model.bin"))
            _loaded, _info = _class.from_pretrained(_folder, output_loading_info=True)
        _control = _class(
            AutoConfig.for_model(_type, **_sizes)
        )  # positions at the input
        heads.append(
            {
                "class": f"{_name}, legacy={legacy}",
                "default": AutoConfig.for_model(_type).legacy == legacy,
                "not used": sorted(_info["unexpected_keys"]),
                "newly initialised": sorted(_info["missing_keys"]),
                "dropped in silence": sorted(
                    _file.keys() - _loaded.state_dict() - _info["unexpected_keys"]
                ),
                "the writer's scores": torch.allclose(
                    _loaded.eval()(_ids)[0], _writer(_ids)[0], atol=1e-5
                ),
                "depends on order": depends_on_order(_loaded),
                "depends on position": depends_on_position(_loaded),
                "with positions at the input": depends_on_position(_control.eval()),
            }
        )

for row in heads:
    print(row["class"], f"of the file not used: {len(row['not used'])}", end="; ")
    print(f"newly initialised: {len(row['newly initialised'])}", end="; ")
    print(f"depends on order: {row['depends on order']}", end=", ")
    print(f"on position: {row['depends on position']}")
unused = heads[0]["not used"]
print("the default head does not use", *unused, sep="\n  ")
print("no head uses", *heads[0]["dropped in silence"], sep="\n  ")
for row in heads:
    assert row["depends on order"], row
    assert not row["depends on position"], row
    assert row["with positions at the input"], row
    assert row["dropped in silence"] == [_table], row
    _of_the_head = {key for key in _file if "predictions" in key and row["default"]}
    assert set(row["not used"]) == _of_the_head, row
    assert row["the writer's scores"] != row["default"], row
assert [row["default"] for row in heads] == [True, False] * 2, heads
