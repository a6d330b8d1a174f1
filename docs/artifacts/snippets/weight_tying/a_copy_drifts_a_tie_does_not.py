"""One training step tells a tie from a copy: the tied pair is still one matrix, two equal matrices have drifted apart."""

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
token_ids = torch.randint(5, 100, (4, 16))


def difference_after_one_step(tied):
    config.tie_word_embeddings = tied
    model = BertForMaskedLM(config)
    embedding, decoder = (
        model.bert.embeddings.word_embeddings,
        model.cls.predictions.decoder,
    )
    if not tied:
        with torch.no_grad():
            decoder.weight.copy_(
                embedding.weight
            )  # equal, as a clone is, but a Parameter of its own
    assert torch.equal(decoder.weight, embedding.weight)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(token_ids, labels=token_ids).loss.backward()
    optimizer.step()
    return (decoder.weight - embedding.weight).abs().max().item()


tied_difference = difference_after_one_step(tied=True)
copied_difference = difference_after_one_step(tied=False)

print(f"largest difference after one step, tied:   {tied_difference}")
print(f"largest difference after one step, copied: {copied_difference:.5f}")
assert tied_difference == 0.0
assert copied_difference > 1e-4
