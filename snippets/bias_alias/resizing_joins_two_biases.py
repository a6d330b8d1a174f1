"""Resize a BERT first, then untie its matrix and bias: resizing an untied BERT merges its two biases, and loading then changes the logits. Resizing, also to the size that it has, leaves one Parameter with the decoder's values; after saving and loading, the decoder has others. Resized first and untied afterwards, the model has both biases, and its logits, again after loading. If it was untied first, give the decoder a copy of its bias before you save: nothing is then missing, and the logits are the same."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "untie, then resize:"


def untie(model):
    """Give the decoder a matrix and a bias of its own."""
    model.config.tie_word_embeddings = False
    decoder = model.cls.predictions.decoder
    decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
    decoder.bias = torch.nn.Parameter(decoder.bias.detach() + 1)  # as if trained on


def resize(model):
    """Add three tokens."""
    model.resize_token_embeddings(103)


def resize_to_its_size(model):
    """Call it as many scripts do, without new tokens."""
    model.resize_token_embeddings(100)


def copy_the_bias(model):
    """Give the decoder a bias of its own again."""
    decoder = model.cls.predictions.decoder
    decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())


_token_ids = torch.tensor([[2, 5, 7, 3]])
_all_steps = (
    [untie, resize],
    [resize, untie],
    [untie, resize_to_its_size],
    [untie, resize, copy_the_bias],
)
orders = []
for _steps in _all_steps:
    torch.manual_seed(0)
    config = BertConfig.from_dict(
        {
            "vocab_size": 100,
            "hidden_size": 32,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "intermediate_size": 64,
        }
    )
    model = BertForMaskedLM(config).eval()
    torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
    _learned = model.cls.predictions.bias.detach()
    words = model.get_input_embeddings()
    assert model.cls.predictions.decoder.weight is words.weight, "it is not tied"
    for _step in _steps:
        _step(model)
    head = model.cls.predictions
    _kept = head.decoder.bias[:100] - _learned
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
        loaded, _report = BertForMaskedLM.from_pretrained(
            _folder, output_loading_info=True
        )
        loaded.eval()
    _new = loaded.cls.predictions.decoder
    orders.append(
        {
            "order": ", then ".join(s.__name__.replace("_", " ") for s in _steps),
            "decoder.bias keeps its values": torch.allclose(_kept, torch.ones(100)),
            "biases": len({id(head.bias), id(head.decoder.bias)}),
            "loaded decoder.bias": torch.equal(_new.bias, head.decoder.bias),
            "loaded predictions.bias": torch.equal(
                loaded.cls.predictions.bias, head.bias
            ),
            "nothing missing": not _report["missing_keys"],
            "loaded matrix": torch.equal(_new.weight, head.decoder.weight),
            "logits": torch.allclose(
                loaded(_token_ids)[0], model(_token_ids)[0], atol=1e-5
            ),
        }
    )

for _row in orders:
    _same = {what: "the same" if same else "other" for what, same in _row.items()}
    print(f"{_row['order']}:", ("", "one bias", "two biases")[_row["biases"]], end="; ")
    print("after saving and loading:", end=" ")
    print(f"decoder.bias {_same['loaded decoder.bias']}", end=", ")
    print(f"matrix {_same['loaded matrix']}, logits {_same['logits']}")
_untied_first, _resized_first, _to_its_size, _repaired = orders
for _row in (_untied_first, _to_its_size):
    assert _row["loaded matrix"], "the matrix is lost as well"
    assert _row["biases"] == 1, "resizing leaves two biases"
    assert _row["decoder.bias keeps its values"], "the head's bias is kept"
    assert not _row["loaded decoder.bias"], "the bias is back"
    assert not _row["logits"], "nothing is lost"
assert _resized_first["biases"] == 2, "the copy is no copy"
assert _resized_first["loaded predictions.bias"], "predictions.bias is lost"
for _row in (_resized_first, _repaired):
    assert _row["logits"] and _row["nothing missing"], f"{_row['order']}: {_row}"
