"""In a trained checkpoint `[PAD]` has a full row like any other token: none of its values is zero, and other rows are smaller."""

from transformers import AutoTokenizer, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"
scope = "checkpoint"
decides = "[PAD]"

PAD = 0
logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = BertModel.from_pretrained(checkpoint)
matrix = model.embeddings.word_embeddings.weight.detach()
norms = matrix.norm(dim=1)

_specials = ["[PAD]", "[unused0]", "[unused1]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
_words = ["the", "return", "file", "name"]
neighbours = [
    {
        "token": token,
        "id": tokenizer.convert_tokens_to_ids(token),
        "norm": norms[tokenizer.convert_tokens_to_ids(token)].item(),
        "first values": matrix[tokenizer.convert_tokens_to_ids(token), :12].tolist(),
    }
    for token in _specials + _words
]
zeros_in_pad_row = (matrix[PAD] == 0).sum().item()
pad_norm = norms[PAD].item()
smallest_norm, largest_norm = norms.min().item(), norms.max().item()

for row in neighbours:
    _values = " ".join(f"{value:6.3f}" for value in row["first values"][:4])
    print(f"{row['id']:5} {row['token']:10} norm {row['norm']:.3f}   {_values} …")
print(f"the smallest of all rows {smallest_norm:.3f}, the largest {largest_norm:.3f}")
assert zeros_in_pad_row == 0
assert pad_norm > 1.05 * smallest_norm
