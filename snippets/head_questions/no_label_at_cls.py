"""Do not read the MLM head's scores at `[CLS]`: training gives `[CLS]` no label, so no loss corrects them. There pydoc-bert names another token than `[CLS]`, for most texts the same one. Of the words that nothing hides, few had a label in training; it names most of them, and not all."""

import runpy
from collections import Counter
from pathlib import Path

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "pydoc-bert"
scope = "checkpoint"
tolerance = 0.01
decides = "words that nothing hides"

logging.set_verbosity_error()  # the load report has a page of its own
training = runpy.run_path(f"{pydoc_bert}/batches.py")  # how it chose what to predict
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()
_lines = Path(pydoc_bert, "held_out.txt").read_text("utf-8").splitlines()[::10]
_texts = [line.split("\t")[1] for line in _lines]
_inputs = tokenizer(
    _texts, truncation=True, max_length=64, padding=True, return_tensors="pt"
)
_ids = _inputs.input_ids
_generator = torch.Generator(_ids.device).manual_seed(0)
_selected = training["select"](_ids, _generator)
_replaced = training["replace"](_ids, _selected, len(tokenizer), _generator)
_left = (_selected & (_replaced == _ids)).sum().item()  # a label, and not hidden
with torch.no_grad():
    _best = model(**_inputs).logits.argmax(-1)
_words = ~torch.isin(_ids, torch.tensor(tokenizer.all_special_ids))
_named = (_best == _ids)[_words].float().mean().item()
_at_cls = Counter(tokenizer.convert_ids_to_tokens(_best[:, 0].tolist()))
_token, _times = _at_cls.most_common(1)[0]

print(f"[CLS] has a label in {_selected[:, 0].sum()} of {len(_ids)} texts", end=", ")
print(f"and for {_times} the head names {_token} there")
print(f"words that nothing hides: {_named:.0%} named")
assert not _selected[:, 0].any() and _selected[:, 1:].any(1).all()
assert 0 < _left < 0.05 * _words.sum(), f"{_left} words have a label and are left"
assert "[CLS]" not in _at_cls and _times > len(_ids) / 2, f"{_at_cls}"
assert 0.8 < _named < 0.98, f"{_named}"
