"""A padded position gets no attention."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm, attn_implementation="eager")
batch = tokenizer("short", padding="max_length", max_length=8, return_tensors="pt")
attentions = model(**batch, output_attentions=True).attentions
padded = batch.attention_mask[0] == 0
most = max(one[0, :, :, padded].max().item() for one in attentions)

print(f"most weight on a padded position: {most:.1g}")
assert most < 1e-6
