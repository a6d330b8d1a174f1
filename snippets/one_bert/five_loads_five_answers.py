"""Load all-MiniLM's file into `BertForMaskedLM` with five seeds: each load makes up another head, and another word comes first. The body gives the same vectors each time, to the last bit."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

minilm = "sentence-transformers/all-MiniLM-L6-v2"
scope = "checkpoint"
sentence = "Fish live in the [MASK]."

logging.set_verbosity_error()  # or each load prints its report
_tokenizer = AutoTokenizer.from_pretrained(minilm)
_inputs = _tokenizer(sentence, return_tensors="pt")
_gap = _inputs.input_ids[0].tolist().index(_tokenizer.mask_token_id)


def answer(seed):
    """The first five words after a load, and the vectors of the body."""
    torch.manual_seed(seed)
    model = BertForMaskedLM.from_pretrained(minilm)
    with torch.no_grad():
        vectors = model.bert(**_inputs).last_hidden_state
        transformed = model.cls.predictions.transform(vectors)[0, _gap]
        logits = model(**_inputs).logits[0, _gap]
    best = logits.softmax(-1).topk(5)
    words = _tokenizer.convert_ids_to_tokens(best.indices.tolist())
    pairs = [list(pair) for pair in zip(words, best.values.tolist(), strict=True)]
    return {"words": pairs, "transformed": transformed[:8].tolist()}, vectors


loads, _vectors = map(list, zip(*map(answer, range(5)), strict=True))
_body, *_others = _vectors
vector = _body[0, _gap, :8].tolist()
first_words = [best for (best, _), *_ in (load["words"] for load in loads)]
highest = max(p for load in loads for _, p in load["words"])

print("first words:", ", ".join(first_words), f"(at most {highest:.2%})")
assert len(set(first_words)) == 5, f"{first_words}"
assert all(torch.equal(_body, other) for other in _others), "the body differs"
assert highest < 0.02, f"{highest}"
