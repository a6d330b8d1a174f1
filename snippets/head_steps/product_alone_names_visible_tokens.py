"""At the tokens that pydoc-bert sees, the product with the embedding alone names an inner vector's token more often than the whole head does. On the last layer's vectors the head names them more often. Under `[MASK]`, after its second layer, the whole head finds the hidden token more than five times as often as the product."""

from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

tolerance = 0.01
scope = "checkpoint"
decides = "layer 2, token seen"

logging.set_verbosity_error()  # the load report has a page of its own
folder = "checkpoints/pydoc-bert"
tokenizer = AutoTokenizer.from_pretrained(folder)
model = BertForMaskedLM.from_pretrained(folder).eval()
head, matrix = model.cls.predictions, model.get_input_embeddings().weight
_held_out = Path(folder, "held_out.txt").read_text(encoding="utf-8")
_pairs = [line.split("\t")[1:3] for line in _held_out.splitlines()[::24]]
_generator = torch.Generator().manual_seed(0)
_right = {}
for _pair in _pairs:
    _inputs = tokenizer(*_pair, truncation=True, max_length=128, return_tensors="pt")
    _ids = _inputs["input_ids"]
    _words = ~torch.isin(_ids, torch.tensor(tokenizer.all_special_ids))
    _hidden = (torch.rand(_ids.shape, generator=_generator) < 0.15) & _words
    _inputs["input_ids"] = _ids.masked_fill(_hidden, tokenizer.mask_token_id)
    with torch.no_grad():
        _stages = model.bert(**_inputs, output_hidden_states=True).hidden_states
        for _stage, _vectors in enumerate(_stages):
            for _where, _at in (("seen", _words & ~_hidden), ("hidden", _hidden)):
                _tokens, _inner = _ids[_at], _vectors[_at]
                for _by, _scores in (
                    ("the head", head(_inner)),
                    ("the product", _inner @ matrix.T),
                ):
                    _found = _right.setdefault((_stage, _where, _by), [])
                    _found += (_scores.argmax(-1) == _tokens).tolist()

found = [
    {
        "vector": f"layer {stage}" if stage else "the embeddings",
        "token": where,
        **{
            by: torch.tensor(_right[stage, where, by]).float().mean().item()
            for by in ("the head", "the product")
        },
    }
    for stage in range(model.config.num_hidden_layers + 1)
    for where in ("seen", "hidden")
]
*_seen, _seen_last = [row for row in found if row["token"] == "seen"]
_hidden_second = found[-3]  # after layer 2, one below the last

for row in found:
    print(f"{row['vector']}, token {row['token']}: right by", end=" ")
    print(f"the head {row['the head']:.1%}, the product {row['the product']:.1%}")
assert all(row["the product"] > row["the head"] + 0.1 for row in _seen), f"{found}"
assert _hidden.sum() < (_words & ~_hidden).sum(), "most tokens are hidden"
assert _seen_last["the head"] > _seen_last["the product"] + 0.1, f"{_seen_last}"
assert _hidden_second["the head"] > 5 * _hidden_second["the product"], f"{found}"
