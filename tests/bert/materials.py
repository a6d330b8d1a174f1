"""What this site's drawings are tested with."""

from typing import Any

from bert.drawings import DRAWINGS
from explainer.render.figures.drawing import Material
from tests.explainer.render.figures.materials import RELEASES, drawn

ROWS: dict[str, Any] = {
    "neighbours": [
        {"token": "[PAD]", "id": 0, "norm": 0.0, "first values": [0.0, 0.0]},
        {"token": "a<b", "id": 7, "norm": 2.0, "first values": [0.5, -1.0]},
    ]
}
KEPT = {"part": "top", "belongs to": "head", "at first": "there", "read": "kept", "read as the other one": "kept"}
LOST = {**KEPT, "part": "side", "belongs to": "encoder", "read": "left out", "read as the other one": "new"}
OWN = {**KEPT, "part": "own", "at first": "", "read": "new", "read as the other one": "left out"}
LIVES: dict[str, Any] = {
    "lives": [
        {"class": name, **row} for name, rows in (("A", [KEPT]), ("B", [LOST, OWN]), ("C", [LOST, OWN])) for row in rows
    ]
}
ROOT = {"whose": "A", "way": "", "kind": "encoder", "part": "root", "shape": [], "parameters": 1000, "tied to": ""}
TOP = {**ROOT, "way": "all of it", "kind": "head", "part": "m.top", "shape": [2, 8], "parameters": 16}
SAME = {**TOP, "kind": "shared", "part": "m.same", "shape": [9, 8], "parameters": 0, "tied to": "root.w"}
SIDE = {**TOP, "way": "a part", "part": "side", "shape": [1234, 8], "parameters": 9872}
CHAINS: dict[str, Any] = {
    "parts": [ROOT, TOP, SAME, SIDE]
    + [{**row, "whose": "B"} for row in (ROOT, SIDE)]
    + [{**row, "whose": "C"} for row in (ROOT, SIDE)]
}
TIE: dict[str, Any] = {"shape": [1000, 8], "shared_values": 8000, "parameters": 20000, "state_dict_values": 29000}
STEP = {"shape": [64], "rank of the answer": 2, "its probability": 0.25}
READ = {"ten best": ["x", "a<b"], "probabilities": [0.75, 0.25]}
OTHER = {"ten best": ["a<b", ","], "probabilities": [0.996, 0.0004]}
WAY: dict[str, Any] = {
    "steps": [
        {"step": "first", **STEP, **READ, "rank of the answer": 1000},
        {"step": "bent", **STEP, **OTHER},
        {"step": "long", **STEP, **OTHER, "shape": [9000]},
    ],
    "answer": "a<b",
}
ATTENTION: dict[str, Any] = {
    "attention_of_a_head": [
        {"query": "token 1", "attention": [1.0, 0.0]},
        {"query": "pad 1", "attention": [0.25, 0.0]},
    ]
}
MATERIAL = {
    "attention": Material(ATTENTION),
    "rows": Material(ROWS),
    "lives": Material(LIVES),
    "chains": Material(CHAINS),
    "tie": Material(TIE),
    "steps": Material(WAY),
    "releases": Material(RELEASES),
}


def drawn_for_bert(kind: str) -> str:
    return drawn(DRAWINGS[kind], MATERIAL[kind])
