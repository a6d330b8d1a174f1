"""Resizing an untied BERT makes its two biases one again, with the decoder's values, and the next load, untied, has lost that bias. Resized first and untied then, the model keeps both."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "order: untie, then resize"


def untie(model):
    """Give the decoder a matrix and a bias of its own."""
    model.config.tie_word_embeddings = False
    decoder = model.cls.predictions.decoder
    decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
    decoder.bias = torch.nn.Parameter(decoder.bias.detach() + 1)  # as if trained on


def resize(model):
    """Add three tokens."""
    model.resize_token_embeddings(103)


_token_ids = torch.tensor([[2, 5, 7, 3]])
orders = []
for _steps in ([untie, resize], [resize, untie]):
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
        loaded = BertForMaskedLM.from_pretrained(_folder).eval()
    _new = loaded.cls.predictions.decoder
    orders.append(
        {
            "order": ", then ".join(_step.__name__ for _step in _steps),
            "the decoder's bias is kept": torch.allclose(_kept, torch.ones(100)),
            "two biases after it": head.decoder.bias is not head.bias,
            "bias after the next load": torch.equal(_new.bias, head.decoder.bias),
            "matrix after the next load": torch.equal(_new.weight, head.decoder.weight),
            "the same logits": torch.allclose(
                loaded(_token_ids)[0], model(_token_ids)[0], atol=1e-5
            ),
        }
    )

for _row in orders:
    print(*(f"{_what}: {_value}" for _what, _value in _row.items()), sep="; ")
_untied_first, _resized_first = orders
assert _untied_first["matrix after the next load"], "the matrix is lost as well"
assert not _untied_first["two biases after it"], "resizing leaves two biases"
assert _untied_first["the decoder's bias is kept"], "the head's bias is kept"
assert not _untied_first["bias after the next load"], "the bias is back"
assert not _untied_first["the same logits"], "nothing is lost"
assert _resized_first["two biases after it"], "the copy is no copy"
assert _resized_first["the same logits"], "the other order loses something as well"
