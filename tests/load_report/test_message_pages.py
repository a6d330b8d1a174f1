"""Test that messages and pages lead to one another: through the box, in the recorded reports, and by their words."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, StrictUndefined

from explainer.inputs.library_versions import read_libraries
from explainer.inputs.snippets import read_snippets
from load_report.message_pages import MAX_HEADING, PAGES_FOLDER, heading_pieces, program_of, without_backticks
from load_report.rules import Kind
from tests.generated import generated
from tests.load_report.test_code import CODES, folder, run  # noqa: F401  # a fixture
from tests.load_report.test_corpus import KINDS, ROOT, SOURCES, answers, kinds_in

assert SOURCES is not None
RULES = SOURCES.rules
CLAIMS = {snippet.key: snippet.sentence for snippet in read_snippets(ROOT)}
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


def test_each_kind_has_a_page_and_each_page_a_kind() -> None:
    assert PAGES.keys() == {"index", *(kind.slug for kind in KINDS)}
    assert len(KINDS) >= 35
    for kind in KINDS:
        assert f"({kind.slug}.md)" in PAGES["index"]


def test_each_message_on_a_page_leads_the_box_to_that_page() -> None:
    expected = [(message, kind.slug) for kind in KINDS for message in (kind.title, *kind.variants)]
    assert len(expected) > len(KINDS) + 20
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


def lines_of(kind: Kind, report: str) -> Iterator[str]:
    for pattern in kind.printed:
        yield from (
            match.group() for match in re.finditer(rf"^.*?{pattern.removeprefix('^')}.*$", report, re.MULTILINE)
        )


def untrue(pages: Mapping[str, str], leads: Mapping[str, set[str]]) -> list[str]:
    """Return a line for each release that prints a message but is not on its page, or the reverse."""
    says = {kind.slug: releases_on_page(pages.get(kind.slug, "")) for kind in KINDS}
    unnamed = [
        f"{title} prints {page}, and that page does not say so"
        for title, reached in leads.items()
        for page in sorted(reached)
        if title not in says.get(page, set())
    ]
    # A note below a table leads to its page only by itself: in the complete message the table decides.
    claimed = [
        (kind, title, next(lines_of(kind, REPORTS[title]), ""))
        for kind in KINDS
        for title in sorted(says[kind.slug])
        if kind.slug not in leads[title]
    ]
    return unnamed + misled([(line, kind.slug) for kind, _, line in claimed])


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


def test_a_verdict_has_the_box_s_colour_and_a_heading_says_the_whole_message() -> None:
    for kind in KINDS:
        wholes = {kind.whole} if kind.whole else {rule.whole for rule in RULES.rules if rule.name in kind.rules}
        (colour,) = re.findall(r"^\{ \.paste-shown \.paste-(\w+) ", PAGES[kind.slug], re.MULTILINE)
        assert colour in RULES.wholes
        assert len(wholes - {"unknown"}) != 1 or {colour} == wholes - {"unknown"}
        pieces = heading_pieces(without_backticks(kind.title))
        assert " ".join(text for text, _ in pieces) == without_backticks(kind.title)
        assert sum(len(text) + 1 for text, shown in pieces if shown) <= MAX_HEADING + 2
    assert heading_pieces("short") == [("short", True)]
    assert heading_pieces("a " * 80 + "newly initialized: ['b']")[-1] == ("newly initialized: ['b']", True)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.slug)
def test_a_page_has_what_its_reader_came_for(kind: Kind) -> None:
    text = PAGES[kind.slug]
    headings = re.findall(r"^## (.*?)(?: \{.*)?$", text, re.MULTILINE)
    printed = ["Which releases print it"] if releases_on_page(text) else []
    assert headings[: 3 + len(printed)] == ["Why", "What to do", *printed, "What proves it"]
    assert "none printed it" not in text
    assert "Copy as a reply" in text.partition("\n## ")[0]
    assert text.count("](../c/") >= len(kind.claims)
    assert all(f"({source})" in text for source in kind.sources)
    (reply,) = REPLY.findall(text)
    program = program_of(kind, RULES)
    assert reply.count(f"```python\n{program}\n```\n") == (1 if program else 0)
    assert all(f"\n- {CLAIMS[key]}" in reply for key in kind.do)
    assert reply.strip().endswith(f"/{PAGES_FOLDER}/{kind.slug}/")
    assert "{class}" not in text
    assert kind.rules or kind.match
    for part in (kind.about, *(CLAIMS[key] for key in kind.claims)):
        assert not re.search(r"\{(?:key|alias|class|family|old|new)\}", part)


@pytest.mark.parametrize(("host", "address"), [("https://bert.example/docs/", "https://bert.example/docs"), ("", "")])
def test_a_reply_has_the_address_of_its_page_where_the_host_says_it(host: str, address: str) -> None:
    environment = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701  # no HTML is made
    for name in sorted(PAGES.keys() - {"index"}):
        text = environment.from_string(PAGES[name]).render(config={"site_url": host})
        (reply,) = REPLY.findall(text)
        assert reply.strip().endswith(f" {address}/{PAGES_FOLDER}/{name}/")
        assert "{%" not in text


# Programs that only pages have. The others are tested with the box's answers.
PAGE_PROGRAMS: dict[str, Any] = {
    program: kind
    for kind in KINDS
    if (program := program_of(kind, RULES)) and program not in {code.strip("\n") for code in CODES.values()}
}


@pytest.mark.parametrize("program", PAGE_PROGRAMS, ids=lambda program: PAGE_PROGRAMS[program].slug)
def test_the_program_on_a_page_runs(program: str, folder: Path) -> None:  # noqa: F811
    (shown,) = PROGRAM.findall(PAGES[PAGE_PROGRAMS[program].slug])
    assert shown.strip("\n") == program
    done = run(program, folder)
    assert done.returncode == 0, done.stderr


def test_each_program_on_a_page_is_one_that_is_run() -> None:
    shown = {code.strip("\n") for text in PAGES.values() for code in PROGRAM.findall(text)}
    assert len(shown) > 10
    assert shown <= {*PAGE_PROGRAMS, *(code.strip("\n") for code in CODES.values())}


SECOND_NAME = "cls.predictions.decoder.bias"


@pytest.mark.parametrize("names_in_file", [[], [SECOND_NAME]])
def test_the_program_about_the_output_bias_tells_which_name_a_file_has(
    names_in_file: list[str],
    folder: Path,  # noqa: F811
) -> None:
    """Check that it writes nothing: a bias that the file has under its other name must not be overwritten."""
    (kind,) = (kind for kind in KINDS if kind.slug == "output-bias-newly-initialized")
    before = f"""
import os
from safetensors.torch import load_file, save_file
state = load_file("pydoc-bert/model.safetensors")
bias = state.pop("cls.predictions.bias")
os.makedirs("own")
save_file(state | dict.fromkeys({names_in_file}, bias), "own/model.safetensors")
"""
    done = run(before + program_of(kind, RULES).replace("pydoc-bert", "own"), folder)
    assert done.returncode == 0, done.stderr
    assert [
        name for name in done.stdout.split() if name.endswith(("predictions.bias", "decoder.bias"))
    ] == names_in_file
    assert [path.name for path in (folder / "own").iterdir()] == ["model.safetensors"]


def remedies(slug: str) -> str:
    """Return the bullets of a message's page and of its reply, or that there is nothing to do."""
    return "\n".join(re.findall(r"^- .*|^What to do: .*", PAGES[slug].partition("## What proves it")[0], re.MULTILINE))


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
# What has to stand there.
NEEDED = {
    "cannot-copy-out-of-meta-tensor": "Do not call `.to(…)` on a model loaded with `device_map`",
    "some-tensors-share-memory": "BertPreTrainedModel",
    "setting-pad-token-id-to-eos-token-id": "pass the mask",
    "token-indices-longer-than-the-maximum": "for a RoBERTa 2 less",
    "weights-under-peft-names": "lora_alpha",
    "we-will-not-tie-them": "first copy the decoder's learned bias",
    "we-strongly-recommend-passing-in-an-attention-mask": "pad on the left",
    "you-are-using-a-model-of-another-type": "Look at the keys",
}


@pytest.mark.parametrize("slug", HARMFUL)
def test_a_page_says_nothing_that_harms_under_its_message(slug: str) -> None:
    assert HARMFUL[slug] not in remedies(slug)


@pytest.mark.parametrize("slug", NEEDED)
def test_a_page_says_what_its_own_message_needs(slug: str) -> None:
    assert NEEDED[slug] in remedies(slug)


def test_a_page_of_a_prefix_never_offers_from_pretrained() -> None:
    prefixed = [kind.slug for kind in KINDS if re.search(r"\b(?:module|_orig_mod)\.", kind.title)]
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
    (kind,) = (kind for kind in KINDS if kind.slug == "lm-head-weight-newly-initialized")
    program = program_of(kind, RULES).replace("pydoc-bert", "own")
    program = program.replace("AutoModelForMaskedLM", "AutoModelForCausalLM")
    done = run(UNTIED_LLAMA.replace("TIED", str(tied)) + program, folder)
    assert done.returncode == 0, done.stderr
    assert f"tied: {tied}\n" in done.stdout
    assert "the embedding is random: False\n" in done.stdout
    assert f"the output matrix is random: {not tied}\n" in done.stdout


def test_the_program_about_layer_norms_loads_a_file_with_the_old_names(folder: Path) -> None:  # noqa: F811
    (kind,) = (kind for kind in KINDS if kind.slug == "missing-layer-norms")
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
    done = run(before + program_of(kind, RULES).replace("pydoc-bert", "own"), folder)
    assert done.returncode == 0, done.stderr
    assert "LayerNorms that were not loaded: none\n" in done.stdout


@pytest.mark.parametrize("prefix", ["module.", "_orig_mod."])
def test_the_program_about_a_prefix_loads_the_message_s_own_file(prefix: str, folder: Path) -> None:  # noqa: F811
    (kind,) = (kind for kind in KINDS if kind.slug == "keys-in-state-dict")
    program = program_of(kind, RULES).replace('prefix = "module."', f'prefix = "{prefix}"')
    line = 'state = model.state_dict()  # yours: torch.load("….pt")'
    trained = f"""
import torch
saved = {{name: torch.full_like(t, 0.5) for name, t in model.state_dict().items()}}
state = {{"{prefix}" + name: t for name, t in saved.items()}}
try:
    model.load_state_dict(state)
except RuntimeError as error:
    assert 'Unexpected key(s) in state_dict: "{prefix}bert.' in str(error), error
"""
    assert line in program
    done = run(f"{program.replace(line, trained)}\nprint(all((p == 0.5).all() for p in model.parameters()))", folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True"]
