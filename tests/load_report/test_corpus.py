"""Test the box's answers to messages that people pasted: never wrong, seldom none, and the right kind of message."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from load_report.messages import Message
from load_report.rules import read_sources
from tests.generated import generated
from tests.node import node

ROOT = Path(__file__).resolve().parents[2]
RULES_JSON = generated() / "artifacts/load_report/rules.json"
CORPUS: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests/load_report/corpus.yml").read_text(encoding="utf-8"))
MAX_UNKNOWN = 0.1  # share of messages that are answered “not enough to tell”, and could be answered
NEVER = ("of the library's classes", "undefined", r"\{(key|class|old|new|alias|family)\}")
SOURCES = read_sources(ROOT, {f"{path.parent.name}/{path.stem}" for path in ROOT.glob("snippets/*/*.py")})
assert SOURCES is not None
MESSAGES: tuple[Message, ...] = SOURCES.messages


def answers(messages: list[str], origin: str = "") -> list[dict[str, Any]]:
    """Return what the page's own modules answer to each message, in one process."""
    rules = json.loads(RULES_JSON.read_text(encoding="utf-8"))
    answered: list[dict[str, Any]] = json.loads(
        node("tests/load_report/answers.mjs", data={"rules": rules, "messages": messages, "origin": origin})
    )
    return answered


def kinds_in(answer: dict[str, Any]) -> list[str]:
    """Return the messages that an answer leads to; [""] for none."""
    by_keys = [one["message"] for group in answer["classes"] for bucket in group["keys"] for one in bucket["answers"]]
    return [*filter(None, by_keys), *(message["slug"] for message in answer["messages"])] or [""]


def wrong(entry: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """Return a line for each difference between an answer and what the entry of the corpus expects."""
    text = " ".join(answer["text"].split())
    problems = []
    if answer["whole"] not in (*entry["level"], "unknown"):
        problems.append(f"it says {answer['said']}")
    if entry["kind"] not in kinds_in(answer):
        problems.append(f"it leads to {', '.join(kinds_in(answer))}, not to {entry['kind']}")
    problems += [f"it does not say {pattern!r}" for pattern in entry.get("says", []) if not re.search(pattern, text)]
    problems += [f"it says {pattern!r}" for pattern in (*NEVER, *entry.get("never", [])) if re.search(pattern, text)]
    return [f"{entry['id']}: {problem}" for problem in problems]


@pytest.fixture(scope="module")
def corpus_answers() -> list[dict[str, Any]]:
    """Return the answers to all messages of the corpus."""
    return answers([entry["message"] for entry in CORPUS])


def test_no_message_of_the_corpus_is_answered_wrongly(corpus_answers: list[dict[str, Any]]) -> None:
    assert len(CORPUS) > 200
    assert [line for entry, answer in zip(CORPUS, corpus_answers, strict=True) for line in wrong(entry, answer)] == []


def test_few_messages_of_the_corpus_get_no_answer(corpus_answers: list[dict[str, Any]]) -> None:
    unknown = [
        entry["id"]
        for entry, answer in zip(CORPUS, corpus_answers, strict=True)
        if answer["whole"] == "unknown" and entry["level"][0] != "unknown"
    ]
    assert len(unknown) < MAX_UNKNOWN * len(CORPUS), unknown


@pytest.mark.parametrize(
    "change", [{"level": ["stop"]}, {"kind": "size-mismatch"}, {"says": ["a zebra"]}, {"never": ["second name"]}]
)
def test_a_wrong_answer_would_be_seen(change: dict[str, Any], corpus_answers: list[dict[str, Any]]) -> None:
    at = next(number for number, entry in enumerate(CORPUS) if entry["id"] == "tf-9579-xlmr")
    assert wrong(CORPUS[at], corpus_answers[at]) == []
    assert len(wrong({**CORPUS[at], **change}, corpus_answers[at])) == 1


def test_each_message_that_the_box_finds_by_its_words_is_found_by_its_own_title() -> None:
    by_words = [message for message in MESSAGES if message.match]
    assert len(by_words) > 12
    for message, answer in zip(by_words, answers([message.title for message in by_words]), strict=True):
        assert message.slug in kinds_in(answer), message.name
        assert message.lists_keys or answer["whole"] in {one.pill for one in message.answers}, message.name


def test_every_rule_belongs_to_a_message_or_says_that_nothing_is_known() -> None:
    assert SOURCES is not None
    homeless = [rule for rule in SOURCES.rules.rules if not rule.message]
    assert [rule.name for rule in homeless if {one.pill for one in rule.answers} != {"unknown"}] == []
    assert len({message.slug for message in MESSAGES}) == len(MESSAGES) > 30


def test_each_message_is_found_by_its_words_or_by_a_rule() -> None:
    assert SOURCES is not None
    ruled = {rule.message for rule in SOURCES.rules.rules}
    assert [message.name for message in MESSAGES if not message.match and message.name not in ruled] == []
