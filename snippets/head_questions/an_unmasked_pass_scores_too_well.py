"""One pass without masks scores a text far too well, because each position reads the token that it is to guess. With a random token in its place a true token scores no better than under `[MASK]`; and a random token that is read scores over five times as high as under `[MASK]`. This holds for pydoc-bert, and for all-MiniLM with the head that we trained."""

import math
from pathlib import Path

import torch
import yaml
from transformers import AutoModelForMaskedLM, AutoTokenizer, logging

pydoc_bert, minilm_mlm = "pydoc-bert", "minilm-mlm"
scope = "checkpoint"
decides = "the random token scores"

logging.set_verbosity_error()  # a pooler is left out, and the report says so
_lines = Path(f"{pydoc_bert}/held_out.txt").read_text("utf-8").splitlines()
_sentences = dict.fromkeys(line.split("\t")[1].split(". ")[0] for line in _lines)
_gaps = yaml.safe_load(Path("checkpoints/minilm-mlm/sentences.yml").read_text())[:12]
_texts = {
    pydoc_bert: [text for text in _sentences if 30 < len(text) < 100][:12],
    minilm_mlm: [gap["text"].replace("[MASK]", gap["accepted"][0]) for gap in _gaps],
}


def log_probabilities(ids, put_in, ask_for):
    """Put one other token into each row, and score a token in its place."""
    count = torch.arange(len(ids) - 2)
    places = count + 1  # [CLS] is the first, [SEP] the last
    rows = ids.repeat(len(count), 1)
    rows[count, places] = put_in
    with torch.no_grad():
        logits = model(rows)[0][count, places]
    return logits.log_softmax(-1)[count, ask_for]


outcomes = []
for _name, _of_the_model in _texts.items():
    tokenizer = AutoTokenizer.from_pretrained(_name)
    model = AutoModelForMaskedLM.from_pretrained(_name).eval()
    _generator = torch.Generator(model.device).manual_seed(0)
    _masks = torch.tensor(tokenizer.mask_token_id)
    _special = tokenizer.all_special_ids
    _words = torch.tensor([i for i in range(len(tokenizer)) if i not in _special])
    _found = {}
    for _text in _of_the_model:
        _encoded = tokenizer(_text, truncation=True, max_length=32, return_tensors="pt")
        _ids = _encoded["input_ids"][0]
        _true = _ids[1:-1]
        _random = _words[torch.randint(len(_words), _true.shape, generator=_generator)]
        for _what, _put_in, _asked in (
            ("true token, read", _true, _true),
            ("true token, hidden", _masks, _true),
            ("true token, another in its place", _random, _true),
            ("random token, read", _random, _random),
            ("random token, hidden", _masks, _random),
        ):
            _scores = log_probabilities(_ids, _put_in, _asked)
            _found.setdefault(_what, []).append(_scores)
    _means = {what: torch.cat(scores).mean().item() for what, scores in _found.items()}
    outcomes.append({"model": _name, **_means})

for _row in outcomes:
    print(f"{_row['model']}, nats a token:")
    for _what in list(_row)[1:]:
        print(f"  {_what}: {_row[_what]:.2f}")
_times = [
    math.exp(_row["random token, read"] - _row["random token, hidden"])
    for _row in outcomes
]
times_as_high = [round(times) for times in _times]
print("read, the random token scores", *times_as_high, "times as high as hidden")
assert all(
    " " in text and "[MASK]" not in text for texts in _texts.values() for text in texts
)
for _row in outcomes:
    _read, _hidden, _replaced, *_ = list(_row.values())[1:]
    assert _read > _hidden + 2, f"{_row}"
    assert _replaced < _hidden - 0.2, f"{_row}"
assert len(_words) > 1000, f"{_words}"
assert min(_times) > 5, f"{_times}"
