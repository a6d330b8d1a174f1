"""Fine-tuning a classifier leaves pydoc-bert's `[PAD]` row where it is, but for weight decay, which shortens it by its closed form."""

import torch
from transformers import BertForSequenceClassification, logging

folder = "checkpoints/pydoc-bert"
lr, decay, steps = 1e-3, 0.1, 25

logging.set_verbosity_error()  # the load report has a page of its own


def pad_rows(weight_decay):
    """The [PAD] row before and after, and how far the [CLS] row moved meanwhile."""
    torch.manual_seed(0)
    model = BertForSequenceClassification.from_pretrained(folder).train()
    rows = model.bert.embeddings.word_embeddings.weight
    start = rows.detach().clone()
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=weight_decay)
    ids = torch.randint(104, 8192, (8, 24))
    mask = torch.ones_like(ids)
    mask[:4, 12:] = 0
    ids, ids[:, 0] = ids * mask, 101
    labels = torch.tensor([0, 1] * 4)
    for _ in range(steps):
        optimizer.zero_grad()
        scores = model(ids, attention_mask=mask)[0]
        torch.nn.functional.cross_entropy(scores, labels).backward()
        optimizer.step()
    cls_moved = (rows[101] - start[101]).norm().item()
    return start[0], rows[0].detach(), cls_moved


_start, _end, _cls_row_moved = pad_rows(weight_decay=0.0)
unchanged_without_decay = torch.equal(_start, _end)
_start, _end, _ = pad_rows(weight_decay=decay)
factor = (_end.norm() / _start.norm()).item()
closed_form = (1 - lr * decay) ** steps
_farthest = (_end - _start * closed_form).abs().max().item()
is_the_closed_form = _farthest < 1e-5

print(f"{steps} steps on padded batches, with the mask")
print("without weight decay the [PAD] row is the same, bit for bit:", end=" ")
print(unchanged_without_decay)
print(f"with weight decay {decay} it is {factor:.6f} times as long;", end=" ")
print(f"(1 − lr · decay)^{steps} is {closed_form:.6f}")
assert unchanged_without_decay
assert is_the_closed_form, f"off by {_farthest}"
assert abs(factor - closed_form) < 1e-5
assert _cls_row_moved > 0.001, f"[CLS] moved by {_cls_row_moved} only"
