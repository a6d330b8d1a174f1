"""In 30 steps of SGD on pydoc-bert a label's row moves over 50 times as far as one that is neither read nor a label; in 30 steps of AdamW without decay it moves less than half as far."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"
scope = "checkpoint"
tolerance = 0.05

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
_lines = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8").splitlines()
_texts = [line.split("\t")[1] for line in _lines]
steps, texts_a_step = 30, 4


def median_distances(optimizer_class, **settings):
    """How far a row of the tied matrix has gone after training, by what it was."""
    model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()  # without dropout
    matrix = model.get_input_embeddings().weight
    start = matrix.detach().clone()
    read = torch.zeros(len(matrix), dtype=torch.bool)
    label = read.clone()
    optimizer = optimizer_class(model.parameters(), **settings)
    for _ in range(steps):
        picked = torch.randint(len(_texts), (texts_a_step,)).tolist()
        batch = tokenizer(
            [_texts[line] for line in picked],
            truncation=True,
            max_length=32,
            padding=True,
            return_tensors="pt",
        )
        ids = batch["input_ids"]
        chosen = (torch.rand(ids.shape) < 0.15) & (ids > tokenizer.mask_token_id)
        batch["input_ids"] = ids.masked_fill(chosen, tokenizer.mask_token_id)
        read[batch["input_ids"]] = True
        label[ids[chosen]] = True
        optimizer.zero_grad()
        model(**batch, labels=ids.masked_fill(~chosen, -100)).loss.backward()
        optimizer.step()
    moved = (matrix - start).norm(dim=1)
    kinds = {
        "a label": label,
        "read, never a label": read & ~label,
        "neither": ~read & ~label,
    }
    return {kind: moved[which].median().item() for kind, which in kinds.items()}


distances = []
for seed in range(3):
    torch.manual_seed(seed)  # other texts, other masks
    _sgd = median_distances(torch.optim.SGD, lr=0.01)
    torch.manual_seed(seed)
    _adamw = median_distances(torch.optim.AdamW, lr=0.0001, weight_decay=0.0)
    for _name, _moved in (("SGD", _sgd), ("AdamW", _adamw)):
        distances.append({"optimiser": _name, "texts": seed, **_moved})
_shares = {
    name: [
        row["a label"] / row["neither"] for row in distances if row["optimiser"] == name
    ]
    for name in ("SGD", "AdamW")
}
least_times_with_sgd = min(_shares["SGD"])
largest_share_with_adamw = max(_shares["AdamW"])

for row in distances:
    print(*(f"{key}: {value}" for key, value in row.items()), sep=", ")
print(f"a label's row over one that is neither, SGD: {least_times_with_sgd:.1f} or more")
print(f"AdamW: {largest_share_with_adamw:.2f} or less")
assert least_times_with_sgd > 50, distances
assert largest_share_with_adamw < 0.5, distances
