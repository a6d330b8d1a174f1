"""A classic `.bin`, which has matrix and bias under both names, gives the right logits when it is loaded untied. But the two matrices share one memory: training keeps them equal, and after a save the next load has another decoder. Clones of matrix and bias prevent both."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

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
for _parameter in model.parameters():
    torch.nn.init.normal_(_parameter, std=0.1)  # stands for learned values
_token_ids = torch.tensor([[2, 5, 7, 3]])


def load_untied(clone):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(model.state_dict(), Path(folder, "pytorch_model.bin"))
        loaded = BertForMaskedLM.from_pretrained(folder, tie_word_embeddings=False)
    decoder = loaded.eval().cls.predictions.decoder
    if clone:
        decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
        decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())
    return loaded


def matrices(loaded):
    output = loaded.cls.predictions.decoder.weight
    return output, loaded.bert.embeddings.word_embeddings.weight


def same_after_saving(loaded):
    with tempfile.TemporaryDirectory() as folder:
        loaded.save_pretrained(folder)
        again = BertForMaskedLM.from_pretrained(folder).eval()
    return torch.allclose(again(_token_ids)[0], loaded(_token_ids)[0], atol=1e-4)


loads = []
for _clone in (False, True):
    _loaded = load_untied(_clone)
    _logits = _loaded(_token_ids)[0]
    _row = {"load": "cloned" if _clone else "untied"}
    _row["right logits"] = torch.allclose(_logits, model(_token_ids)[0], atol=1e-4)
    _row["same after saving"] = same_after_saving(_loaded)
    _output, _words = matrices(_loaded)
    _row["one Parameter"] = _output is _words
    _logits.square().sum().backward()
    torch.optim.AdamW(_loaded.parameters()).step()
    _row["equal after training"] = _output.equal(_words)
    loads.append(_row)

for _row in loads:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_as_loaded, _cloned = loads
assert _as_loaded["right logits"], "it loads other logits"
assert not _as_loaded["one Parameter"], "it is loaded tied"
assert _as_loaded["equal after training"], "the two matrices part in training"
assert not _cloned["equal after training"], "the clones are trained as one"
assert not _as_loaded["same after saving"], "the decoder survives saving"
assert _cloned["same after saving"], "the clones are lost, too"
