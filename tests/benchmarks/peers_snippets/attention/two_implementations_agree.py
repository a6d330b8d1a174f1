"""Eager attention and sdpa give the same vectors, up to rounding."""

from transformers import AutoTokenizer, BertModel

minilm = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(minilm)
batch = tokenizer("two ways to the same", return_tensors="pt")
eager, sdpa = (
    BertModel.from_pretrained(minilm, attn_implementation=one)(**batch).last_hidden_state for one in ("eager", "sdpa")
)
agree = (eager - sdpa).abs().max().item() < 1e-4

print("agree:", agree)
assert agree
