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
    batch = tokenizer("return the file", padding="max_length", max_length=length, return_tensors="pt")
    vectors = embedding(batch["input_ids"])[0].detach()
    weights = batch["attention_mask"][0, :, None]
    plain_norm[f"padded_to_{length}"] = vectors.mean(dim=0).norm().item()
    masked_norm[f"padded_to_{length}"] = ((vectors * weights).sum(dim=0) / weights.sum()).norm().item()
    print(f"padded to {length:2}: plain mean {vectors.mean(dim=0).norm():.4f}, masked mean {masked_norm[f'padded_to_{length}']:.4f}")

halved = plain_norm["padded_to_8"] / plain_norm["padded_to_16"]
assert abs(halved - 2) < 1e-4
assert max(masked_norm.values()) - min(masked_norm.values()) < 1e-5
