"""Loading a `.bin` that has the matrix under both names with `ignore_mismatched_sizes=True` and a different `vocab_size` ends in an error about meta tensors. From one that has a single name it loads. Loaded first and resized then, both give the file's logits, also when they are saved and loaded again."""

import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

scope = "library"
decides = "file: both names"

torch.manual_seed(0)
config = BertConfig.from_dict(
    {"vocab_size": 100, "hidden_size": 24, "num_hidden_layers": 1}
)
model = BertForMaskedLM(config).eval()
_bias = torch.nn.init.normal_(model.cls.predictions.bias)  # stands for a learned one
_token_ids = torch.tensor([[2, 5, 7, 3]])
_logits = model(_token_ids)[0]
_both = model.state_dict()
_decoder, _words = "cls.predictions.decoder.weight", model.get_input_embeddings().weight
one_tensor = _both[_decoder].data_ptr() == _words.data_ptr()
_single = {key: value for key, value in _both.items() if ".decoder." not in key}
more = 110


def row(names, tensors):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "config.json").write_text(config.to_json_string())
        torch.save(tensors, Path(folder, "pytorch_model.bin"))
        try:
            type(model).from_pretrained(
                folder, vocab_size=more, ignore_mismatched_sizes=True
            )
            outcome = "loaded"
        except NotImplementedError as error:
            outcome = str(error).split(", but")[0]
        resized = type(model).from_pretrained(folder).eval()
    resized.resize_token_embeddings(more)
    with tempfile.TemporaryDirectory() as folder:
        resized.save_pretrained(folder)
        again = type(model).from_pretrained(folder).eval()
    logits = again(_token_ids)[0]
    old, new = logits[..., : len(_words)], logits[..., len(_words) :]
    return {
        "file": names,
        "sizes ignored": outcome,
        "resized, saved and loaded": torch.allclose(old, _logits, atol=1e-5),
        "more": new.shape[-1],
    }


files = [row("both names", _both), row("a single name", _single)]

for _row in files:
    print(*(f"{name}: {value}" for name, value in _row.items()), sep="; ")
_of_both, _of_one = (_row["sizes ignored"] for _row in files)
_right = [_row["resized, saved and loaded"] for _row in files]
assert one_tensor, "the file has two matrices"
assert "Meta tensors" in _of_both, f"both names: {_of_both}"
assert _of_one == "loaded", f"a single name: {_of_one}"
assert all(_right), f"the file's logits, resized: {_right}"
assert {_row["more"] for _row in files} == {more - len(_words)}, "it was not resized"
