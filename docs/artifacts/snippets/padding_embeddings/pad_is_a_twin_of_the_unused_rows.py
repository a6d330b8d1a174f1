"""In pydoc-bert the `[PAD]` row points where the `[unused]` rows point, nearer than 99 words in 100."""

import torch
from transformers import BertForPreTraining

scope = "checkpoint"

pydoc_bert = "checkpoints/pydoc-bert"

model = BertForPreTraining.from_pretrained(pydoc_bert)
rows = model.bert.embeddings.word_embeddings.weight.detach()
pad, _unused, _words = rows[0], rows[1:100], rows[104:]

_direction = _unused.mean(dim=0)
cosine_of_pad = torch.cosine_similarity(pad, _direction, dim=0).item()
_cosines = torch.cosine_similarity(_words, _direction[None])
cosine_of_words = {
    "median": _cosines.median().item(),
    "99th of 100": _cosines.quantile(0.99).item(),
}
words_nearer_than_pad = (_cosines > cosine_of_pad).sum().item()

print(f"cosine with the mean [unused] row: [PAD] {cosine_of_pad:.4f},", end=" ")
print(f"median word {cosine_of_words['median']:.4f}")
print(f"words nearer to it than [PAD]: {words_nearer_than_pad} of {len(_words)}")
assert cosine_of_pad > cosine_of_words["99th of 100"] + 0.005
