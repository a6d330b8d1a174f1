"""Test that messages and pages lead to one another: through the box, in the recorded reports, and by their words."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from jinja2 import Environment, StrictUndefined

from explainer.inputs.library_versions import read_libraries
from load_report.message_pages import MAX_HEADING, PAGES_FOLDER, YOUR_PATH, code_of, heading_pieces, without_backticks
from load_report.messages import COMMONEST, MAX_CODE_LINES, MAX_REPLY_WORDS, PILLS, Message, count_words
from tests.generated import generated
from tests.load_report.test_code import folder, run  # noqa: F401  # a fixture
from tests.load_report.test_corpus import MESSAGES, ROOT, SOURCES, answers, kinds_in

assert SOURCES is not None
RULES = SOURCES.rules
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((generated() / PAGES_FOLDER).glob("*.md"))}
SETS = read_libraries(ROOT).sets
REPORTS = {
    library_set.title: path.read_text(encoding="utf-8")
    for library_set in SETS
    if (path := ROOT / f"docs/artifacts/reports/{RULES.report}.{library_set.slug}.txt").exists()
}
LOADS = re.compile(r"^--- (.*)\n((?:(?!--- ).*\n?)*)", re.MULTILINE)  # of a report: title and message of each
RELEASE_RANGE = re.compile(
    r"^- (\S+) ([\d.]+)(?: to ([\d.]+))?(?:, the newest here)?(?: \(\d+ of our releases\))?: `", re.MULTILINE
)
PROGRAM = re.compile(r"^```\{ \.python [^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
REPLY = re.compile(r'<div id="reply".*?^````.*?\n(.*?)^````', re.DOTALL | re.MULTILINE)


def misled(expected: list[tuple[str, str]]) -> list[str]:
    """Return a line for each message, paired with its page, that does not lead the box to that page."""
    given = answers([message for message, _ in expected])
    return [
        f"{page}: {message[:200]}: {', '.join(kinds_in(answer))}"
        for (message, page), answer in zip(expected, given, strict=True)
        if page not in kinds_in(answer)
    ]


def test_each_message_has_a_page_and_each_page_a_message() -> None:
    assert PAGES.keys() == {"index", *(message.slug for message in MESSAGES)}
    assert len(MESSAGES) >= 35
    for message in MESSAGES:
        assert f"({message.slug}.md)" in PAGES["index"]


def test_each_message_on_a_page_leads_the_box_to_that_page() -> None:
    expected = [(text, message.slug) for message in MESSAGES for text in (message.title, *message.variants)]
    assert len(expected) > len(MESSAGES) + 20
    assert misled(expected) == []
    assert len(misled([(expected[0][0], "size-mismatch"), ("a zebra", expected[0][1])])) == 2


@pytest.fixture(scope="module")
def leads() -> dict[str, set[str]]:
    """Return for each library set the pages that the box leads to from its recorded messages."""
    loads = [(title, text) for title, report in REPORTS.items() for _, text in LOADS.findall(report)]
    pages: dict[str, set[str]] = {title: set() for title in REPORTS}
    for (title, _), answer in zip(loads, answers([text for _, text in loads]), strict=True):
        pages[title] |= {*kinds_in(answer)} - {""}
    return pages


def releases_on_page(text: str) -> set[str]:
    """Return the library sets that print the message according to its page."""
    titles = [library_set.title for library_set in SETS]
    section = text.partition("## Which releases print it")[2].partition("\n## ")[0]
    named: set[str] = set()
    for library, first, last in RELEASE_RANGE.findall(section):
        start, end = titles.index(f"{library} {first}"), titles.index(f"{library} {last or first}")
        named |= {*titles[start : end + 1]} & REPORTS.keys()
    return named


def lines_of(message: Message, report: str) -> Iterator[str]:
    for pattern in message.printed:
        yield from (
            match.group() for match in re.finditer(rf"^.*?{pattern.removeprefix('^')}.*$", report, re.MULTILINE)
        )


def untrue(pages: Mapping[str, str], leads: Mapping[str, set[str]]) -> list[str]:
    """Return a line for each release that prints a message but is not on its page, or the reverse."""
    says = {message.slug: releases_on_page(pages.get(message.slug, "")) for message in MESSAGES}
    unnamed = [
        f"{title} prints {page}, and that page does not say so"
        for title, reached in leads.items()
        for page in sorted(reached)
        if title not in says.get(page, set())
    ]
    # A note below a table leads to its page only by itself: in the complete message the table decides.
    claimed = [
        (message, title, next(lines_of(message, REPORTS[title]), ""))
        for message in MESSAGES
        for title in sorted(says[message.slug])
        if message.slug not in leads[title]
    ]
    return unnamed + misled([(line, message.slug) for message, _, line in claimed])


def test_each_recorded_report_leads_to_pages_that_name_its_release_and_back(leads: dict[str, set[str]]) -> None:
    assert len(REPORTS) > 20
    assert untrue(PAGES, leads) == []
    assert sum(bool(releases_on_page(text)) for text in PAGES.values()) > 10


def test_a_page_that_is_wrong_of_a_release_is_seen(leads: dict[str, set[str]]) -> None:
    page, text = "we-will-not-tie-them", PAGES["we-will-not-tie-them"]
    assert "transformers 5.0.0 to 5.3.0" in text
    for wrong in ("transformers 5.0.0 to 5.2.0", "transformers 5.0.0 to 5.4.0"):
        assert untrue({**PAGES, page: text.replace("transformers 5.0.0 to 5.3.0", wrong)}, leads)
    assert untrue({name: text for name, text in PAGES.items() if name != page}, leads)


def test_a_heading_says_the_whole_message() -> None:
    for message in MESSAGES:
        pieces = heading_pieces(without_backticks(message.title))
        assert " ".join(text for text, _ in pieces) == without_backticks(message.title)
        assert sum(len(text) + 1 for text, shown in pieces if shown) <= MAX_HEADING + 2
    assert heading_pieces("short") == [("short", True)]
    assert heading_pieces("a " * 80 + "newly initialized: ['b']")[-1] == ("newly initialized: ['b']", True)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.slug)
def test_a_page_has_what_its_reader_came_for(message: Message) -> None:
    text = PAGES[message.slug]
    above, _, evidence = text.partition('<details class="evidence"')
    (reply,) = REPLY.findall(above)
    for answer in message.answers:
        code = code_of(message, answer, YOUR_PATH)
        assert f'<span class="pill">{PILLS[answer.pill]}</span> {answer.answer}' in above
        assert f"**{PILLS[answer.pill]}.** {answer.answer}" in reply
        assert reply.count(f"\n{code}\n```") == (1 if code else 0)
        assert not re.search(r"\{(?:key|keys|path|class|lm_class|old|new)\}", above)
    assert f"\n{message.why.text}\n" in above
    words = re.sub(r"^```.*?^```$|^[^\n]*/m/[^\n]*$", "", reply, flags=re.DOTALL | re.MULTILINE)
    assert count_words(words) <= MAX_REPLY_WORDS
    assert reply.strip().endswith(f"/{PAGES_FOLDER}/{message.slug}/")
    assert evidence.count("](../c/") >= len(message.claims)
    assert all(f"({source})" in evidence for source in message.sources)
    assert "none printed it" not in evidence


def test_the_commonest_are_ranked_and_come_first() -> None:
    ranked = sorted((message.rank, message.slug) for message in MESSAGES if message.rank)
    assert [rank for rank, _ in ranked] == [*range(1, COMMONEST + 1)]
    listed = re.findall(r"\]\(([\w-]+)\.md\)", PAGES["index"])
    assert listed[:COMMONEST] == [slug for _, slug in ranked]
    assert sorted(listed) == sorted(PAGES.keys() - {"index"})


@pytest.mark.parametrize(("host", "address"), [("https://bert.example/docs/", "https://bert.example/docs"), ("", "")])
def test_a_reply_has_the_address_of_its_page_where_the_host_says_it(host: str, address: str) -> None:
    environment = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701  # no HTML is made
    for name in sorted(PAGES.keys() - {"index"}):
        text = environment.from_string(PAGES[name]).render(config={"site_url": host})
        (reply,) = REPLY.findall(text)
        assert reply.strip().endswith(f"\n{address}/{PAGES_FOLDER}/{name}/")
        assert "{%" not in text


def by_slug(slug: str) -> Message:
    (message,) = (message for message in MESSAGES if message.slug == slug)
    return message


def code_on(slug: str, which: int = 0) -> str:
    """Return the code of a message's page: that of its first answer, or of another."""
    message = by_slug(slug)
    return code_of(message, message.answers[which])


# The code of pages, each with whose it is: once, even if several have the same. TensorFlow's is left out: it is not
# installed here.
PROGRAMS = {
    code: f"{message.slug}-{answer.origin}"
    for message in MESSAGES
    for answer in message.answers
    if (code := code_of(message, answer)) and re.search(r"^(?:import|from) (?!tensorflow)", code, re.MULTILINE)
}


@pytest.mark.parametrize("program", PROGRAMS, ids=PROGRAMS.get)
def test_the_program_on_a_page_runs(program: str, folder: Path) -> None:  # noqa: F811
    assert len(program.splitlines()) <= MAX_CODE_LINES
    done = run(program, folder)
    assert done.returncode == 0, done.stderr


def remedies(slug: str) -> str:
    """Return what a message's answers tell a reader to do."""
    return "\n".join(answer.answer for answer in by_slug(slug).answers)


# What was once said under a message for which it is wrong.
HARMFUL = {
    "keys-in-state-dict": "from_pretrained",  # a prefix: it raises nothing, and the model is random
    "classifier-newly-initialized": "Assert that no key is missing",  # stops a load that is right
    "all-model-checkpoint-weights-were-used": "Assert that no key is missing",
    "cls-not-used": "Assert that no key is missing",
    "surplus-tensors": "Nothing.",  # a trained projection
    "load-report-unexpected": "outputs are the same",
    "we-strongly-recommend-passing-in-an-attention-mask": "Pad on the right",  # GPT-2 prints it, and generates
    "weights-under-peft-names": "AutoModel",  # the names are a classifier's
    "unable-to-load-weights-from-tf": "model.safetensors",
}
# What has to stand there, above the evidence.
NEEDED = {
    "cannot-copy-out-of-meta-tensor": "without `device_map`",
    "setting-pad-token-id-to-eos-token-id": "pass the attention mask",
    "token-indices-longer-than-the-maximum": "for a RoBERTa 2 less",
    "weights-under-peft-names": "lora_alpha",
    "we-will-not-tie-them": "do not set `tie_word_embeddings=False` alone",
    "we-strongly-recommend-passing-in-an-attention-mask": "position_ids",
    "you-are-using-a-model-of-another-type": "if the keys show",
    "classifier-newly-initialized": "look for it in the file under another name",
}


@pytest.mark.parametrize("slug", HARMFUL)
def test_a_page_says_nothing_that_harms_under_its_message(slug: str) -> None:
    assert HARMFUL[slug] not in remedies(slug)


@pytest.mark.parametrize("slug", NEEDED)
def test_a_page_says_what_its_own_message_needs(slug: str) -> None:
    assert NEEDED[slug] in PAGES[slug].partition("Evidence")[0]


def test_a_page_of_a_prefix_never_offers_from_pretrained() -> None:
    prefixed = [message.slug for message in MESSAGES if re.search(r"\b(?:module|_orig_mod)\.", message.title)]
    assert "keys-in-state-dict" in prefixed
    assert [slug for slug in prefixed if "from_pretrained" in remedies(slug)] == []


UNTIED_LLAMA = """
import torch
from transformers import LlamaConfig, LlamaForCausalLM
config = LlamaConfig(vocab_size=50, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=24)
config.tie_word_embeddings = TIED
model = LlamaForCausalLM(config)
weights = {k: t for k, t in model.state_dict().items() if k != "lm_head.weight"}
model.save_pretrained("own", state_dict=weights)
"""


@pytest.mark.parametrize("tied", [True, False])
def test_the_program_about_the_output_matrix_says_that_an_untied_one_is_random(
    tied: bool,
    folder: Path,  # noqa: F811
) -> None:
    program = code_on("lm-head-weight-newly-initialized").replace("pydoc-bert", "own")
    program = program.replace("AutoModelForMaskedLM", "AutoModelForCausalLM")
    done = run(UNTIED_LLAMA.replace("TIED", str(tied)) + program, folder)
    assert done.returncode == 0, done.stderr
    assert f"tied: {tied}\n" in done.stdout
    assert "the embedding is random: False\n" in done.stdout
    assert f"the output matrix is random: {not tied}\n" in done.stdout


def test_the_program_about_layer_norms_loads_a_file_with_the_old_names(folder: Path) -> None:  # noqa: F811
    before = """
import os
import shutil
from safetensors.torch import load_file, save_file
state = load_file("pydoc-bert/model.safetensors")
old = {k.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): t
       for k, t in state.items()}
assert old.keys() != state.keys()
os.makedirs("own", exist_ok=True)
shutil.copy("pydoc-bert/config.json", "own")
save_file(old, "own/model.safetensors", {"format": "pt"})
"""
    done = run(before + code_on("missing-layer-norms").replace("pydoc-bert", "own"), folder)
    assert done.returncode == 0, done.stderr
    assert "LayerNorms that were not loaded: none\n" in done.stdout
