"""In `pipeline("fill-mask")` a target that is no single token is replaced by its first piece, with a warning. The score is then the piece's, not the word's, and a target that is this piece adds no second answer. It was run with pydoc-bert."""

import logging

from transformers import logging as transformers_logging
from transformers import pipeline

pydoc_bert = "pydoc-bert"
scope = "checkpoint"
decides = "answers for"

text = "return the [MASK] of the file."
heard = []


class Ear(logging.Handler):
    """Keep what the library would print."""

    def emit(self, record):
        """Take a message down."""
        heard.append(record.getMessage())


transformers_logging.set_verbosity_error()  # the load report has a page of its own
fill = pipeline("fill-mask", model=pydoc_bert)
transformers_logging.set_verbosity_warning()
_logger = logging.getLogger("transformers.pipelines.fill_mask")
_logger.addHandler(Ear())
_logger.propagate = False  # heard, and not printed

words = ["name", "checks", "checksum"]
pieces = {word: fill.tokenizer.tokenize(word) for word in words}
answers = {word: fill(text, targets=[word]) for word in words}
together = fill(text, targets=["checks", "checksum"])
warnings = {
    word: [said for said in heard if f"token `{word}`" in said] for word in words
}

for _word in words:
    _answer = answers[_word][0]
    print(f"{_word} ({' '.join(pieces[_word])}): scored is {_answer['token_str']}")
print(*warnings["checksum"][:1])
print("answers for the targets checks and checksum:", len(together))
for _word in ("name", "checks"):
    assert pieces[_word] == [_word] and not warnings[_word], f"{pieces}, {warnings}"
    assert answers[_word][0]["token_str"] == _word, f"{answers[_word]}"
assert pieces["checksum"] == ["checks", "##um"], f"{pieces}"
assert len(warnings["checksum"]) == 2, f"{heard}"  # alone, and with the other
assert "`checks`" in warnings["checksum"][0], f"{heard}"
assert answers["checksum"] == answers["checks"] == together, f"{answers}"
assert len(together) == 1, f"{together}"
assert answers["name"][0]["score"] > 0.1, f"{answers}"  # it is trained
