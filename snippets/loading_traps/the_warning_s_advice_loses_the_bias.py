"""`tie_word_embeddings=False`, which the warning “we will NOT tie them” recommends, silences that warning and loses the output bias. This holds with a safetensors file of a BERT whose two matrices differ, and that has one bias; as it is, it loads right. With the flag and the bias copied, the model is right, too, also when it is saved and loaded."""

import logging
import tempfile

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "load: as the warning advises"

_library = logging.getLogger("transformers")
_said = []
_handler = logging.Handler()
_handler.emit = lambda record: _said.append(record.getMessage())
_library.handlers = [_handler]
_library.setLevel("WARNING")
torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
decoder, words = model.cls.predictions.decoder, model.bert.embeddings.word_embeddings
was_tied = decoder.weight is words.weight
decoder.weight = torch.nn.Parameter(torch.randn_like(decoder.weight))
_token_ids = torch.tensor([[2, 5, 7, 3]])
_logits = model(_token_ids)[0]


def row(load, one):
    """Whether a load is right, and whether the warning advised the flag."""
    advice = [line for line in _said if "tie_word_embeddings=False" in line]
    del _said[:]
    right = torch.allclose(one.eval()(_token_ids)[0], _logits, atol=1e-6)
    return {"load": load, "right logits": right, "the warning": bool(advice)}


with tempfile.TemporaryDirectory() as _folder:
    model.save_pretrained(_folder)
    loads = [row("as it is", BertForMaskedLM.from_pretrained(_folder))]
    advised = BertForMaskedLM.from_pretrained(_folder, tie_word_embeddings=False)
    loads.append(row("as the warning advises", advised))
with torch.no_grad():
    advised.cls.predictions.decoder.bias.copy_(advised.cls.predictions.bias)
loads.append(row("the bias copied, too", advised))
with tempfile.TemporaryDirectory() as _folder:
    advised.save_pretrained(_folder)
    loads.append(row("saved and loaded", BertForMaskedLM.from_pretrained(_folder)))

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_right = [_row["right logits"] for _row in loads]
_warned = [_row["the warning"] for _row in loads]
assert was_tied, "a fresh model is not tied"
assert _right == [True, False, True, True], f"right logits: {_right}"
assert _warned == [True, False, False, False], f"the warning is given: {_warned}"
