"""In the MLM head the `[PAD]` row counts even if no pad is in the batch: zeroing it changes the probability of every token. It changes the score of `[PAD]` alone, but the softmax runs over all scores."""

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
_token_ids = torch.randint(5, 100, (1, 12))
with torch.no_grad():
    torch.nn.init.normal_(row, std=0.5)  # stands for a trained row
    _before = model(_token_ids).logits[0]
    row.zero_()
    _after = model(_token_ids).logits[0]
_pad_before, _others_before = _before.split([1, 99], dim=1)
_pad_after, _others_after = _after.split([1, 99], dim=1)
pad_score_moves_by = torch.dist(_pad_before, _pad_after, p=torch.inf).item()
other_scores_are_the_same = torch.equal(_others_before, _others_after)
_p_before, _p_after = _before.softmax(dim=1), _after.softmax(dim=1)
positions_where_all_move = (_p_before != _p_after).all(dim=1).sum().item()
positions = len(_p_after)

print(f"score of [PAD] moves by up to {pad_score_moves_by:.2f}")
print("all other scores are the same:", other_scores_are_the_same)
print(f"the probability of every token moves at {positions_where_all_move}", end=" ")
print(f"of {positions} positions")
assert pad_score_moves_by > 0.1
assert other_scores_are_the_same
assert positions_where_all_move == positions
