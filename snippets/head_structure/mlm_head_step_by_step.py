"""The MLM head is dense, GELU, LayerNorm, then a product with the embedding matrix, plus one bias per token. Done by hand, this gives the model's own logits, and their softmax is what `pipeline("fill-mask")` answers with, at each `[MASK]` alone, with `targets` or without."""

from pathlib import Path

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    AutoModelForMaskedLM,
    PreTrainedTokenizerFast,
    logging,
    pipeline,
)
from transformers.utils import cached_file

checkpoint = "pydoc-bert"
needs = ("mlm_head",)
scope = "checkpoint"
decides = "the model's own logits agree"

logging.set_verbosity_error()  # the load report has a page of its own
model = AutoModelForMaskedLM.from_pretrained(checkpoint).eval()
E = model.get_input_embeddings().weight
bias = model.get_output_embeddings().bias
head = {  # the modules outside the encoder, by the last part of their names
    name.split(".")[-1]: module
    for name, module in model.named_modules()
    if not name.startswith(model.base_model_prefix)
}
_vocabulary = Path(cached_file(checkpoint, "vocab.txt")).read_text().splitlines()
if ">>" in _vocabulary:  # of reactions: ester and water give acid and alcohol
    text = "C O C ( = O ) c 1 c c c c c 1 . O >> O C ( = O ) c 1 c c [MASK] c c 1"
    answer = "c"
else:
    text, answer = "return the [MASK] of the file .", "name"
tokens = f"[CLS] {text} [SEP]".split()
inputs = torch.tensor([[_vocabulary.index(token) for token in tokens]])
mask = "[MASK]"
masked = tokens.index(mask)

with torch.no_grad():
    _hidden = model.base_model(inputs).last_hidden_state[0, masked]
    _dense = head["dense"](_hidden)
    _gelu = torch.nn.functional.gelu(_dense)
    _norm = head["LayerNorm"](_gelu)
    by_hand = E @ _norm + bias
    by_the_model = model(inputs).logits[0, masked]
agrees = torch.allclose(by_hand, by_the_model, atol=1e-4)
_p = by_hand.softmax(-1)
top_5 = [_vocabulary[one] for one in _p.topk(5).indices]

_ids = {token: at for at, token in enumerate(_vocabulary)}
_words = Tokenizer(models.WordLevel(_ids))
_words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()  # no rule but the spaces
_tokenizer = PreTrainedTokenizerFast(tokenizer_object=_words, mask_token=mask)
fill = pipeline("fill-mask", model=model, tokenizer=_tokenizer)


def same(answers, probabilities, chosen):
    """Whether these are the pipeline's answers, in this order, with their scores."""
    scores = torch.tensor([one["score"] for one in answers])
    return [one["token"] for one in answers] == chosen.tolist() and (
        torch.allclose(scores, probabilities[chosen], atol=1e-5)
    )


_targets = _p.topk(3).indices[1:]
_last = len(tokens) - 3  # a second gap, near the end
_two = list(tokens)
_two[_last] = mask
with torch.no_grad():
    _both = model(torch.tensor([[_ids[token] for token in _two]])).logits[0].softmax(-1)
pipeline_agrees = {
    "one [MASK]": same(fill(" ".join(tokens)), _p, _p.topk(5).indices),
    "targets": same(
        fill(" ".join(tokens), targets=[_vocabulary[one] for one in _targets]),
        _p,
        _targets,
    ),
    "two [MASK]s": all(
        same(answers, _both[at], _both[at].topk(5).indices)
        for at, answers in zip([masked, _last], fill(" ".join(_two)), strict=True)
    ),
}

print("text:", text)
print(f"masked was “{answer}”; first of {len(by_hand)} tokens:", *top_5)
print("the model's own logits agree:", agrees, end="; ")
print("fill-mask's scores:", *(f"{k} {v}" for k, v in pipeline_agrees.items()))
assert agrees
assert all(pipeline_agrees.values()), f"{pipeline_agrees}"
assert answer in top_5, f"{answer}: {top_5}"
