"""An example in all-MiniLM: averaged without the mask, a short question's nearest text is an unrelated short one; the masked mean finds the text that answers it, as each text does alone."""

import torch
from transformers import AutoTokenizer, BertModel, logging

scope = "checkpoint"

minilm = "sentence-transformers/all-MiniLM-L6-v2"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(minilm)
model = BertModel.from_pretrained(minilm).eval()
query = "Borrowing books"
candidates = {
    "library": "The library lends books for three weeks, and a reader who wants to "
    "keep one for longer can ask for more time at the desk, by telephone or on the "
    "web site.",
    "weather": "The weather is fine today.",
}


def embedded(texts, use_mask_in_the_mean):
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    with torch.no_grad():
        vectors = model(**batch).last_hidden_state  # the model always gets the mask
    weights = torch.ones_like(vectors)
    if use_mask_in_the_mean:
        weights = weights * batch["attention_mask"][:, :, None]
    mean = (vectors * weights).sum(dim=1)  # but for its length, which goes next
    return torch.nn.functional.normalize(mean, dim=1)


def cosines(embeddings):
    return dict(zip(candidates, (embeddings[1:] @ embeddings[0]).tolist(), strict=True))


_texts = [query, *candidates.values()]
_alone = torch.cat([embedded([text], use_mask_in_the_mean=False) for text in _texts])
alone = cosines(_alone)
masked = cosines(embedded(_texts, True))
plain = cosines(embedded(_texts, False))
nearest = [
    {
        "text": candidate,
        "each text alone": alone[name],
        "batch, masked mean": masked[name],
        "batch, plain mean": plain[name],
    }
    for name, candidate in candidates.items()
]

print(f"“{query}”, cosine with      alone   masked   plain")
for row in nearest:
    print(f"“{row['text'][:22]}…”", end="   ")
    print(*[f"{value:6.3f}" for value in list(row.values())[1:]], sep="   ")
_nearest = [max(found, key=found.get) for found in (alone, masked, plain)]
print("nearest, each text alone: {}; masked mean: {}; plain mean: {}".format(*_nearest))
assert alone["library"] > alone["weather"] + 0.3
assert masked["library"] > masked["weather"] + 0.3
assert plain["weather"] > plain["library"] + 0.05
