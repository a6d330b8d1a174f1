"""In 30 steps of SGD a label's row of the tied matrix moves over 300 times as far as a row that is neither read nor a label; in 30 steps of AdamW without decay it moves less far, in the median and for each of three seeds."""

from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
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
_ids = [
    torch.tensor([[vocabulary.index(token) for token in line.split()]])
    for line in texts.splitlines()
]
steps = 30


def distances(optimizer_class, seed, **settings):
    """How far rows of the tied matrix have gone after training, by what they were."""
    torch.manual_seed(seed)  # the same texts and masks for each optimiser
    model = AutoModelForMaskedLM.from_pretrained(checkpoint).eval()  # no dropout
    matrix = model.get_input_embeddings().weight
    start = matrix.detach().clone()
    read, labels = set(), set()
    optimizer = optimizer_class(model.parameters(), **settings)
    for _ in range(steps):
        shown = _ids[torch.randint(len(_ids), ())].clone()
        place = torch.randint(shown.shape[1], ())
        label = shown[0, place].clone()
        shown[0, place] = vocabulary.index("[MASK]")
        read.update(shown[0].tolist())
        labels.add(label.item())
        optimizer.zero_grad()
        cross_entropy(model(shown).logits[0, place], label).backward()
        optimizer.step()
    moved = (matrix - start).detach().norm(dim=1)
    untouched = [row for row in range(len(matrix)) if row not in read | labels]
    return {
        "a label, median": moved[list(labels)].median().item(),
        "untouched, median": moved[untouched].median().item(),
    }


rows = []
for seed in range(3):
    _sgd = distances(torch.optim.SGD, seed, lr=0.01)
    _adamw = distances(torch.optim.AdamW, seed, lr=0.0001, weight_decay=0.0)
    rows.append({"optimiser": "SGD", "texts and masks": seed, **_sgd})
    rows.append({"optimiser": "AdamW", "texts and masks": seed, **_adamw})
least_times_with_sgd = min(
    row["a label, median"] / row["untouched, median"] for row in rows[::2]
)
largest_share_with_adamw = max(
    row["a label, median"] / row["untouched, median"] for row in rows[1::2]
)

for row in rows:
    print(f"{row['optimiser']:5} a label {row['a label, median']:.4f},", end=" ")
    print(f"untouched {row['untouched, median']:.6f}")
assert least_times_with_sgd > 300, rows
assert largest_share_with_adamw < 0.85, rows
