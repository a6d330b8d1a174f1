"""A paraphrase is nearer than a sentence on something else."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm)
said = ["A man eats bread.", "Someone is eating food.", "The stock market fell."]
batch = tokenizer(said, padding=True, return_tensors="pt")
states, mask = model(**batch).last_hidden_state, batch.attention_mask[..., None]
means = (states * mask).sum(dim=1) / mask.sum(dim=1)
means = means / means.norm(dim=1, keepdim=True)
near, far = (means[0] @ means[1]).item(), (means[0] @ means[2]).item()

print(f"paraphrase {near:.3f}, other {far:.3f}")
assert near > far + 0.2
