"""For “return the [MASK] of the file .” at least three of pydoc-bert's first five tokens are nouns that fit."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

pydoc_bert = "pydoc-bert"
scope = "checkpoint"
decides = "name, file, path"

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
]
for row in prompts:
    print(f"{row['prompt']}\n  {row['the five best']}")

_fitting = ["name", "path", "size", "contents", "content", "length", "encoding"]
_offered = prompts[0]["the five best"].split(", ")
fitting = [word for word in _offered if word in _fitting]
assert len(fitting) >= 3, f"{_offered}"
assert len(_offered) == 5
