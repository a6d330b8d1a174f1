"""In a fresh model of pydoc-bert's size the softmax's part of the gradient is the larger one, and in the trained model the lookup's part is."""

from pathlib import Path

import torch
from torch.nn.functional import cross_entropy
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
_lines = Path(pydoc_bert, "held_out.txt").read_text(encoding="utf-8").splitlines()
_pairs = [tuple(line.split("\t")[1:3]) for line in _lines[::8]]
_batch = tokenizer(_pairs, truncation=True, max_length=96, return_tensors="pt")
_ids, _types = _batch["input_ids"], _batch["token_type_ids"]
torch.manual_seed(0)
_chosen = (torch.rand(_ids.shape) < 0.15) & (_ids > tokenizer.mask_token_id)
_draw = torch.rand(_ids.shape)
_shown = torch.where(_chosen & (_draw < 0.8), tokenizer.mask_token_id, _ids)
_random = torch.randint(len(tokenizer), _ids.shape)
_shown = torch.where(_chosen & (_draw > 0.9), _random, _shown)
_labels = _ids[_chosen]


def norms_of_the_parts(model):
    matrix = model.eval().bert.embeddings.word_embeddings.weight
    copy = matrix.detach().clone().requires_grad_()
    hidden = model.bert(inputs_embeds=copy[_shown], token_type_ids=_types)[0]
    logits = model.cls.predictions(hidden[_chosen])  # elsewhere there is no loss
    cross_entropy(logits, _labels).backward()
    parts = {"lookup": copy.grad, "softmax": matrix.grad}
    return {name: part.norm().item() for name, part in parts.items()}


_trained = BertForMaskedLM.from_pretrained(pydoc_bert)
trained = norms_of_the_parts(_trained)
fresh = []
for seed in range(3):
    torch.manual_seed(seed)
    fresh.append(norms_of_the_parts(BertForMaskedLM(_trained.config)))
_ratios = [norms["softmax"] / norms["lookup"] for norms in fresh]
least_when_fresh = min(_ratios)
when_trained = trained["softmax"] / trained["lookup"]

for norms in fresh:
    print(f"fresh:   lookup {norms['lookup']:.3f}, softmax {norms['softmax']:.3f}")
print(f"trained: lookup {trained['lookup']:.3f}, softmax {trained['softmax']:.3f}")
assert least_when_fresh > 1.1, f"fresh: {_ratios} times"
assert when_trained < 0.9, f"trained: {when_trained} times"
