"""With an attention mask the `[PAD]` row has no effect on the real tokens, bit for bit; without one it does."""

import torch
from transformers import AutoTokenizer, BertModel

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = BertModel.from_pretrained(checkpoint).eval()
batch = tokenizer("return the file", padding="max_length", max_length=16, return_tensors="pt")
token_ids, mask = batch["input_ids"], batch["attention_mask"]
real_tokens = mask.sum().item()


def vectors(mask):
    with torch.no_grad():
        return model(token_ids, attention_mask=mask).last_hidden_state[0]


masked, unmasked = vectors(mask), vectors(torch.ones_like(mask))
with torch.no_grad():
    model.embeddings.word_embeddings.weight[0] = 0.0
masked_zeroed, unmasked_zeroed = vectors(mask), vectors(torch.ones_like(mask))

same_with_mask = torch.equal(masked[:real_tokens], masked_zeroed[:real_tokens])
moved_without_mask = (unmasked - unmasked_zeroed)[:real_tokens].abs().max().item()
smallest_norm_at_a_pad = masked[real_tokens:].norm(dim=1).min().item()

print(f"{real_tokens} real tokens, {len(masked) - real_tokens} pads; then the [PAD] row is set to zero")
print(f"real tokens with the mask: identical {same_with_mask}")
print(f"real tokens without it:    moved by up to {moved_without_mask:.3f}")
print(f"outputs at the pads themselves: norm at least {smallest_norm_at_a_pad:.2f}")
assert same_with_mask
assert moved_without_mask > 0.001
assert smallest_norm_at_a_pad > 0.1
