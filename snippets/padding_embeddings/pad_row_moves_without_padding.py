"""One training step moves a tied BERT's `[PAD]` row off zero although no `[PAD]` token is in the batch; untied, it stays zero."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "row, tied:"

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
_token_ids = torch.randint(5, 100, (4, 16))
no_pad_in_the_batch = not (_token_ids == 0).any().item()


def pad_norms(tied):
    config.tie_word_embeddings = tied
    model = BertForMaskedLM(config)
    embedding = model.bert.embeddings.word_embeddings
    assert embedding.padding_idx == 0
    before = embedding.weight[0].norm().item()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(_token_ids, labels=_token_ids).loss.backward()
    optimizer.step()
    return {"before": before, "after": embedding.weight[0].norm().item()}


tied, untied = pad_norms(tied=True), pad_norms(tied=False)

print("no [PAD] in the batch:", no_pad_in_the_batch)
for name, norm in (("tied", tied), ("untied", untied)):
    print(f"norm of the [PAD] row, {name}: {norm['before']} → {norm['after']:.6f}")
assert no_pad_in_the_batch
assert tied["before"] == untied["before"] == 0
assert tied["after"] > 1e-4
assert untied["after"] == 0
