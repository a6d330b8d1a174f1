"""A fresh RoBERTa's position row for pads is zero, and training leaves it at zero: only lookups reach it, and `padding_idx` drops their gradient. This holds with AdamW, weight decay, and even without the mask. The `[PAD]` row of the tied word embedding leaves zero, because the output layer uses it, too. Position row 0 is never looked up, and stays as random as it is if there is no weight decay."""

import torch
from transformers import RobertaConfig, RobertaForMaskedLM

scope = "library"
decides = "position row of pads"

config = RobertaConfig(
    vocab_size=100,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=64,
    max_position_embeddings=34,
)
PAD = config.pad_token_id


def trained(decay=0.1, pass_the_mask=True, padding_idx=PAD):
    """Return the norms of [PAD]'s two rows, and how far position row 0 moved."""
    torch.manual_seed(0)
    model = RobertaForMaskedLM(config)
    embeddings = model.roberta.embeddings
    places = embeddings.position_embeddings
    places.padding_idx = padding_idx
    first = places.weight[0].detach().clone()
    assert first.any() and not places.weight[PAD].any()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=decay)
    for _ in range(20):
        ids = torch.randint(4, 100, (4, 16))
        ids[:, 10:] = PAD
        labels = ids.masked_fill(ids == PAD, -100)
        mask = {"attention_mask": (ids != PAD).long()} if pass_the_mask else {}
        optimizer.zero_grad()
        model(ids, labels=labels, **mask).loss.backward()
        optimizer.step()
    moved = torch.dist(places.weight[0], first).item()
    word_row = embeddings.word_embeddings.weight[PAD].norm().item()
    return places.weight[PAD].norm().item(), word_row, moved


with_mask, word_row, first_row_decayed = trained()
without_mask, _, _ = trained(pass_the_mask=False)
_, _, first_row_without_decay = trained(decay=0.0)
without_padding_idx, _, _ = trained(pass_the_mask=False, padding_idx=None)

print(f"position row of pads, with the mask {with_mask}, without it {without_mask};")
print(f"  without mask and padding_idx {without_padding_idx:.3f}")
print(f"the word row of [PAD], with the mask: {word_row:.3f}")
print(f"position row 0 moved by {first_row_without_decay} without weight decay")
assert with_mask == without_mask == 0
assert without_padding_idx > 0.01, without_padding_idx
assert word_row > 0.01, word_row
assert first_row_without_decay == 0 < first_row_decayed
