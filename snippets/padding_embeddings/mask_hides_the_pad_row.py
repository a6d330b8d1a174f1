"""Leave the `[PAD]` row as it is, and pass the mask: then the row has no effect on BERT's vectors for the real tokens. This holds in float32, float16 and bfloat16, bit for bit, eager or sdpa; without a mask the row has an effect."""

import torch
from transformers import BertConfig, BertModel

scope = "library"
tolerance = 0.02  # CPUs round sums of bfloat16 otherwise, by up to 1 in 128

config = BertConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=64,
    initializer_range=0.2,  # far from uniform attention
)
_token_ids = torch.tensor([[2, 17, 54, 23, 3, 0, 0, 0]])
_mask = (_token_ids != 0).long()


def moved_by_zeroing_the_row(model, mask):
    """How far the vectors of the five real tokens move."""
    row = model.embeddings.word_embeddings.weight[0]
    with torch.no_grad():
        torch.nn.init.normal_(row, std=0.2)  # stands for a trained row
        before = model(_token_ids, attention_mask=mask).last_hidden_state[0, :5]
        row.zero_()
        after = model(_token_ids, attention_mask=mask).last_hidden_state[0, :5]
    return (before - after).abs().max().item()


moved_with_mask, moved_without_mask = {}, {}
for attention in ("eager", "sdpa"):
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        torch.manual_seed(0)
        config._attn_implementation = attention
        model = BertModel(config).eval().to(dtype)
        assert model.config._attn_implementation == attention
        _way = f"{attention}, {str(dtype).split('.')[1]}"
        moved_with_mask[_way] = moved_by_zeroing_the_row(model, _mask)
        moved_without_mask[_way] = moved_by_zeroing_the_row(model, None)

print("the [PAD] row is set to zero; the real tokens' vectors move")
for _way, moved in moved_with_mask.items():
    print(f"  {_way}: with the mask by {moved},", end=" ")
    print(f"without it by up to {moved_without_mask[_way]:.3f}")
assert set(moved_with_mask.values()) == {0.0}, moved_with_mask
assert min(moved_without_mask.values()) > 0.01, moved_without_mask
