"""In pydoc-bert one lookup in a batch sends a token that is never an answer a gradient more than a hundred times as large as the softmax does from all positions together."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"
held_out = "checkpoints/pydoc-bert/held_out.txt"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
_matrix = model.bert.embeddings.word_embeddings.weight
_texts = [line.split("\t")[1] for line in Path(held_out).read_text().splitlines()[:16]]
_ids = tokenizer(_texts, truncation=True, max_length=48)["input_ids"]
_ids = torch.tensor([ids for ids in _ids if len(ids) == 48])
texts = len(_ids)

torch.manual_seed(0)
_chosen = torch.rand(_ids.shape) < 0.15
_chosen[:, 0] = _chosen[:, -1] = False  # [CLS] and [SEP]
_labels = torch.where(_chosen, _ids, -100)
_shown = torch.where(_chosen, tokenizer.mask_token_id, _ids)
_row, _column = _chosen.nonzero()[0].tolist()
unused = 1  # [unused0], as random replacement may draw it
_shown[_row, _column] = unused
positions = _chosen.sum().item()

# The lookup reads a copy of the matrix, the decoder the matrix itself.
_copy = _matrix.detach().clone().requires_grad_()
_logits = model(inputs_embeds=_copy[_shown])[0]
torch.nn.functional.cross_entropy(
    _logits.view(-1, len(_matrix)), _labels.view(-1)
).backward()
through_lookup = _copy.grad[unused].norm().item()
through_softmax = _matrix.grad[unused].norm().item()
times_as_large = through_lookup / through_softmax

print(f"{positions} positions to predict; [unused0] stands at one of them")
print(f"gradient on its row through that lookup: {through_lookup:.6f}")
print(f"through the softmax, from all positions: {through_softmax:.8f}")
print(f"times as large: {times_as_large:.0f}")
assert through_softmax > 0
assert times_as_large > 100, f"{times_as_large} times as large"
