"""What torch and `tokenizers` make of held-out sentences, for the script that does the same in a page.

A program of its own, because the tests of pages import no torch: `python live_reference.py CHECKPOINT FOLDER`.
It rounds the weights itself, so that the file for the page is tested too.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch.nn import functional
from transformers import BertForPreTraining

SENTENCES, WORDS = 200, 20
# What a reader can switch: how the tokens are encoded, and how the head is put together.
SWITCHES: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({}, {"dense": False}),
    ({}, {"gelu": False}),
    ({}, {"layerNorm": False}),
    ({}, {"beta": False}),
    ({}, {"bias": False}),
    ({}, {"dense": False, "gelu": False, "layerNorm": False, "bias": False}),
    ({}, {"padRow": "zero"}),
    ({"pads": 7}, {}),
    ({"pads": 7, "mask": False}, {}),
    ({"pads": 7, "mask": False, "padRow": "zero"}, {"padRow": "zero"}),
)

Case = dict[str, Any]


def sentences(checkpoint: Path) -> tuple[list[Case], list[Case]]:
    """Held-out text with one word masked, every other one with a second text; and a few of them with each switch."""
    draw = random.Random(0)  # noqa: S311
    lines = draw.sample((checkpoint / "held_out.txt").read_text(encoding="utf-8").splitlines(), SENTENCES)
    cases: list[Case] = []
    for number, line in enumerate(lines):
        first, *others = (" ".join(text.split()[:WORDS]) for text in line.split("\t")[1:])
        words = first.split()
        words[draw.randrange(WORDS)] = "[MASK]"
        second = others[number // 2 % 2] if number % 2 else None
        cases.append({"first": " ".join(words), "second": second, "encode": {}, "head": {}})
    switched = zip(cases, SWITCHES, strict=False)
    return cases, [{**case, "encode": encode, "head": head} for case, (encode, head) in switched]


def measured(case: Case, model: Any, tokenizer: Tokenizer) -> tuple[Case, torch.Tensor]:
    """The case with its ids, and its numbers: states at the mask and at the end, the head's steps, all scores."""
    text = tokenizer.encode(case["first"], case["second"])
    place = text.tokens.index("[MASK]")
    pads = case["encode"].get("pads", 0)
    ids = torch.tensor([text.ids + [0] * pads])
    types = torch.tensor([text.type_ids + [0] * pads])
    attended = torch.tensor([[1] * len(text.ids) + [int(not case["encode"].get("mask", True))] * pads])
    words = model.bert.embeddings.word_embeddings.weight
    row = words[0].clone()
    if case["encode"].get("padRow") == "zero":
        words[0] = 0
    hidden = model.bert(ids, attended, types, output_hidden_states=True)
    words[0] = row
    steps, scores = head(model, hidden.last_hidden_state[0, place], case["head"])
    # The last row too: of a pad, where there is one.
    states = [state[0, index] for state in hidden.hidden_states for index in (place, -1)]
    known = {**case, "ids": text.ids, "types": text.type_ids, "tokens": text.tokens, "place": place}
    following = model.cls.seq_relationship(hidden.pooler_output)[0]
    return known, torch.cat([*states, *steps, *(one for x in (scores, following) for one in (x, x.softmax(0)))])


def head(model: Any, vector: torch.Tensor, switched: dict[str, Any]) -> tuple[list[torch.Tensor], torch.Tensor]:
    """The vectors of the four steps, and the logits."""
    transform, decoder = model.cls.predictions.transform, model.cls.predictions.decoder
    steps = [vector]
    steps.append(transform.dense(steps[-1]) if switched.get("dense", True) else steps[-1])
    steps.append(functional.gelu(steps[-1]) if switched.get("gelu", True) else steps[-1])
    norm = transform.LayerNorm
    beta = norm.bias if switched.get("beta", True) else None
    normed = functional.layer_norm(steps[-1], norm.normalized_shape, norm.weight, beta, norm.eps)
    steps.append(normed if switched.get("layerNorm", True) else steps[-1])
    scores = decoder.weight @ steps[-1]
    if switched.get("padRow") == "zero":
        scores[0] = 0
    return steps, scores + decoder.bias if switched.get("bias", True) else scores


def main(checkpoint: Path, folder: Path) -> None:
    """Writes the cases of each kind as JSON, and beside it their numbers, one after the other."""
    torch.set_num_threads(1)
    model: Any = BertForPreTraining.from_pretrained(checkpoint).eval()
    tokenizer = Tokenizer.from_file(str(checkpoint / "tokenizer.json"))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.half().float())
        for name, cases in zip(("sentences", "switched"), sentences(checkpoint), strict=True):
            known, numbers = zip(*(measured(case, model, tokenizer) for case in cases), strict=True)
            (folder / f"{name}.json").write_text(json.dumps(known), encoding="utf-8")
            (folder / f"{name}.bin").write_bytes(torch.cat(numbers).numpy().astype("<f4").tobytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
