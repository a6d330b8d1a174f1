"""Test the picture: its bars, its figures, and that it has every state that a form on the page can choose."""

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bert import one_bert
from explainer.render.context import Context

PAGE = "docs/picture/index.md"
FORM = re.compile(r"^## .*?\{ #(\w+) \}\n\n<form.*?</form>", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def facts() -> dict[str, dict[str, Any]]:
    record = json.loads(Path("docs/artifacts/facts.json").read_text(encoding="utf-8"))["facts"]
    split = {claim: claim.split("/") for claim in one_bert.CLAIMS}
    return {claim: record[topic][name]["runs"]["once"]["facts"] for claim, (topic, name) in split.items()}


def test_a_bar_goes_up_for_a_positive_number_and_is_cut_at_the_largest() -> None:
    assert one_bert.strip([1.0, -0.5, 9.0], 2.0) == "M8 10v-4.5M24 10v2.2M40 10v-9.0"


def test_a_probability_is_written_as_people_do() -> None:
    assert [one_bert.percent(p) for p in (0.5, 0.0951, 0.0149, 0.002)] == ["50%", "10%", "1.5%", "0.20%"]


def test_a_figure_has_every_part_and_no_empty_line(facts: dict[str, dict[str, Any]]) -> None:
    for step, pictures in one_bert.pictures_by_step(facts).items():
        html = one_bert.figure_html(step, one_bert.html_of_parts(next(iter(pictures.values()))))
        assert re.findall(r'data-part="(\w+)"', html) == [*one_bert.PARTS, "says"]
        assert "\n\n" not in html


def states_of(form: str, last: dict[str, int]) -> set[str]:
    """Return the states that a form of the page can choose, as `one-bert.js` names them."""
    if "<select" in form:
        return {str(number) for number in range(30)}  # the sentences
    kinds = re.findall(r'name="kind" value="(\w+)"', form)
    if not kinds:
        return set(re.findall(r'name="at" value="(\w+)"', form))
    steps = [int(step) for step in re.findall(r'name="at"[^>]*step="(\d+)"', form)] or [1]
    tops = {name: int(top) for name, top in re.findall(r'name="(\w+)"[^>]* max="(\d+)"', form)} | last
    return {f"{kind}-{value}" for kind in kinds for value in range(0, tops.get(kind, tops.get("at", 0)) + 1, steps[0])}


def test_every_state_that_the_page_can_choose_is_drawn(root: Path, facts: dict[str, dict[str, Any]]) -> None:
    text = (root / PAGE).read_text(encoding="utf-8")
    last = {"load": 4, "train": facts[one_bert.TRAIN]["last_stage"]}
    forms = {match[1]: match[0] for match in FORM.finditer(text)}
    drawn = {step: set(pictures) for step, pictures in one_bert.pictures_by_step(facts).items()}
    assert {step: states_of(form, last if step == "load" else {}) for step, form in forms.items()} == drawn


@pytest.mark.parametrize("state", [f"{kind}-{step}" for kind, step in product(("tied", "cut"), (0, 500, 1000))])
def test_the_pad_row_grows_only_if_it_is_tied(facts: dict[str, dict[str, Any]], state: str) -> None:
    picture = one_bert.pictures_by_step(facts)["pad"][state]
    length = float(picture.lines[0].number)
    assert picture.lines[0].text == "[PAD], read"
    assert (length > 0) == (state in {"tied-500", "tied-1000"})


def test_without_facts_each_claim_is_one_line() -> None:
    files, problems = one_bert.OneBert().files(Context(site=None))  # type: ignore[arg-type]
    assert files == {}
    assert problems[0] == f"src/bert/one_bert.py: {one_bert.TYPE} has no facts yet; run it"


def test_either_each_word_has_its_strip_or_none_has(facts: dict[str, dict[str, Any]]) -> None:
    every = (picture for pictures in one_bert.pictures_by_step(facts).values() for picture in pictures.values())
    assert {len({bool(line.row) for line in picture.lines}) for picture in every} == {1}


def test_after_its_training_the_model_has_the_numbers_of_the_other_steps(
    facts: dict[str, dict[str, Any]],
) -> None:
    pictures = one_bert.pictures_by_step(facts)
    trained = pictures["load"][f"train-{facts[one_bert.TRAIN]['last_stage']}"]
    numbers = [[(line.text, line.number) for line in picture.lines] for picture in (trained, pictures["type"]["0"])]
    assert numbers[0] == numbers[1]


def test_a_caption_is_sentences_with_a_space_between_them(facts: dict[str, dict[str, Any]]) -> None:
    for pictures in one_bert.pictures_by_step(facts).values():
        assert not [picture.says for picture in pictures.values() if re.search(r"[.!?](?![\s\d”]|$)", picture.says)]
