"""Which sentences of a page a claim must show."""

from dataclasses import replace
from pathlib import Path

import pytest

from explainer.errors import UserError
from explainer.inputs.sentences_to_show import (
    EXEMPTIONS_FILE,
    MAX_EXEMPTIONS,
    Exemption,
    SentenceToShow,
    read_exemptions,
    sentences_to_show,
    unshown_sentences,
)
from explainer.inputs.snippet_settings import long_sentences
from tests.explainer.parts import SNIPPET

PAGE = """---
description: A page
---

{% set row = facts.padding.row_is_zero %}

# Is the row zero?

BERT in {{ tested.newest }} · CPU
{ .covers }

**The row of BERT is zero.** {{ claim("row_is_zero") }}

It is. **A label.** And **a term** too.

## What to do

{{ advice("padding/row_is_zero") }}

See [more](more.md).
"""


def sentences(text: str) -> list[SentenceToShow]:
    return sentences_to_show({"padding/index.md": text}, [SNIPPET])


def faults(text: str, *exemptions: Exemption) -> list[str]:
    return list(unshown_sentences(sentences(text), exemptions))


def test_the_lead_the_bold_sentences_and_the_advice_are_bound() -> None:
    assert [(one.line, one.text, one.claim_names, one.is_advice) for one in sentences(PAGE)] == [
        (12, "The row of BERT is zero.", ("row_is_zero",), False),
        (18, "The row is zero.", ("row_is_zero",), True),
    ]
    assert faults(PAGE) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (' {{ claim("row_is_zero") }}', "", "docs/padding/index.md:12: nothing shows “The row of BERT is zero.”"),
        ('**The row of BERT is zero.** {{ claim("row_is_zero") }}', "It is zero.", "12: nothing shows “It is zero.”"),
        ("It is. ", "It is. **It is so in BERT.** ", "14: nothing shows “It is so in BERT.”"),
        ("It is. ", "It is. **It is so\nin BERT.** ", "14: nothing shows “It is so in BERT.”"),
        ("It is. ", "- **Is it so?** **It is `[so]` in [BERT](x.md).**\n\n", "14: nothing shows “It is so in BERT.”"),
        ("See [more]", "- Do not worry.\n\nSee [more]", "20: advice that no program does, “Do not worry.”"),
        ("See [more]", "1. Do not worry.\n2. Be happy.\n\nSee [more]", "21: advice that no program does, “Be happy.”"),
    ],
)
def test_what_nothing_shows_is_refused_with_its_line(old: str, new: str, complaint: str) -> None:
    assert old in PAGE
    assert any(complaint in fault for fault in faults(PAGE.replace(old, new))), faults(PAGE.replace(old, new))


@pytest.mark.parametrize(
    "words",
    [
        "Plain words that nobody acts on.",
        "**Is the row zero in BERT?** It is.",
        "| **The row of BERT is zero.** | a table's cell |",
        "```python\n**not a sentence at all**\n```",
        '**Bold at first** {{ claim("row_is_zero") }} and **a second bold sentence here.** {{ claim("row_is_zero") }}',
        '**A long bold sentence.** Why it is so. {{ claim("row_is_zero") }}',
    ],
)
def test_other_words_need_no_mark(words: str) -> None:
    assert faults(PAGE.replace("It is. ", f"{words}\n\n")) == []


def test_a_page_that_says_not_what_it_covers_explains_no_topic() -> None:
    assert sentences(PAGE.replace("{ .covers }\n", "")) == []


def test_a_mark_before_the_full_stop_leaves_no_space() -> None:
    (lead, _) = sentences(
        PAGE.replace("**The row of BERT is zero.** {{ shown", "The row of BERT is zero {{ shown").replace(
            "row_is_zero }}\n\nIt is.", "row_is_zero }}.\n\nIt is."
        )
    )
    assert (lead.text, lead.claim_names) == ("The row of BERT is zero.", ("row_is_zero",))


def test_an_exemption_is_named_and_goes_when_nothing_needs_it() -> None:
    text = PAGE.replace(' {{ claim("row_is_zero") }}', "")
    entry = Exemption("lead", 3, "padding/index.md", "The row of", "why not")
    assert faults(text, entry) == []
    assert faults(PAGE, entry) == [
        f"{EXEMPTIONS_FILE}:3: `lead`: no unbound sentence of docs/padding/index.md begins so; remove it"
    ]


def test_exemptions_are_few(tmp_path: Path) -> None:
    assert read_exemptions(tmp_path) == []
    (tmp_path / EXEMPTIONS_FILE).parent.mkdir()
    entries = [f"  e{n}: {{page: a.md, says: It is, why: so}}\n" for n in range(MAX_EXEMPTIONS + 1)]
    (tmp_path / EXEMPTIONS_FILE).write_text("unbound:\n" + "".join(entries[1:]))
    assert len(read_exemptions(tmp_path)) == MAX_EXEMPTIONS
    (tmp_path / EXEMPTIONS_FILE).write_text("unbound:\n" + "".join(entries))
    with pytest.raises(UserError, match="16 exemptions, of 15"):
        read_exemptions(tmp_path)


def test_a_claim_s_first_sentence_is_short_and_its_conditions_are_the_rest() -> None:
    long = replace(SNIPPET, claim=" ".join(["word"] * 25) + " end. In BERT.")
    assert list(long_sentences([SNIPPET, replace(long, claim=long.claim.replace(" end.", "."))])) == []
    (line,) = long_sentences([long])
    assert line.startswith("snippets/padding/row_is_zero.py:1: the first sentence has 26 words, of 25")
    split = replace(SNIPPET, claim="In 5.0.0 `a.b` is not. `c` is. So there.")
    assert (split.sentence, split.conditions) == ("In 5.0.0 `a.b` is not.", "`c` is. So there.")
