"""With an MLM head on top, the `[PAD]` row still counts when the mask is right: zeroing it changes the score of `[PAD]`, and so every probability."""

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(5)
config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=64,
)
model = BertForMaskedLM(config).eval()
row = model.bert.embeddings.word_embeddings.weight[0]
_token_ids = torch.randint(5, 100, (1, 16))
_token_ids[:, 12:] = 0
_mask = (_token_ids != 0).long()


def real_logits():
    return model(_token_ids, attention_mask=_mask).logits[0, :12]


with torch.no_grad():
    torch.nn.init.normal_(row, std=0.5)  # stands for a trained row
    before = real_logits()
    row.zero_()
    after = real_logits()
pad_score_moves_by = (before - after)[:, 0].abs().max().item()
other_scores_move_by = (before - after)[:, 1:].abs().max().item()
_ratio = (after.softmax(-1) / before.softmax(-1))[:, 1:]
probabilities_move_by = (_ratio - 1).abs().max().item()  # as a share of each

print(f"score of [PAD] at the real tokens moves by up to {pad_score_moves_by:.2f}")
print(f"all other scores: {other_scores_move_by}")
print(f"probabilities of other tokens: by up to {100 * probabilities_move_by:.1f} %")
assert pad_score_moves_by > 0.1
assert other_scores_move_by == 0.0
assert probabilities_move_by > 0.003
