"""One `[MASK]` stands for one piece, so a word of several pieces cannot fill it: write a `[MASK]` for each piece. `pipeline("fill-mask")` then gives a list for each, and scores each as if the other stayed hidden: given the first piece, the second scores far higher. It was run with pydoc-bert."""

from transformers import logging, pipeline

pydoc_bert = "pydoc-bert"
scope = "checkpoint"
decides = "given the first"

logging.set_verbosity_error()  # the load report has a page of its own
fill = pipeline("fill-mask", model=pydoc_bert)
size = fill.model.config.vocab_size
word, sentence = "subdirectory", "list the files in each {} of the given path."
pieces = fill.tokenizer.tokenize(word)


def score_of(piece, answers):
    """The probability of a piece among all answers for one [MASK]."""
    return next(one["score"] for one in answers if one["token_str"] == piece)


_of_one_mask = fill(sentence.format("[MASK]"), top_k=size)
filled_by_one = {one["token_str"] for one in _of_one_mask}
_of_two_masks = fill(sentence.format("[MASK] [MASK]"), top_k=size)
_given_the_first = fill(sentence.format(f"{pieces[0]} [MASK]"), top_k=size)
second = pieces[1]
hidden = score_of(second, _of_two_masks[1])
given = score_of(second, _given_the_first)
times_as_high = given / hidden
in_the_first_place = score_of(second, _of_two_masks[0])

print(f"{word} is {len(pieces)} pieces:", *pieces)
print(
    f"of {len(filled_by_one)} answers for one [MASK] it is one:", word in filled_by_one
)
print(f"lists for two masks: {len(_of_two_masks)}, of {len(_of_two_masks[1])} answers")
print(f"the second piece, given the first: {given:.2g}, both hidden: {hidden:.2g}")
assert len(pieces) == 2 and pieces[0] in filled_by_one, f"{pieces}"
assert word not in filled_by_one and "file" in filled_by_one
assert len(filled_by_one) > 0.9 * size, f"{len(filled_by_one)}"
assert [len(answers) for answers in _of_two_masks] == [size] * 2
assert times_as_high > 10, f"{given}, {hidden}"
assert second.startswith("##") and hidden > in_the_first_place, f"{second}"
