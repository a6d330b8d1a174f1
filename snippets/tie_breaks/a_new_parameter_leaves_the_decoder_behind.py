"""A new Parameter for one side of the tie belongs to that side only: the other keeps the old matrix. Saved and loaded, they are two."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "of the embedding: one object"

torch.manual_seed(0)
_sizes = {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
_ids = torch.tensor([[2, 5, 7, 3]])
seen = []
for _side in ("embedding", "decoder"):
    model = BertForMaskedLM(BertConfig.from_dict(_sizes)).eval()
    embedding, head = model.bert.embeddings.word_embeddings, model.cls.predictions
    torch.nn.init.normal_(head.bias)  # stands for a learned bias
    _before, _old = model(_ids)[0].detach(), embedding.weight
    assert head.decoder.weight is _old, "it is not tied at the start"
    _modules = {"embedding": embedding, "decoder": head.decoder}
    _modules.pop(_side).weight = torch.nn.Parameter(torch.randn(100, 24))  # of your own
    (_other,) = _modules.values()
    _after = model(_ids)[0].detach()
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
        _loaded = BertForMaskedLM.from_pretrained(_folder).eval()
    _words = _loaded.bert.embeddings.word_embeddings
    seen.append(
        {
            "side": _side,
            "one object": head.decoder.weight is embedding.weight,
            "the other keeps the old": _other.weight is _old,
            "one bias": head.decoder.bias is head.bias,
            "same logits": torch.allclose(_after, _before, atol=1e-5),
            "loads as one": _loaded.cls.predictions.decoder.weight is _words.weight,
            "loads the same": torch.allclose(_loaded(_ids)[0], _after, atol=1e-5),
        }
    )


def both(what):
    return all(one[what] for one in seen)


row = [
    {
        "operation": "`embedding.weight = Parameter(…)` of new values, or `decoder.…`",
        "still one object": "yes" if both("one object") else "problem: no",
        "bias alias": "yes" if both("one bias") else "problem: no",
        "logits": "unchanged" if both("same logits") else "note: changed",
        "after saving and loading": "tied" if both("loads as one") else "note: two",
        "do": "write into it: `weight.copy_(…)` under `torch.no_grad()`",
    }
]
for _one in seen:
    print(f"a new Parameter of the {_one['side']}: one object {_one['one object']},")
    print(f"  one bias {_one['one bias']}; loaded: one {_one['loads as one']}")
for _one in seen:
    assert not _one["one object"], "they are one Parameter all the same"
    assert _one["the other keeps the old"], "the other has a new matrix, too"
    assert _one["one bias"], "the bias is another"
    assert _one["loads the same"] and not _one["loads as one"], f"loaded: {_one}"
