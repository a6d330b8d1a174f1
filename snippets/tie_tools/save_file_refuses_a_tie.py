"""safetensors' `save_file` refuses the state dict of a tied model, and its message names each pair."""

import re
import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "word_embeddings.weight ="

torch.manual_seed(0)
config = BertConfig.from_dict(
    {
        "vocab_size": 100,
        "hidden_size": 32,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 64,
    }
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_before = model(_token_ids)[0]


def tie_of(model):
    head, words = model.cls.predictions, model.bert.embeddings.word_embeddings
    return head.decoder.weight is words.weight, head.decoder.bias is head.bias


with tempfile.TemporaryDirectory() as _folder:
    try:
        save_file(model.state_dict(), Path(_folder, "model.safetensors"))
        message = ""
    except RuntimeError as _error:
        message = " ".join(str(_error).split())
pairs = sorted(
    sorted(re.findall("'(.*?)'", pair)) for pair in re.findall("{.*?}", message)
)
tie = tie_of(model)
row = [
    {
        "operation": "safetensors `save_file(model.state_dict())`",
        "still one object": "yes" if tie[0] else "problem: no",
        "bias alias": "yes" if tie[1] else "problem: no",
        "logits": "unchanged"
        if torch.equal(model(_token_ids)[0], _before)
        else "changed",
        "after saving and loading": "note: no file, it refuses"
        if message
        else "a file",
        "do": "`model.save_pretrained(folder)`",
    }
]

print(message.partition(": [")[0])
for _pair in pairs:
    print("  " + " = ".join(_pair))
print("It advises:", re.findall(r"use `\w+`", message))
assert "share memory" in message, "it writes the file"
assert pairs == [
    ["bert.embeddings.word_embeddings.weight", "cls.predictions.decoder.weight"],
    ["cls.predictions.bias", "cls.predictions.decoder.bias"],
], f"pairs: {pairs}"
assert tie == (True, True), f"tied, bias alias: {tie}"
