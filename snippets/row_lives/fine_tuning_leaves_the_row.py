"""Fine-tune a BERT classifier with the mask and pads on the right, and no gradient reaches its `[PAD]` row. AdamW without weight decay leaves the row as it is, bit for bit; weight decay shortens it by its closed form."""

import torch
from transformers import BertConfig, BertForSequenceClassification

scope = "library"
decides = "without weight decay"

lr, decay, steps = 1e-3, 0.1, 25
config = BertConfig(
    vocab_size=300,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=64,
)


def pad_rows(weight_decay, pass_the_mask=True):
    """The [PAD] row before and after, and how far the [CLS] row moved meanwhile."""
    torch.manual_seed(0)
    model = BertForSequenceClassification(config).train()
    embedding = model.bert.embeddings.word_embeddings
    embedding.padding_idx = None  # so that the mask alone protects the row
    with torch.no_grad():
        torch.nn.init.normal_(embedding.weight[0])  # stands for a trained row
    start = embedding.weight.detach().clone()
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=weight_decay)
    ids = torch.randint(104, 300, (8, 24))
    ids[:, 0] = 101  # [CLS]
    ids[:4, 12:] = 0
    mask = (ids != 0).long() if pass_the_mask else torch.ones_like(ids)
    labels = torch.tensor([0, 1] * 4)
    for _ in range(steps):
        optimizer.zero_grad()
        model(ids, attention_mask=mask, labels=labels).loss.backward()
        optimizer.step()
    moved = (embedding.weight - start).detach().norm(dim=1)
    return start[0], embedding.weight[0].detach(), moved[101].item(), moved[0].item()


_start, _end, cls_row_moved, _ = pad_rows(weight_decay=0.0)
unchanged_without_decay = torch.equal(_start, _end)
_, _, _, pad_row_moved_without_mask = pad_rows(weight_decay=0.0, pass_the_mask=False)
_start, _end, _, _ = pad_rows(weight_decay=decay)
factor = (_end.norm() / _start.norm()).item()
closed_form = (1 - lr * decay) ** steps
_farthest = (_end - _start * closed_form).abs().max().item()

print(f"{steps} steps on padded batches, with the mask")
print("without weight decay the [PAD] row is the same, bit for bit:", end=" ")
print(f"{unchanged_without_decay}; the [CLS] row moved by {cls_row_moved:.3f}")
print(f"with weight decay {decay} it is {factor:.6f} times as long;", end=" ")
print(f"(1 − lr · decay)^{steps} is {closed_form:.6f}")
print(f"without the mask the [PAD] row moved by {pad_row_moved_without_mask:.3f}")
assert unchanged_without_decay
assert cls_row_moved > 0.01, f"[CLS] moved by {cls_row_moved} only"
assert _farthest < 1e-5, f"off by {_farthest}"
assert pad_row_moved_without_mask > 0.01, f"moved by {pad_row_moved_without_mask} only"
