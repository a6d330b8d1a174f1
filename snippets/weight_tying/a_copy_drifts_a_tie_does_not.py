"""One training step tells a tie from a copy: the tied pair moves as one matrix, two equal matrices drift apart."""

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
    config.tie_word_embeddings = tied
    model = BertForMaskedLM(config)
    embedding = model.bert.embeddings.word_embeddings
    decoder = model.cls.predictions.decoder
    assert (decoder.weight is embedding.weight) == tied
    with torch.no_grad():
        decoder.weight.copy_(embedding.weight)  # equal, whether tied or not
    start = embedding.weight.detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(_token_ids, labels=_token_ids).loss.backward()
    optimizer.step()
    return {
        "embedding_moved": (embedding.weight - start).abs().max().item(),
        "decoder_moved": (decoder.weight - start).abs().max().item(),
        "apart": (decoder.weight - embedding.weight).abs().max().item(),
    }


tied = after_one_step(tied=True)
copied = after_one_step(tied=False)

for name, pair in (("tied", tied), ("copied", copied)):
    print(f"{name}: embedding moved by up to {pair['embedding_moved']:.5f},", end=" ")
    print(f"decoder by {pair['decoder_moved']:.5f}; apart by {pair['apart']:.5f}")
assert tied["embedding_moved"] == tied["decoder_moved"] > 1e-4
assert tied["apart"] == 0.0
assert copied["apart"] > 1e-4
