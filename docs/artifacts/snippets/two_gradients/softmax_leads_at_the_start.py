"""In fresh models of pydoc-bert's size the softmax's part of the gradient is the larger one in each of eight batches; in the trained model the lookup's part is larger on average, by less than a third."""

from pathlib import Path
from statistics import mean

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"
scope = "checkpoint"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
_lines = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8").splitlines()
_pairs = [tuple(line.split("\t")[1:3]) for line in _lines]
batches = 8


def softmax_over_lookup(model, batch):
    """The norm of the one part of the gradient over the norm of the other."""
    encoded = tokenizer(
        _pairs[batch::8], truncation=True, max_length=96, return_tensors="pt"
    )
    ids = encoded.pop("input_ids")
    generator = torch.Generator().manual_seed(batch)
    chosen = torch.rand(ids.shape, generator=generator) < 0.15
    shown = ids.masked_fill(chosen, tokenizer.mask_token_id)
    matrix = model.eval().get_input_embeddings().weight
    matrix.grad = None
    copy = matrix.detach().clone().requires_grad_()  # for the lookup alone
    logits = model(inputs_embeds=copy[shown], **encoded)[0][chosen]
    torch.nn.functional.cross_entropy(logits, ids[chosen]).backward()
    return (matrix.grad.norm() / copy.grad.norm()).item()


_trained = BertForMaskedLM.from_pretrained(pydoc_bert)
ratios = [
    {
        "model": "trained",
        **{f"batch {n}": softmax_over_lookup(_trained, n) for n in range(batches)},
    }
]
for seed in range(3):
    torch.manual_seed(seed)
    _model = BertForMaskedLM(_trained.config)
    ratios.append(
        {
            "model": f"fresh, seed {seed}",
            **{f"batch {n}": softmax_over_lookup(_model, n) for n in range(batches)},
        }
    )
_numbers = [list(row.values())[1:] for row in ratios]
mean_when_trained = mean(_numbers[0])
least_when_fresh = min(min(row) for row in _numbers[1:])

for row in ratios:
    print(row["model"], *(f"{ratio:.2f}" for ratio in list(row.values())[1:]))
assert least_when_fresh > 1.1, ratios
assert 0.75 < mean_when_trained < 0.95, ratios
