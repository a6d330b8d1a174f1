"""Fill in a sentence from left to right, then from right to left: BERT's head gives the same sentence two different log-probabilities. For a probability of the sentence both would be equal. They differ by more than a nat for at least half of the texts, for pydoc-bert and for all-MiniLM with the head that we trained."""

from pathlib import Path

import torch
import yaml
from transformers import AutoModelForMaskedLM, AutoTokenizer, logging

pydoc_bert, minilm_mlm = "checkpoints/pydoc-bert", "bert-checked/minilm-mlm"
scope = "checkpoint"
decides = "texts whose orders"

logging.set_verbosity_error()  # a pooler is left out, and the report says so
_lines = Path(f"{pydoc_bert}/held_out.txt").read_text("utf-8").splitlines()
_sentences = dict.fromkeys(line.split("\t")[1].split(". ")[0] for line in _lines)
_gaps = yaml.safe_load(Path("checkpoints/minilm-mlm/sentences.yml").read_text())[:12]
_texts = {
    pydoc_bert: [text for text in _sentences if 30 < len(text) < 100][:12],
    minilm_mlm: [gap["text"].replace("[MASK]", gap["accepted"][0]) for gap in _gaps],
}


def filled_in(ids, order):
    """Start from masks alone, and put in one token after the other."""
    rows = ids.repeat(len(order), 1)
    for step in range(len(order)):
        rows[step, order[step:]] = tokenizer.mask_token_id
    with torch.no_grad():
        logits = model(rows)[0][range(len(order)), order]
    return logits.log_softmax(-1)[range(len(order)), ids[order]].sum().item()


outcomes = []
for _name, _of_the_model in _texts.items():
    tokenizer = AutoTokenizer.from_pretrained(_name)
    model = AutoModelForMaskedLM.from_pretrained(_name).eval()
    _differences = []
    for _text in _of_the_model:
        _encoded = tokenizer(_text, truncation=True, max_length=32, return_tensors="pt")
        _ids = _encoded["input_ids"][0]
        _places = list(range(1, len(_ids) - 1))
        _forward, _backward = filled_in(_ids, _places), filled_in(_ids, _places[::-1])
        _differences.append(abs(_forward - _backward))
    _median = torch.tensor(_differences).median().item()
    _more = sum(difference > 1 for difference in _differences)
    outcomes.append(
        {
            "model": _name,
            "texts": len(_differences),
            "differ by more than a nat": _more,
            "median difference": _median,
        }
    )

for _row in outcomes:
    print(f"{_row['model']}: median difference {_row['median difference']:.1f} nats")
print("texts whose orders differ by more than a nat:", end=" ")
_counts = [
    f"{_row['differ by more than a nat']} of {_row['texts']}" for _row in outcomes
]
print(*_counts, sep=", ")
assert all(
    " " in text and "[MASK]" not in text for texts in _texts.values() for text in texts
)
for _row in outcomes:
    assert _row["texts"] == 12, f"{_row}"
    assert 2 * _row["differ by more than a nat"] >= _row["texts"], f"{_row}"
    assert _row["median difference"] < 20, f"{_row}"
