"""A pair of texts is one row of tokens, `[CLS]` first `[SEP]` second `[SEP]`, with token type 1 after the first `[SEP]`. Up to there the type is 0. pydoc-bert's tokenizer lays a pair out as its training did."""

import runpy

import torch
from transformers import AutoTokenizer

scope = "checkpoint"
decides = "[CLS] open"

pydoc_bert = "pydoc-bert"
training = runpy.run_path("checkpoints/pydoc-bert/batches.py")  # how it made pairs

tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
first = "open the file for reading."
second = "an error is raised if it does not exist."
inputs = tokenizer(first, second, return_tensors="pt")

# The same pair as training makes it: the place where the second text starts.
_sentences = [tokenizer.encode(t, add_special_tokens=False) for t in (first, second)]
_text = training["Text"].of([_sentences])
_start = (0, len(_sentences[0]))
_generator = torch.Generator(inputs["input_ids"].device).manual_seed(0)
_batch = training["make_batch"](
    _text,
    [(_start, _start)],
    inputs["input_ids"].shape[1],
    len(tokenizer),
    _generator,
)
_ids = _batch.input_ids
_ids[_batch.selected] = _batch.labels  # take the masks out again

tokens = tokenizer.convert_ids_to_tokens(inputs["input_ids"][0].tolist())
types = inputs["token_type_ids"][0].tolist()
label_of_a_true_pair = _batch.next_sentence_label.item()
same_ids = torch.equal(_ids, inputs["input_ids"])
same_types = torch.equal(_batch.token_type_ids, inputs["token_type_ids"])

print(*tokens)
print(*(f"{kind:<{len(token)}}" for kind, token in zip(types, tokens, strict=True)))
print("as in training:", same_ids and same_types)
print("training's label for a pair that follows:", label_of_a_true_pair)
_end_of_first = tokens.index("[SEP]")
assert tokens[0] == "[CLS]" and tokens.count("[SEP]") == 2 and tokens[-1] == "[SEP]"
assert types == [0] * (_end_of_first + 1) + [1] * (len(tokens) - _end_of_first - 1)
assert same_ids and same_types, f"ids {same_ids}, token types {same_types}"
assert label_of_a_true_pair == 0
