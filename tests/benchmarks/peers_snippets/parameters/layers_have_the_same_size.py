"""All layers have the same number of parameters."""

from transformers import BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

model = BertModel.from_pretrained(minilm)
sizes = [sum(one.numel() for one in layer.parameters()) for layer in model.encoder.layer]

print(f"{len(sizes)} layers of {sizes[0]:,}")
assert len(set(sizes)) == 1
