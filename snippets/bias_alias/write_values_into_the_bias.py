"""Write values into BERT's output bias, as `head.decoder.bias.fill_(1)` does, tied or untied; a new Parameter assigned to `head.bias` leaves the decoder's as it was. Here `head` is `model.cls.predictions` of a fresh BERT in transformers; what was written is there again after saving and loading. In an untied BERT the scores have nothing of `head.bias`."""

import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

written, ids = {}, torch.tensor([[2, 7, 3]])
for tied in (False, True):
    config = BertConfig(num_hidden_layers=1, tie_word_embeddings=tied)
    model = BertForMaskedLM(config).eval()
    head, _before = model.cls.predictions, model(ids).logits
    with torch.no_grad():
        head.decoder.bias.fill_(1.0)  # head.bias is another one if untied
    moved = model(ids).logits - _before
    with tempfile.TemporaryDirectory() as _folder:
        model.save_pretrained(_folder)
        loaded = BertForMaskedLM.from_pretrained(_folder).cls.predictions
    moves = round(moved.mean().item(), 3), loaded.decoder.bias.mean().item()
    written["tied" if tied else "untied"] = [*moves, head.decoder.bias is head.bias]
head.bias = torch.nn.Parameter(torch.zeros_like(head.bias))  # the tied model's
assigned = [head.decoder.bias is head.bias, head.decoder.bias.mean().item()]
print(f"logits moved, loaded bias, one bias: {written}; assigned {assigned}")
assert written == {"untied": [1, 1, False], "tied": [1, 1, True]}, written
assert assigned == [False, 1.0], assigned
