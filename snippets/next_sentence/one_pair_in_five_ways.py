"""In one example pydoc-bert calls two sentences about a connection “next” in either order, and an unrelated one only if all token types are 0. One checkpoint, weights rounded to 16 bits, “Open a socket and connect to the server.” and “The connection is closed after the last message.”: it is surer with the second's words shuffled, and surer still with the two swapped."""

import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction, logging

pydoc_bert = "pydoc-bert"
scope = "checkpoint"
decides = "another second  "
first = "Open a socket and connect to the server."
second = "The connection is closed after the last message."
another = "Return the number of days in the month."

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForNextSentencePrediction.from_pretrained(pydoc_bert).eval()
model.half().float()  # rounded to 16 bits, as a page that runs it in a browser has it


def shuffled(text, seed=1):
    """Fisher and Yates's shuffle, with a generator that any language has in a line."""
    words = text.split()
    for last in range(len(words) - 1, 0, -1):
        seed = seed * 48271 % 2147483647
        words[last], words[seed % (last + 1)] = words[seed % (last + 1)], words[last]
    return " ".join(words)


def scores(pair, type_of_the_second):
    inputs = tokenizer(*pair, return_tensors="pt")
    inputs["token_type_ids"] *= type_of_the_second
    with torch.no_grad():
        return model(**inputs).logits[0]


second_shuffled = shuffled(second)
_ways = {
    "as they are": ((first, second), 1),
    "swapped": ((second, first), 1),
    "the second's words shuffled": ((first, second_shuffled), 1),
    "another second": ((first, another), 1),
    "another second, all token types 0": ((first, another), 0),
}
ways = []
for _way, (_pair, _type) in _ways.items():
    _scores = scores(_pair, _type)
    ways.append(
        {
            "the pair": _way,
            **{f"score {i}": round(s, 2) for i, s in enumerate(_scores.tolist())},
            "“is next”, %": round(100 * _scores.softmax(-1)[0].item(), 1),
        }
    )
is_next = {row["the pair"]: row["“is next”, %"] for row in ways}
as_they_are, swapped, mixed, of_another, without_types = is_next.values()
_weights = model.bert.embeddings.word_embeddings.weight

print("shuffled:", second_shuffled)
for row in ways:
    _way, _zero, _one, _percent = row.values()
    print(f"{_way:33} scores {_zero:6.2f} and {_one:6.2f}: next, {_percent:5.1f} %")
assert torch.equal(_weights, _weights.half().float()), "the weights are not rounded"
assert second_shuffled == "the closed after connection is last The message."
assert 95 < as_they_are < mixed < swapped < 100, f"“is next”, %: {is_next}"
assert of_another < 5 and without_types > 99, f"“is next”, %: {is_next}"
