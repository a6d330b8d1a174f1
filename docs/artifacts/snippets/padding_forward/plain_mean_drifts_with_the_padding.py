"""In all-MiniLM, with many pads a plain mean resembles its text less and another text more than with few; masked means stay as they are."""

import torch
from transformers import AutoTokenizer, BertModel, logging

scope = "checkpoint"

minilm = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm).eval()
text, unrelated = "Return the file.", "The weather is fine today."


def means(length):
    batch = tokenizer(
        [text, unrelated], padding="max_length", max_length=length, return_tensors="pt"
    )
    with torch.no_grad():
        vectors = model(**batch).last_hidden_state
    mask = batch["attention_mask"][:, :, None]
    return vectors.mean(dim=1), (vectors * mask).sum(dim=1)


with torch.no_grad():
    _alone = model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0]
    _own = _alone.mean(dim=0)
by_length = []
for length in (8, 16, 32, 64, 128, 256):
    plain, masked = means(length)
    by_length.append(
        {
            "padded to": length,
            "plain mean, with its own": torch.cosine_similarity(
                plain[0], _own, dim=0
            ).item(),
            "plain means of two unrelated texts": torch.cosine_similarity(
                plain[0], plain[1], dim=0
            ).item(),
            "masked mean, with its own": torch.cosine_similarity(
                masked[0], _own, dim=0
            ).item(),
            "masked means of two unrelated texts": torch.cosine_similarity(
                masked[0], masked[1], dim=0
            ).item(),
        }
    )

for row in by_length:
    length, *cosines = row.values()
    _own_plain, _other_plain, *_of_masked = [f"{value:.3f}" for value in cosines]
    print(f"padded to {length}: plain mean, cosine with its own text", end=" ")
    print(f"{_own_plain}, with another {_other_plain};", end=" ")
    print("masked mean, {} and {}".format(*_of_masked))
_plain = [row["plain mean, with its own"] for row in by_length]
_plain_pair = [row["plain means of two unrelated texts"] for row in by_length]
_masked = [row["masked mean, with its own"] for row in by_length]
_pair = [row["masked means of two unrelated texts"] for row in by_length]
assert _plain[0] > 0.9 and _plain[-1] < 0.6, _plain
assert _plain_pair[0] < 0.1 and _plain_pair[-1] > 0.5, _plain_pair
assert min(_masked) > 0.9999, _masked
assert max(_pair) - min(_pair) < 1e-4 and max(_pair) < 0.1, _pair
