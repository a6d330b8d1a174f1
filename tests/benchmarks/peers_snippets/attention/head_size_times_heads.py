"""The heads' sizes add up to the hidden size."""

from transformers import BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

model = BertModel.from_pretrained(minilm)
layer = model.encoder.layer[0].attention.self
heads, size = layer.num_attention_heads, layer.attention_head_size

print(f"{heads} heads of {size}: {heads * size}")
assert heads * size == model.config.hidden_size
