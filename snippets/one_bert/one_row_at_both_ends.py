"""Turn the row of `fish` into that of `stars`, and a tied BERT changes at both ends. It reads “Stars live in the …”, and `fish` and `stars` get the same score, apart from their biases. Cut the tie, and the row that scores stays as it was."""

import torch
from transformers import AutoTokenizer, BertForMaskedLM, logging

minilm_mlm = "minilm-mlm"
scope = "checkpoint"
decides = "tied, all the way"
sentence, other_sentence = "Fish live in the [MASK].", "Stars live in the [MASK]."

logging.set_verbosity_error()  # the file has a pooler, which this class leaves out
_tokenizer = AutoTokenizer.from_pretrained(minilm_mlm)
_fish, _stars = _tokenizer.convert_tokens_to_ids(["fish", "stars"])


def loaded(tied):
    """The model, with its matrix once or twice."""
    model = BertForMaskedLM.from_pretrained(minilm_mlm)
    if not tied:
        own = model.get_input_embeddings().weight.clone()
        model.cls.predictions.decoder.weight = torch.nn.Parameter(own)
    return model


def answer(model, text):
    """The scores at the gap, and the vector that the head hands to the decoder."""
    inputs = _tokenizer(text, return_tensors="pt")
    gap = inputs.input_ids[0].tolist().index(_tokenizer.mask_token_id)
    with torch.no_grad():
        h = model.cls.predictions.transform(model.bert(**inputs).last_hidden_state)
        return model(**inputs).logits[0, gap], h[0, gap]


def turn(model, share):
    """Put the row of `fish` a share of the way to that of `stars`."""
    matrix = model.get_input_embeddings().weight
    with torch.no_grad():
        matrix[_fish] = torch.lerp(_first[_fish], _first[_stars], share)


def state(model, tied, share):
    """What the picture shows."""
    turn(model, share)
    scores, h = answer(model, sentence)
    best = scores.topk(3)
    words = _tokenizer.convert_ids_to_tokens(best.indices.tolist())
    pairs = zip(words, best.values.tolist(), strict=True)
    return {
        "tied": tied,
        "share": share,
        "row read": model.get_input_embeddings().weight[_fish, :8].tolist(),
        "row scored": model.cls.predictions.decoder.weight[_fish, :8].tolist(),
        "best": [list(pair) for pair in pairs],
        "fish": scores[_fish].item(),
        "stars": scores[_stars].item(),
        "transformed": h[:8].tolist(),
    }


_models = {True: loaded(True), False: loaded(False)}
_first = _models[True].get_input_embeddings().weight.detach().clone()
states = [
    state(model, tied, step / 10)
    for tied, model in _models.items()
    for step in range(11)
]
_words = {"fish", "stars"} | {word for one in states for word, _ in one["best"]}
rows = [
    {
        "token": word,
        "row": _first[_tokenizer.convert_tokens_to_ids(word), :8].tolist(),
    }
    for word in sorted(_words)
]
first_words = {
    "fish": states[0]["best"][0][0],
    "stars": states[10]["best"][0][0],
}

_tied, _cut = (answer(model, sentence) for model in _models.values())  # all the way
turn(_models[True], 0.0)
_as_stars, _h = answer(_models[True], other_sentence)
_bias = _models[True].cls.predictions.bias.detach()

for _name, _at in (
    ("tied, at the start", 0),
    ("tied, all the way", 10),
    ("cut, all the way", 21),
):
    _one = states[_at]
    print(f"{_name}: {_one['best'][0][0]} first, fish {_one['fish']:.2f}", end=", ")
    print(f"stars {_one['stars']:.2f}")
# Tied or not, what it reads is the sentence about stars.
assert all(torch.allclose(one[1], _h, atol=1e-4) for one in (_tied, _cut))
# Tied: but for its own bias, fish has the score of stars.
_apart = (_tied[0] - _bias)[_fish] - (_tied[0] - _bias)[_stars]
assert abs(_apart) < 1e-4, f"{_apart}"
# Cut: the decoder's rows are as they were.
assert torch.allclose(_cut[0], _as_stars, atol=1e-4)
assert abs(_tied[0][_fish] - _as_stars[_fish]) > 0.1
assert first_words == {"fish": "ocean", "stars": "sky"}, f"{first_words}"
