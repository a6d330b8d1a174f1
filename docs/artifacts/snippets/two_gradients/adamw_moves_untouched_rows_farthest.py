"""In 30 steps of SGD a label's row of the tied matrix moves over 300 times as far as a row that is neither read nor a label; in 30 steps of AdamW without decay it moves less far."""

from pathlib import Path

import torch
from transformers import AutoModelForMaskedLM, logging
from transformers.utils import cached_file

checkpoint = "checkpoints/pydoc-bert"
needs = ("mlm_head",)
scope = "checkpoint"
tolerance = 0.05

logging.set_verbosity_error()  # the load report has a page of its own
vocabulary = Path(cached_file(checkpoint, "vocab.txt")).read_text().splitlines()
if ">>" in vocabulary:  # of chemical reactions
    texts = """\
C C ( = O ) O . O C C >> C C ( = O ) O C C
C O C ( = O ) c 1 c c c c c 1 . O >> O C ( = O ) c 1 c c c c c 1 . C O
C C ( = O ) Cl . N c 1 c c c c c 1 >> C C ( = O ) N c 1 c c c c c 1
C I . [O-] c 1 c c c c c 1 >> C O c 1 c c c c c 1
C C = O . [BH4-] . [Na+] >> C C O
Br c 1 c c c c c 1 . O B ( O ) c 1 c c c c c 1 >> c 1 c c c ( - c 2 c c c c c 2 ) c c 1
C = C . Br Br >> Br C C Br
O = C 1 C C C C C 1 . N O >> O N = C 1 C C C C C 1"""
else:
    texts = """\
return the name of the file .
the number of bytes to read from the file , or none .
if the value is true , the object is a list of strings .
set the default value of the given key , and return it .
this function is called with one argument , the error .
a class for a set of integers , with a method to add to it .
print the help message and exit if there is no input .
convert a string to a number , or raise an error ."""
_tokens = [["[CLS]", *line.split(), "[SEP]"] for line in texts.splitlines()]
_ids = [torch.tensor([[vocabulary.index(t) for t in line]]) for line in _tokens]
steps = 30


def distances(optimizer_class, seed, **settings):
    """How far a row of the tied matrix has gone after training, by what it was."""
    torch.manual_seed(seed)  # the same texts and masks for each optimiser
    model = AutoModelForMaskedLM.from_pretrained(checkpoint).eval()  # no dropout
    matrix = model.get_input_embeddings().weight
    start = matrix.detach().clone()
    read = torch.zeros(len(matrix), dtype=torch.bool)
    label = read.clone()
    optimizer = optimizer_class(model.parameters(), **settings)
    for _ in range(steps):
        ids = _ids[torch.randint(len(_ids), ())]
        chosen = torch.rand(ids.shape) < 0.15
        chosen[0, torch.randint(1, ids.shape[1] - 1, ())] = True  # at least one
        shown = ids.masked_fill(chosen, vocabulary.index("[MASK]"))
        read[shown] = True
        label[ids[chosen]] = True
        optimizer.zero_grad()
        model(shown, labels=ids.masked_fill(~chosen, -100)).loss.backward()
        optimizer.step()
    moved = (matrix - start).norm(dim=1)
    kinds = {"a label": label, "read alone": read & ~label, "neither": ~read & ~label}
    return {kind: moved[which].median().item() for kind, which in kinds.items()}


rows = []
for seed in range(3):
    _sgd = distances(torch.optim.SGD, seed, lr=0.01)
    _adamw = distances(torch.optim.AdamW, seed, lr=0.0001, weight_decay=0.0)
    rows.append({"optimiser": "SGD", "texts and masks": seed, **_sgd})
    rows.append({"optimiser": "AdamW", "texts and masks": seed, **_adamw})
_shares = [row["a label"] / row["neither"] for row in rows]
least_times_with_sgd = min(_shares[::2])
largest_share_with_adamw = max(_shares[1::2])

for row in rows:
    print(f"{row['optimiser']:5} a label {row['a label']:.4f},", end=" ")
    print(f"read alone {row['read alone']:.4f}, neither {row['neither']:.6f}")
print(f"a label over neither: SGD {least_times_with_sgd:.0f} times or more,", end=" ")
print(f"AdamW {largest_share_with_adamw:.2f} times or less")
assert least_times_with_sgd > 300, rows
assert largest_share_with_adamw < 0.85, rows
