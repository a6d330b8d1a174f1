"""Compare the box's answers about small models that were really loaded with the loading info and their tensors."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explainer.inputs.library_versions import read_libraries
from explainer.versions.install import overlay_paths
from tests.forked import run_forked
from tests.load_report.test_corpus import answers

ROOT = Path(__file__).resolve().parents[2]
GENERATOR = (ROOT / "tests/load_report/real_reports.py").read_text(encoding="utf-8")
IMPORTS = "import torch, transformers; from transformers import AutoConfig, AutoModel, BertModel, T5Model"
OLDER_SET = next(each for each in read_libraries(ROOT).sets if each.title == "transformers 4.57.6")
OLDER_FOLDERS = overlay_paths(ROOT / ".cache", OLDER_SET)
IMPORTS_OLDER = f"import sys; sys.path[1:1] = {[str(folder) for folder in OLDER_FOLDERS]}; {IMPORTS}"
# Cases that the text does not decide, and why.
UNDECIDED = {
    "xlnet, one matrix": "XLNet is none of the fifteen families whose names this page knows",
    "vit without a norm": "releases 4 call ViT's layers otherwise than today's class",
    **dict.fromkeys(
        ("numbered surplus", "unknown surplus", "unknown surplus, distilbert", "numbered layers"),
        "the tensors are the class's own and whole, but what the file has more may have been learned",
    ),
    **dict.fromkeys(
        ("ernie without a layer", "convbert without a layer", "nystromformer without a layer"),
        "these are none of the fifteen families, so a tensor inside their layers may be anything",
    ),
    **dict.fromkeys(
        ("ernie with a classifier", "ernie with an MLM head"),
        "Ernie is none of the fifteen families, so with what it fills a new head is not said",
    ),
}
LABELS = {"random now": "random", "all ones now": "ones", "all zeros now": "zeros"}
NOT_ENCODERS = ("T5", "Bart", "GPT2")
# As snippets/paste_report/lost_key_bias_changes_nothing.py shows; DeBERTa's `key_proj` bias has an effect.
WITHOUT_EFFECT = re.compile(r"\.(?:key|key_global|k_proj|k_lin|k)\.bias$")

Entry = dict[str, Any]


def run_cases(folder: Path, loaded: str) -> list[Entry]:
    """Run real_reports.py in a fork that has done the imports `loaded`. Return its entries."""
    done = run_forked(GENERATOR, folder, [str(folder)], imports=loaded, seconds=900)
    assert done.returncode == 0, done.stderr[-3000:]
    entries: list[Entry] = json.loads(done.stdout)
    return entries


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    return run_cases(tmp_path_factory.mktemp("models"), IMPORTS)


@pytest.fixture(scope="module")
def box_answers(entries: list[Entry]) -> list[Entry]:
    return answers([entry["text"] for entry in entries], "pretrained")


def collapsed(key: str) -> str:
    return re.sub(r"\.(?:\d+|\*|N|\{[^}]*\})(?=\.)", ".N", key)


def listed(answer: Entry) -> Iterator[tuple[str, str, str]]:
    """Yield each name in an answer: its status, the name, and what the answer says about it."""
    for group in answer["classes"]:
        for bucket in group["keys"]:
            for names in bucket["lists"]:
                yield from ((names["status"], collapsed(name["name"]), name["about"]) for name in names["names"])


def wrong(entry: Entry, answer: Entry) -> list[str]:
    """Return a line for each difference between an answer and what the library returned or the tensors hold."""
    if "kind" in entry:
        found = [message["slug"] for message in answer["messages"]]
        return [] if answer["whole"] == "error" and entry["kind"] in found else [f"{answer['said']}, {found}"]
    return [*_wrong_names(entry, answer), *_wrong_values(entry, answer), *_wrong_verdict(entry, answer)]


def _wrong_names(entry: Entry, answer: Entry) -> Iterator[str]:
    for status in ("missing", "unexpected", "mismatched"):
        names = {name.replace(" ", "") for listed_as, name, _ in listed(answer) if listed_as == status}
        folded = {re.sub(r"^\{[^}]*\}", "N", name) for name in names}
        expected = {collapsed(key) for key in entry[status]}
        if status == "unexpected" and not re.search("UNEXPECTED|not used", entry["text"]):
            expected = set()  # transformers 4 logs them as INFO if the file was saved from another class
        if folded != names:  # the report collapsed numbers at the start of names, as {0, 1}.weight
            expected = {
                re.sub(r"^\d+(?=\.)", "N", name) if f"N.{name.partition('.')[2]}" in folded else name
                for name in expected
            }
        if folded != expected:
            yield f"{status}: it names {sorted(folded - expected)} and not {sorted(expected - folded)}"


def _wrong_values(entry: Entry, answer: Entry) -> Iterator[str]:
    tensors = entry["tensors"]
    for status, name, about in listed(answer):
        if status == "unexpected":
            continue
        answered = next((value for words, value in LABELS.items() if about.endswith(words)), "")
        keys = [key for key in entry["missing"] + entry["mismatched"] if collapsed(key) == name and key in tensors]
        for key in keys:
            holds = tensors[key]["holds"]
            if holds != answered and (answered or holds != "file") and entry["name"] not in UNDECIDED:
                yield f"{key} is {holds}, and it says {answered or 'nothing'}"


def _wrong_verdict(entry: Entry, answer: Entry) -> Iterator[str]:
    pill, words = _verdict(entry)
    text = entry["text"]
    # One of two sentences is there. The reader may have left out the other, so the box cannot know.
    is_half = "were not used" in text and "newly initialized" not in text
    may_be_unknown = entry["name"] in UNDECIDED or is_half or not text.strip()
    said = (answer["said"] or {}).get("answer", "")
    is_right = answer["whole"] == pill and re.search(words, said)
    if not is_right and not (answer["whole"] == "unknown" and may_be_unknown):
        yield f"it says {answer['whole']}: {said}, and it is {pill}: {words}"


def _verdict(entry: Entry) -> tuple[str, str]:
    """Return the pill that a model's tensors alone imply, and words that the answer must have."""
    tensors = entry["tensors"]
    new = {key for key, tensor in tensors.items() if tensor["holds"] != "file"}
    lost = {key for key in new if not tensors[key]["head"] and not WITHOUT_EFFECT.search(key)}
    loaded = [
        key for key, tensor in tensors.items() if tensor["matrix"] and not tensor["head"] and tensor["holds"] == "file"
    ]
    decoders = re.compile(r"(?:^|\.)decoder\.(?!embed_tokens)")
    if lost and all(tensors[key]["holds"] != "random" for key in lost):
        return "stop", "a part of the model is lost|LayerNorms were not loaded"
    if lost and not loaded:
        return "stop", f"your {'model' if entry['family'] in NOT_ENCODERS else 'encoder'} is random"
    if lost and all(decoders.search(key) for key in lost) and not any(decoders.search(key) for key in loaded):
        return "stop", "your decoder is random"
    if lost:
        return "stop", ""
    if any(tensors[key]["holds"] == "random" for key in new):
        return "train", ""
    if any(tensors[key]["head"] for key in new):
        return "stop", "no output bias"
    return "fine", ""


def all_wrong(entries: list[Entry], box_answers: list[Entry]) -> dict[str, list[str]]:
    lines_of = {entry["name"]: wrong(entry, answer) for entry, answer in zip(entries, box_answers, strict=True)}
    return {name: lines for name, lines in lines_of.items() if lines}


def test_no_answer_is_wrong(entries: list[Entry], box_answers: list[Entry]) -> None:
    assert all_wrong(entries, box_answers) == {}
    assert len({entry["family"] for entry in entries if "family" in entry}) >= 12


def test_no_answer_to_an_older_release_is_wrong(tmp_path: Path) -> None:
    if not all(folder.is_dir() for folder in OLDER_FOLDERS):
        pytest.skip("this set of libraries is not installed; `make overlays SETS=…` installs it")
    entries = run_cases(tmp_path, IMPORTS_OLDER)
    assert all_wrong(entries, answers([entry["text"] for entry in entries], "pretrained")) == {}


@pytest.mark.parametrize(
    ("name", "right", "fault"),
    [
        ("sentence transformer", "0.auto_model.", "auto_model."),
        ("numbered surplus", '"name": "0.weight"', '"name": "weight"'),
        ("only the decoder is missing", "your decoder is random", "your encoder is random"),
        ("one norm", "a part of the model is lost", "your encoder is random"),
        ("one norm", "all ones now", "random now"),
        ("one query bias", "all zeros now", "random now"),
        ("one matrix", "random now", "all ones now"),
        ("one key bias", '"whole": "fine"', '"whole": "stop"'),
        ("two copies and a head", '"whole": "fine"', '"whole": "stop"'),
        ("unknown surplus", '"whole": "unknown"', '"whole": "train"'),
        ("ernie without a layer", '"whole": "unknown"', '"whole": "train"'),
        ("safetensors-file-is-cut: AutoModel", '"whole": "error"', '"whole": "unknown"'),
        ("config-is-not-valid-json: AutoModel", "config-is-not-valid-json", "size-mismatch"),
    ],
)
def test_a_wrong_answer_would_be_seen(
    name: str, right: str, fault: str, entries: list[Entry], box_answers: list[Entry]
) -> None:
    """Put in the faults that the box once had."""
    entry, answer = next(pair for pair in zip(entries, box_answers, strict=True) if pair[0]["name"] == name)
    text = json.dumps(answer)
    assert right in text
    assert wrong(entry, json.loads(text.replace(right, fault))) != []


# After a program that renames keys: print the keys of the file that the model lacks, and the missing keys of the body.
PRINT_UNLOADED = """
import json, torch
weights, loaded = state, model.state_dict()
left = [k for k in weights if k not in loaded or not torch.equal(weights[k], loaded[k])]
print(json.dumps([left, [name for name in told["missing_keys"] if not name.startswith("classifier.")]]))
"""


def offered(answer: Entry) -> str:
    """Return the program that an answer offers for renaming, or ""."""
    codes = [rule["code"] for group in answer["classes"] for bucket in group["keys"] for rule in bucket["answers"]]
    return next((code for code in codes if "still missing" in code), "")


def run(code: str, folder: str) -> list[list[str]]:
    done = run_forked(code + PRINT_UNLOADED, ROOT, imports=IMPORTS)
    assert done.returncode == 0, done.stderr[-2000:]
    unloaded: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
    return unloaded


def test_the_program_that_an_answer_offers_repairs_the_load(entries: list[Entry], box_answers: list[Entry]) -> None:
    programs = {entry["name"]: (offered(answer), entry) for entry, answer in zip(entries, box_answers, strict=True)}
    programs = {name: (code, entry) for name, (code, entry) in programs.items() if code}
    assert len(programs) >= 7
    for name, (code, entry) in programs.items():
        left, missing = run(code, entry["folder"])
        assert missing == [], name
        assert left in ([], ["2.linear.weight"]), name
    code, entry = programs["sentence transformer"]
    left, missing = run(code.replace("0.auto_model.", "auto_model."), entry["folder"])
    assert (len(left), len(missing)) == (40, 39)  # an earlier version offered this
