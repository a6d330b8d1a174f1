"""A token's attention weights sum to one in every head."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm, attn_implementation="eager")
batch = tokenizer("all of it is shared out", return_tensors="pt")
attentions = model(**batch, output_attentions=True).attentions
off = max((one.sum(dim=-1) - 1).abs().max().item() for one in attentions)

print(f"{len(attentions)} layers, {attentions[0].shape[1]} heads")
assert off < 1e-5
