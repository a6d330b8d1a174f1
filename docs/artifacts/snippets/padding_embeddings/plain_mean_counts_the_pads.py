"""Even with a `[PAD]` row of zeros a plain mean depends on the padding; a mean over the real tokens does not."""

import torch
from transformers import AutoTokenizer, BertModel

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
embedding = BertModel.from_pretrained(checkpoint).embeddings.word_embeddings
with torch.no_grad():
    embedding.weight[0] = 0.0

plain_norm, masked_norm = {}, {}
for length in (8, 16, 32):
    batch = tokenizer(
        "return the file", padding="max_length", max_length=length, return_tensors="pt"
    )
    vectors = embedding(batch["input_ids"])[0].detach()
    mask = batch["attention_mask"][0, :, None]
    _plain = vectors.mean(dim=0)
    _masked = (vectors * mask).sum(dim=0) / mask.sum()
    plain_norm[f"padded_to_{length}"] = _plain.norm().item()
    masked_norm[f"padded_to_{length}"] = _masked.norm().item()
    print(f"length {length:2}: plain {_plain.norm():.4f}, masked {_masked.norm():.4f}")

ratio = plain_norm["padded_to_8"] / plain_norm["padded_to_16"]
assert abs(ratio - 2) < 1e-4
assert max(masked_norm.values()) - min(masked_norm.values()) < 1e-5
