"""In this example pydoc-bert calls the unrelated second sentence “next” only if you leave out the token types. One example of one checkpoint, of two scores for each pair."""

from transformers import AutoTokenizer, BertForNextSentencePrediction, logging

scope = "checkpoint"
decides = "without token types"

logging.set_verbosity_error()
# --8<-- [start:lesson]
tokenizer = AutoTokenizer.from_pretrained("pydoc-bert")
model = BertForNextSentencePrediction.from_pretrained("pydoc-bert")
first = "Open a socket and connect to the server."
follows = "The connection is closed after the last message."
unrelated = "Return the number of days in the month."

pairs = tokenizer([first, first], [follows, unrelated], return_tensors="pt")
is_next = model(**pairs).logits.softmax(-1)[:, 0].tolist()  # score 0 means “is next”
print(f"is next: follows {is_next[0]:.3f}, unrelated {is_next[1]:.3f}")

pairs["token_type_ids"].zero_()  # as if you had left them out
without = model(**pairs).logits.softmax(-1)[:, 0].tolist()
print(f"without token types: {without[0]:.3f}, {without[1]:.3f}")
# --8<-- [end:lesson]

assert min(is_next[0], *without) > 0.9 > 0.1 > is_next[1], (is_next, without)
