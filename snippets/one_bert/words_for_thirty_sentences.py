"""all-MiniLM, which we trained further with an MLM head, offers a plausible word among its first five for 24 of thirty everyday sentences. We chose the sentences, and the words that count as plausible, before the training."""

from pathlib import Path

import torch
import yaml
from transformers import AutoTokenizer, BertForMaskedLM, logging

minilm_mlm = "minilm-mlm"
scope = "checkpoint"
decides = "a plausible word"

logging.set_verbosity_error()  # the file has a pooler, which this class leaves out
tokenizer = AutoTokenizer.from_pretrained(minilm_mlm)
model = BertForMaskedLM.from_pretrained(minilm_mlm)
_matrix = model.get_input_embeddings().weight
_drawn = 8  # numbers of a vector that the picture draws


def one(prompt):
    """What the picture shows of a sentence: its tokens, the vector, and five words."""
    inputs = tokenizer(prompt["text"], return_tensors="pt")
    ids = inputs.input_ids[0].tolist()
    gap = ids.index(tokenizer.mask_token_id)
    with torch.no_grad():
        vector = model.bert(**inputs).last_hidden_state[0, gap]
        transformed = model.cls.predictions.transform(vector)
        scores = transformed @ _matrix.T + model.cls.predictions.bias
    best = scores.softmax(-1).topk(5)
    words = tokenizer.convert_ids_to_tokens(best.indices.tolist())
    return {
        "text": prompt["text"],
        "tokens": tokenizer.convert_ids_to_tokens(ids),
        "words": [list(pair) for pair in zip(words, best.values.tolist(), strict=True)],
        "plausible words": [word for word in words if word in prompt["accepted"]],
        "vector": vector[:_drawn].tolist(),
        "transformed": transformed[:_drawn].tolist(),
    }


_prompts = yaml.safe_load(Path("checkpoints/minilm-mlm/sentences.yml").read_text())
sentences = [one(prompt) for prompt in _prompts]
_shown = {
    token
    for one in sentences
    for token in (*one["tokens"], *(w for w, _ in one["words"]))
}
rows = [
    {
        "token": token,
        "row": _matrix[tokenizer.convert_tokens_to_ids(token), :_drawn].tolist(),
    }
    for token in sorted(_shown)
]
vocabulary, width = _matrix.shape
plausible = sum(bool(sentence["plausible words"]) for sentence in sentences)
plausible_first = sum(
    best in sentence["plausible words"]
    for sentence in sentences
    for (best, _), *_ in [sentence["words"]]
)

for sentence in sentences:
    _words = ", ".join(f"{word} {p:.0%}" for word, p in sentence["words"])
    print(
        sentence["text"],
        _words,
        "" if sentence["plausible words"] else "(none is plausible)",
    )
print(
    f"a plausible word among the first five: {plausible} of {len(sentences)}", end="; "
)
print(f"as the first: {plausible_first}")
assert len(sentences) == 30
assert (plausible, plausible_first) == (24, 10), f"{plausible}, {plausible_first}"
