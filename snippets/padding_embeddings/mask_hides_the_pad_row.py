"""With an attention mask the `[PAD]` row has no effect on the real tokens, bit for bit; without one it does."""

import torch
from transformers import AutoTokenizer, BertModel, logging

checkpoint = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
batch = tokenizer(
    "return the file", padding="max_length", max_length=16, return_tensors="pt"
)
token_ids, mask = batch["input_ids"], batch["attention_mask"]
real_tokens = mask.sum().item()
pads = (mask == 0).sum().item()


def moved_by_zeroing_the_row(model, mask):
    row = model.embeddings.word_embeddings.weight[0]
    with torch.no_grad():
        before = model(token_ids, attention_mask=mask).last_hidden_state[0]
        trained = row.clone()
        row.zero_()
        after = model(token_ids, attention_mask=mask).last_hidden_state[0]
        row.copy_(trained)
    return (before - after)[:real_tokens].abs().max().item()


moved_with_mask, moved_without_mask = {}, {}
for attention in ("eager", "sdpa"):
    model = BertModel.from_pretrained(checkpoint, attn_implementation=attention).eval()
    moved_with_mask[attention] = moved_by_zeroing_the_row(model, mask)
    moved_without_mask[attention] = moved_by_zeroing_the_row(
        model, torch.ones_like(mask)
    )
with torch.no_grad():
    outputs = model(token_ids, attention_mask=mask).last_hidden_state[0]
smallest_norm_at_a_pad = outputs[real_tokens:].norm(dim=1).min().item()

print(f"{real_tokens} real tokens, {pads} pads; the [PAD] row is set to zero")
for attention, moved in moved_with_mask.items():
    print(f"{attention}: with the mask, the real tokens' vectors move by {moved},")
    print(f"  without it by up to {moved_without_mask[attention]:.3f}")
print(f"outputs at the pads themselves: norm at least {smallest_norm_at_a_pad:.2f}")
assert set(moved_with_mask.values()) == {0.0}
assert min(moved_without_mask.values()) > 0.001
assert smallest_norm_at_a_pad > 0.1
