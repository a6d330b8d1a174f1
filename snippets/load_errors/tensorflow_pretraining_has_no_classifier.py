"""A pre-training `bert_model.ckpt` has no `output_weights` and no `output_bias`, which Google's classifier reads: their only likeness stands under `cls/`. Its names are those of the encoder, of the pooler and of both pre-training heads. TensorFlow wrote the small one here, as Google's BERT names its tensors."""

from pathlib import Path

scope = "checkpoint"
decides = "of a classifier"
index = Path("checkpoints/tensorflow-bert/bert_model.ckpt.index")


def varint(data, at):
    """Read a number of 7 bits a byte; return it and the place behind it."""
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def keys(data, place):
    """Yield key and value of a block; a key leaves out what the last one has, too."""
    start, at = varint(place, 0)
    size, _ = varint(place, at)
    block, at, key = data[start : start + size], 0, b""
    end = size - 4 - 4 * int.from_bytes(block[-4:], "little")
    while at < end:
        shared, at = varint(block, at)
        own, at = varint(block, at)
        length, at = varint(block, at)
        key = key[:shared] + block[at : at + own]
        yield key.decode(), block[at + own : at + own + length]
        at += own + length


data = index.read_bytes()
_footer, _at = data[-48:], 0
for _ in range(2):
    _, _at = varint(_footer, _at)
names = sorted(
    name
    for _, place in keys(data, _footer[_at:])
    for name, _entry in keys(data, place)
    if name and "adam" not in name
)
of_the_heads = [name for name in names if name.startswith("cls/")]
of_a_classifier = [name for name in ("output_weights", "output_bias") if name in names]

print("of the heads:", *of_the_heads, sep="\n  ")
print("of a classifier:", of_a_classifier or "none")
assert len(names) == 47, f"{len(names)} names"  # with the count of steps
assert of_a_classifier == [], f"of a classifier: {of_a_classifier}"
assert "bert/embeddings/word_embeddings" in names, names
assert "bert/pooler/dense/kernel" in names, names
assert [name for name in of_the_heads if name.endswith("output_bias")] == [
    "cls/predictions/output_bias",
    "cls/seq_relationship/output_bias",
], of_the_heads
