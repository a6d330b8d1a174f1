"""End the sentence with its full stop, after the `[MASK]`: a `[MASK]` at the very end is mostly filled with punctuation. With the head that we trained, all-MiniLM puts a full stop there in all of fourteen everyday sentences, and pydoc-bert in seven of our twelve. With the full stop after the `[MASK]`, neither does so once."""

from pathlib import Path

import yaml
from transformers import logging, pipeline

minilm_mlm, pydoc_bert = "minilm-mlm", "pydoc-bert"
scope = "checkpoint"
decides = "of 14 without"

logging.set_verbosity_error()  # a pooler is left out, and the report says so
_everyday = yaml.safe_load(Path("checkpoints/minilm-mlm/sentences.yml").read_text())
_docstrings = """return the name of the [MASK].
raised if the file does not [MASK].
convert the string to a [MASK].
the default value is [MASK].
a list of [MASK].
read the contents of the [MASK].
create a new [MASK].
the size of the [MASK].
if true, return a [MASK].
see the [MASK].
the number of [MASK].
compute the [MASK]."""
_texts = {
    minilm_mlm: [one["text"] for one in _everyday if one["text"].endswith("[MASK].")],
    pydoc_bert: _docstrings.splitlines(),
}
_rows = []
for _model, _of_the_model in _texts.items():
    _fill = pipeline("fill-mask", model=_model, top_k=1)
    _bare = [text.removesuffix(".") for text in _of_the_model]
    _with, _without = (
        [answers[0]["token_str"] for answers in _fill(texts)]
        for texts in (_of_the_model, _bare)
    )
    _rows.append((len(_bare), _without.count("."), _with.count(".")))
    print(f"{_model}: {_of_the_model[-1]} {_with[-1]}; without the full stop:", end=" ")
    print(_without[-1])

for _sentences, _bare_stops, _ended_stops in _rows:
    print(f"full stop first in {_bare_stops} of {_sentences} without one", end=", ")
    print(f"in {_ended_stops} with one")
assert _rows == [(14, 14, 0), (12, 7, 0)], f"{_rows}"
