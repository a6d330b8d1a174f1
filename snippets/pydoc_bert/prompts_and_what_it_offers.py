"""Asked to fill “return the [MASK] of the file .”, pydoc-bert offers nouns that fit; asked about the world, it has nothing to say."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "checkpoints/pydoc-bert"

logging.set_verbosity_error()  # the load report has a page of its own
tokenizer = AutoTokenizer.from_pretrained(pydoc_bert)
model = BertForMaskedLM.from_pretrained(pydoc_bert).eval()


def offers(prompt):
    inputs = tokenizer(prompt, return_tensors="pt")
    position = inputs["input_ids"][0].tolist().index(tokenizer.mask_token_id)
    with torch.no_grad():
        probabilities = model(**inputs).logits[0, position].softmax(-1)
    best = probabilities.topk(5)
    tokens = tokenizer.convert_ids_to_tokens(best.indices.tolist())
    return {
        "prompt": prompt,
        "the five best": ", ".join(tokens),
        "probability of the best": best.values[0].item(),
    }


prompts = [
    offers("return the [MASK] of the file ."),
    offers("if the file does not [MASK] , an error is raised ."),
    offers("the [MASK] of the tensor is the same as that of the input ."),
    offers("returns [MASK] if the object is a string , false otherwise ."),
    offers("paris is the [MASK] of france ."),
]
for row in prompts:
    print(f"{row['prompt']}\n  {row['the five best']}")

_nouns_of_a_file = {
    "name",
    "path",
    "size",
    "contents",
    "content",
    "end",
    "length",
    "data",
    "encoding",
}
fitting = [
    word for word in prompts[0]["the five best"].split(", ") if word in _nouns_of_a_file
]
knows_paris = "capital" in prompts[-1]["the five best"].split(", ")
assert len(fitting) >= 3
assert not knows_paris
