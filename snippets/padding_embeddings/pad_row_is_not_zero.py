"""In the trained models measured here the `[PAD]` row of the word embedding is not zero, although `padding_idx` is 0. It is over half as long as the median row."""

from transformers import AutoModel, logging

# --8<-- [start:lesson]
checkpoint = "sentence-transformers/all-MiniLM-L6-v2"
needs = ("encoder",)
scope = "checkpoint"
decides = "its norm:"

logging.set_verbosity_error()  # the load report has a page of its own
embedding = AutoModel.from_pretrained(checkpoint).get_input_embeddings()
padding_idx = embedding.padding_idx
pad_row = embedding.weight[padding_idx]
pad_norm = pad_row.norm().item()
median_norm = embedding.weight.norm(dim=1).median().item()

print(embedding)
print("the [PAD] row:", *[f"{value:.4f}" for value in pad_row[:3]], "…")
print(f"its norm: {pad_norm:.4f}; the median row's: {median_norm:.4f}")
# --8<-- [end:lesson]
assert padding_idx == 0
assert pad_norm > 0.5 * median_norm
