"""On one text a fresh model gives `[PAD]` about its even share of the probability, and the softmax pushes its row. The trained head gives it less than a hundredth of that share there, and the push is over a hundred times weaker."""

from pathlib import Path

import torch
from transformers import AutoConfig, AutoModelForMaskedLM
from transformers.utils import cached_file

checkpoint = "pydoc-bert"
needs = ("mlm_head",)
scope = "checkpoint"

# Two of these tokens become [MASK]; there is no [PAD] in sight.
_texts = {
    "bert": "[CLS] return the number of bytes read from the file . [SEP]",
    "albert": "[CLS] C C ( = O ) O . O C C >> C C ( = O ) O C C [SEP]",
}
config = AutoConfig.from_pretrained(checkpoint)
_vocabulary = Path(cached_file(checkpoint, "vocab.txt")).read_text(encoding="utf-8")
_vocabulary = _vocabulary.splitlines()
_ids = [_vocabulary.index(token) for token in _texts[config.model_type].split()]
_pad, _mask_token = config.pad_token_id, _vocabulary.index("[MASK]")
_labels = torch.full((1, len(_ids)), -100)
_places = [3, 10]
for _place in _places:
    _labels[0, _place], _ids[_place] = _ids[_place], _mask_token


def probability_and_push(model):
    """What [PAD] gets at the two positions, on average; the gradient on its row."""
    logits = model.eval()(torch.tensor([_ids])).logits
    p = logits.softmax(dim=-1)[0, _places, _pad].mean().item()
    torch.nn.functional.cross_entropy(logits[0], _labels[0]).backward()
    return p, model.get_input_embeddings().weight.grad[_pad].norm().item()


torch.manual_seed(0)
_fresh, _fresh_push = probability_and_push(AutoModelForMaskedLM.from_config(config))
_model = AutoModelForMaskedLM.from_pretrained(checkpoint)
_trained, _trained_push = probability_and_push(_model)

even_share = 1e6 / len(_vocabulary)  # all in parts per million
share_when_fresh, share_when_trained = 1e6 * _fresh, 1e6 * _trained
push_is_weaker_by = _fresh_push / _trained_push

print(f"an even share of the probability: {even_share:.0f} parts per million")
print(f"[PAD] in a fresh model: {share_when_fresh:.0f}")
print(f"[PAD] in the trained model: {share_when_trained:.4f}")
print(f"the gradient on its row is {push_is_weaker_by:.0f} times weaker")
assert 0.5 < share_when_fresh / even_share < 2, share_when_fresh
assert share_when_trained < even_share / 100, share_when_trained
assert push_is_weaker_by > 100, push_is_weaker_by
