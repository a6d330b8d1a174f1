"""From a `.bin` that has the matrix under both names, `ignore_mismatched_sizes=True` with another `vocab_size` ends in an error about meta tensors. From one that has a single name it loads. Loaded first and resized then, both give the file's logits."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config).eval()
torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned bias
_token_ids = torch.tensor([[2, 5, 7, 3]])
_logits = model(_token_ids)[0]
_both = model.state_dict()
_single = {key: value for key, value in _both.items() if ".decoder." not in key}


def row(names, tensors):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(tensors, Path(folder, "pytorch_model.bin"))
        try:
            BertForMaskedLM.from_pretrained(
                folder, vocab_size=110, ignore_mismatched_sizes=True
            )
            outcome = "loaded"
        except NotImplementedError as error:
            outcome = str(error).split(", but")[0]
        resized = BertForMaskedLM.from_pretrained(folder).eval()
    resized.resize_token_embeddings(110)
    with tempfile.TemporaryDirectory() as folder:
        resized.save_pretrained(folder)
        again = BertForMaskedLM.from_pretrained(folder).eval()
    old = again(_token_ids)[0][..., :100]
    right = torch.allclose(old, _logits, atol=1e-5)
    return {"file": names, "sizes ignored": outcome, "resized, saved, loaded": right}


files = [row("both names", _both), row("a single name", _single)]

for _row in files:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_of_both, _of_one = (_row["sizes ignored"] for _row in files)
_right = [_row["resized, saved, loaded"] for _row in files]
assert "Meta tensors" in _of_both, f"both names: {_of_both}"
assert _of_one == "loaded", f"a single name: {_of_one}"
assert _right == [True, True], f"the file's logits, resized: {_right}"
