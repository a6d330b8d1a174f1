"""One example of one checkpoint: pydoc-bert calls “The connection is closed after the last message.” next after “Open a socket and connect to the server.”, also with the two swapped and with the words of the second shuffled; a sentence about something else it calls next only if all token types are 0."""

import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction, logging

pydoc_bert = "checkpoints/pydoc-bert"
scope = "checkpoint"
decides = "another second  "
first = "Open a socket and connect to the server."
second = "The connection is closed after the last message."
another = "Return the number of days in the month."

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForNextSentencePrediction.from_pretrained(pydoc_bert).eval()


def shuffled(text, seed=1):
    """Fisher and Yates's shuffle, with a generator that any language has in a line."""
    words = text.split()
    for last in range(len(words) - 1, 0, -1):
        seed = seed * 48271 % 2147483647
        words[last], words[seed % (last + 1)] = words[seed % (last + 1)], words[last]
    return " ".join(words)


def scores(one, other, type_of_the_second=1):
    pair = tokenizer(one, other, return_tensors="pt")
    pair["token_type_ids"] *= type_of_the_second
    with torch.no_grad():
        return model(**pair).logits[0]


second_shuffled = shuffled(second)
_ways = {
    "as they are": scores(first, second),
    "swapped": scores(second, first),
    "the second's words shuffled": scores(first, second_shuffled),
    "another second": scores(first, another),
    "another second, all token types 0": scores(first, another, 0),
}
ways = [
    {
        "the pair": way,
        "score 0": both[0].item(),
        "score 1": both[1].item(),
        "“is next”, %": 100 * both.softmax(-1)[0].item(),
    }
    for way, both in _ways.items()
]
leads = {row["the pair"]: row["score 0"] - row["score 1"] for row in ways}
leads_of_another = leads.pop("another second")

print("shuffled:", second_shuffled)
for way, zero, one, percent in (row.values() for row in ways):
    print(f"{way:33} score 0 {zero:6.2f}, score 1 {one:6.2f}: next, {percent:5.1f} %")
assert min(leads.values()) > 2, f"score 0 leads by {leads}"
assert leads_of_another < -2, f"score 0 leads by {leads_of_another}"
