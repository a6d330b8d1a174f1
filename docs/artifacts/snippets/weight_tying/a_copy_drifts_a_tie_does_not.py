"""One training step tells a tie from a copy: a tied pair is still one Parameter, with one new value, and two equal matrices drift apart."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
_token_ids = torch.randint(5, 100, (4, 16))


def after_one_step(tied):
    """Train a model whose two matrices are equal at first, tied or not."""
    config.tie_word_embeddings = tied
    model = BertForMaskedLM(config)
    embedding = model.bert.embeddings.word_embeddings
    decoder = model.cls.predictions.decoder
    start = embedding.weight.detach().clone()
    with torch.no_grad():
        decoder.weight.copy_(start)  # equal, whether tied or not
    equal_at_first = torch.equal(decoder.weight, embedding.weight)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(_token_ids, labels=_token_ids).loss.backward()
    optimizer.step()
    return {
        "equal at first": equal_at_first,
        "one Parameter": decoder.weight is embedding.weight,
        "embedding moved by": (embedding.weight - start).abs().max().item(),
        "decoder moved by": (decoder.weight - start).abs().max().item(),
        "apart by": (decoder.weight - embedding.weight).abs().max().item(),
    }


tied = after_one_step(tied=True)
copied = after_one_step(tied=False)

for name, pair in (("tied", tied), ("copied", copied)):
    _equal, _one, *_moved = pair.values()
    print(f"{name}: equal at first {_equal}; one Parameter {_one};", end=" ")
    print(
        "embedding moved by {:.4f}, decoder by {:.4f}; apart by {:.4f}".format(*_moved)
    )
assert copied["equal at first"], "copied, they are two values from the start"
assert tied["one Parameter"], "tied, they are two after the step"
assert tied["embedding moved by"] > 1e-4, "tied, the step moves nothing"
assert copied["embedding moved by"] > 1e-6, "copied, the embedding does not move"
assert copied["decoder moved by"] > 1e-4, "copied, the decoder does not move"
assert copied["apart by"] > 1e-4, "copied, they are still equal"
