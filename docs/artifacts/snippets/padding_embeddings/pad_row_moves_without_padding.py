"""One training step moves a tied BERT's `[PAD]` row off zero although no `[PAD]` token is in the batch."""

import torch
from transformers import BertConfig, BertForMaskedLM

torch.manual_seed(0)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
    hidden_dropout_prob=0.0,
    attention_probs_dropout_prob=0.0,
)
token_ids = torch.randint(5, 100, (4, 16))
labels = token_ids.clone()
labels[:, 4:] = -100  # only the first four positions count
no_pad_in_batch = not (token_ids == 0).any().item()

norm_after = {}
for tied in (True, False):
    config.tie_word_embeddings = tied
    model = BertForMaskedLM(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.001, weight_decay=0.0)
    model(token_ids, labels=labels).loss.backward()
    optimizer.step()
    pad_row = model.bert.embeddings.word_embeddings.weight[0]
    norm_after["tied" if tied else "untied"] = pad_row.norm().item()

print("norm of the [PAD] row after one step, from 0:")
for kind, norm in norm_after.items():
    print(f"  {kind}: {norm:.4f}")
assert no_pad_in_batch
assert norm_after["tied"] > 0.001
assert norm_after["untied"] == 0
