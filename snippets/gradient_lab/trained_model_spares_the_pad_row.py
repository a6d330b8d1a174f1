"""A fresh model gives `[PAD]` about one part in 8,192, like any token, and the softmax pushes its row; trained pydoc-bert gives it almost nothing, and the push is a hundred times weaker."""

from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertForMaskedLM

ports = ("pytorch_pretrained_bert", "pytorch_transformers")

pydoc_bert = "checkpoints/pydoc-bert"

torch.manual_seed(0)
model = BertForMaskedLM(BertConfig.from_json_file(f"{pydoc_bert}/config.json")).eval()
_vocabulary = Path(f"{pydoc_bert}/vocab.txt").read_text(encoding="utf-8").splitlines()
_text = "[CLS] return the [MASK] of bytes read from the [MASK] . [SEP]"
_ids = torch.tensor([[_vocabulary.index(word) for word in _text.split()]])
_labels = torch.full_like(_ids, -100)  # there is no [PAD] in sight
_labels[0, 3], _labels[0, 9] = _vocabulary.index("number"), _vocabulary.index("file")


def probability_and_push():
    """What [PAD] gets at the two positions, on average; the gradient on its row."""
    model.zero_grad()
    scores = model(_ids)
    logits = scores if torch.is_tensor(scores) else scores[0]
    p = logits.softmax(dim=-1)[_labels != -100][:, 0].mean().item()
    torch.nn.functional.cross_entropy(logits[0], _labels[0]).backward()
    return p, model.cls.predictions.decoder.weight.grad[0].norm().item()


_fresh, _fresh_push = probability_and_push()
model.load_state_dict(load_file(f"{pydoc_bert}/model.safetensors"), strict=False)
_trained, _trained_push = probability_and_push()

even_share = 1e6 / len(_vocabulary)  # all in parts per million
share_when_fresh, share_when_trained = 1e6 * _fresh, 1e6 * _trained
push_is_weaker_by = _fresh_push / _trained_push

print(f"an even share of the probability: {even_share:.0f} parts per million")
print(f"[PAD] in a fresh model: {share_when_fresh:.0f}")
print(f"[PAD] in pydoc-bert: {share_when_trained:.2f}")
print(f"the gradient on its row is {push_is_weaker_by:.0f} times weaker")
assert 0.25 < share_when_fresh / even_share < 4, share_when_fresh
assert 0 < share_when_trained < even_share / 100, share_when_trained
assert push_is_weaker_by > 100, push_is_weaker_by
