"""What the box says of small models that were really loaded, compared with the loading info and with their tensors."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explainer.inputs.library_versions import read_libraries
from explainer.versions.install import paths
from tests.forked import run_forked
from tests.load_report.test_corpus import answers

ROOT = Path(__file__).resolve().parents[2]
GENERATOR = (ROOT / "tests/load_report/real_reports.py").read_text(encoding="utf-8")
LOADED = "import torch, transformers; from transformers import AutoConfig, AutoModel, BertModel, T5Model"
OLDER = next(one for one in read_libraries(ROOT).sets if one.title == "transformers 4.57.6")
PLACES = paths(ROOT / ".cache", OLDER)
OF_AN_OLDER_RELEASE = f"import sys; sys.path[1:1] = {[str(one) for one in PLACES]}; {LOADED}"
# Where the text does not tell, and why.
UNTOLD = {
    "xlnet, one matrix": "XLNet is none of the fifteen families whose names this page knows",
    "vit without a norm": "releases 4 call ViT's layers otherwise than today's class",
}
LABELS = {"random now": "random", "all ones now": "ones", "all zeros now": "zeros"}
NOT_ENCODERS = ("T5", "Bart", "GPT2")
# As snippets/paste_report/lost_key_bias_changes_nothing.py shows; DeBERTa's `key_proj` is no such bias.
WITHOUT_EFFECT = re.compile(r"\.(?:key|key_global|k_proj|k_lin|k)\.bias$")

Entry = dict[str, Any]


def made(folder: Path, loaded: str) -> list[Entry]:
    done = run_forked(GENERATOR, folder, [str(folder)], loaded=loaded, seconds=900)
    assert done.returncode == 0, done.stderr[-3000:]
    found: list[Entry] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    return made(tmp_path_factory.mktemp("models"), LOADED)


@pytest.fixture(scope="module")
def given(entries: list[Entry]) -> list[Entry]:
    return answers([entry["text"] for entry in entries])


def collapsed(key: str) -> str:
    return re.sub(r"\.(?:\d+|\*|N|\{[^}]*\})(?=\.)", ".N", key)


def listed(answer: Entry) -> Iterator[tuple[str, str, str]]:
    """Each name in an answer: what the report calls it, the name, and what is said of it."""
    for group in answer["classes"]:
        for bucket in group["keys"]:
            for one in bucket["lists"]:
                yield from ((one["status"], collapsed(name["name"]), name["about"]) for name in one["names"])


def wrong(entry: Entry, answer: Entry) -> list[str]:
    """What is not so in an answer, by what the library returned and by the tensors that are in the model."""
    if "kind" in entry:
        kinds = [kind["slug"] for kind in answer["kinds"]]
        return [] if (answer["whole"], kinds) == ("error", [entry["kind"]]) else [f"{answer['verdict']}, {kinds}"]
    return [*_wrong_names(entry, answer), *_wrong_values(entry, answer), *_wrong_verdict(entry, answer)]


def _wrong_names(entry: Entry, answer: Entry) -> Iterator[str]:
    for status in ("missing", "unexpected", "mismatched"):
        found = {name.replace(" ", "") for one, name, _ in listed(answer) if one == status}
        folded = {re.sub(r"^\{[^}]*\}", "N", name) for name in found}
        wanted = {collapsed(key) for key in entry[status]}
        if status == "unexpected" and not re.search("UNEXPECTED|not used", entry["text"]):
            wanted = set()  # releases 4 log them as INFO where the file was saved from another class
        if folded != found:  # numbers at the start of a name, put together by the report
            wanted = {
                re.sub(r"^\d+(?=\.)", "N", name) if f"N.{name.partition('.')[2]}" in folded else name for name in wanted
            }
        if folded != wanted:
            yield f"{status}: it names {sorted(folded - wanted)} and not {sorted(wanted - folded)}"


def _wrong_values(entry: Entry, answer: Entry) -> Iterator[str]:
    tensors = entry["tensors"]
    for status, name, about in listed(answer):
        if status == "unexpected":
            continue
        told = next((value for words, value in LABELS.items() if about.endswith(words)), "")
        keys = [key for key in entry["missing"] + entry["mismatched"] if collapsed(key) == name and key in tensors]
        for key in keys:
            holds = tensors[key]["holds"]
            if holds != told and (told or holds != "file") and entry["name"] not in UNTOLD:
                yield f"{key} is {holds}, and it says {told or 'nothing'}"


def _wrong_verdict(entry: Entry, answer: Entry) -> Iterator[str]:
    wanted = _verdict(entry)
    text = entry["text"]
    # Of two sentences one is there: a reader may have left out the other.
    half = "were not used" in text and "newly initialized" not in text
    untold = entry["name"] in UNTOLD or half or not text.strip()
    if (answer["whole"], answer["verdict"]) != wanted and not (answer["whole"] == "unknown" and untold):
        yield f"it says {answer['whole']}: {answer['verdict']}, and it is {wanted}"


def _verdict(entry: Entry) -> tuple[str, str]:
    """What is true of a model, from its tensors alone."""
    tensors = entry["tensors"]
    new = {key for key, one in tensors.items() if one["holds"] != "file"}
    lost = {key for key in new if not tensors[key]["head"] and not WITHOUT_EFFECT.search(key)}
    kept = [key for key, one in tensors.items() if one["matrix"] and not one["head"] and one["holds"] == "file"]
    decoders = re.compile(r"(?:^|\.)decoder\.(?!embed_tokens)")
    if lost and all(tensors[key]["holds"] != "random" for key in lost):
        return "stop", "A part of the model is lost: stop"
    if lost and not kept:
        return "stop", f"Your {'model' if entry['family'] in NOT_ENCODERS else 'encoder'} is random: stop"
    if lost and all(decoders.search(key) for key in lost) and not any(decoders.search(key) for key in kept):
        return "stop", "Your decoder is random: stop"
    if lost:
        return "stop", "A part of the model is random: stop"
    if any(tensors[key]["holds"] == "random" for key in new):
        return "train", "Train the head before you use it"
    if any(tensors[key]["head"] for key in new):
        return "bias", "The output bias is lost"
    return ("untied", "The tie is broken") if "will NOT tie them" in entry["text"] else ("fine", "Fine")


def all_wrong(entries: list[Entry], given: list[Entry]) -> dict[str, list[str]]:
    found = {entry["name"]: wrong(entry, answer) for entry, answer in zip(entries, given, strict=True)}
    return {name: lines for name, lines in found.items() if lines}


def test_no_answer_is_wrong(entries: list[Entry], given: list[Entry]) -> None:
    assert all_wrong(entries, given) == {}
    assert len({entry["family"] for entry in entries if "family" in entry}) >= 12


def test_no_answer_to_an_older_release_is_wrong(tmp_path: Path) -> None:
    if not all(place.is_dir() for place in PLACES):
        pytest.skip("this set of libraries is not installed; `make overlays SETS=…` installs it")
    entries = made(tmp_path, OF_AN_OLDER_RELEASE)
    assert all_wrong(entries, answers([entry["text"] for entry in entries])) == {}


@pytest.mark.parametrize(
    ("name", "right", "fault"),
    [
        ("sentence transformer", "0.auto_model.", "auto_model."),
        ("numbered surplus", '"name": "0.weight"', '"name": "weight"'),
        ("only the decoder is missing", "Your decoder is random", "Your encoder is random"),
        ("one norm", "A part of the model is lost", "Your encoder is random"),
        ("one norm", "all ones now", "random now"),
        ("one query bias", "all zeros now", "random now"),
        ("one matrix", "random now", "all ones now"),
        ("one key bias", '"whole": "fine"', '"whole": "stop"'),
        ("two copies and a head", '"whole": "untied"', '"whole": "fine"'),
        ("unknown surplus", '"whole": "fine"', '"whole": "unknown"'),
        ("safetensors-file-is-cut: AutoModel", '"whole": "error"', '"whole": "unknown"'),
        ("config-is-not-valid-json: AutoModel", "config-is-not-valid-json", "size-mismatch"),
    ],
)
def test_a_wrong_answer_would_be_seen(
    name: str, right: str, fault: str, entries: list[Entry], given: list[Entry]
) -> None:
    """With the faults that the box once had."""
    entry, answer = next(pair for pair in zip(entries, given, strict=True) if pair[0]["name"] == name)
    text = json.dumps(answer)
    assert right in text
    assert wrong(entry, json.loads(text.replace(right, fault))) != []


# After a program that renames: what of the file is not in the model, and what of the model's body is not the file's.
MENDED = """
import json, torch
state = model.state_dict()
left = [name for name in weights if name not in state or not torch.equal(weights[name], state[name])]
print(json.dumps([left, [name for name in report["missing_keys"] if not name.startswith("classifier.")]]))
"""


def offered(answer: Entry) -> str:
    """The program that an answer offers for renaming; empty if it offers none."""
    codes = [one["code"] for group in answer["classes"] for bucket in group["keys"] for one in bucket["answers"]]
    return next((code for code in codes if "still missing" in code), "")


def run(code: str, folder: str) -> list[list[str]]:
    code = code.replace('"checkpoints/pydoc-bert"', repr(folder))
    done = run_forked(code + MENDED, ROOT, loaded=LOADED)
    assert done.returncode == 0, done.stderr[-2000:]
    found: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_program_that_an_answer_offers_mends_the_load(entries: list[Entry], given: list[Entry]) -> None:
    programs = {entry["name"]: (offered(answer), entry) for entry, answer in zip(entries, given, strict=True)}
    programs = {name: (code, entry) for name, (code, entry) in programs.items() if code}
    assert len(programs) >= 7
    for name, (code, entry) in programs.items():
        left, missing = run(code, entry["folder"])
        assert missing == [], name
        assert left in ([], ["2.linear.weight"]), name
    code, entry = programs["sentence transformer"]
    left, missing = run(code.replace("0.auto_model.", "auto_model."), entry["folder"])
    assert (len(left), len(missing)) == (40, 39)  # as it was offered once
