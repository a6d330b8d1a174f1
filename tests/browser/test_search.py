"""What the search finds: in the theme's panel, and asked of its worker, which answers hundreds of queries a second."""

import html
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bert.figures import FIGURES
from build_artifacts import extension
from explainer.inputs.content import STATEMENT_VERDICTS
from explainer.inputs.text_files import FastLoader
from explainer.paths import Project
from explainer.pipeline.views import current_site
from tests.browser.visits import HEIGHT, NARROW, WIDE, axe_findings, give_checks, opened

ROOT = Path(__file__).resolve().parents[2]
SCHEMES = {"light": "default", "dark": "slate"}  # by the theme's names
Items: TypeAlias = list[list[dict[str, Any]]]  # a query's results: by page its sections, as the theme gets them
Ask: TypeAlias = Callable[[list[str]], list[Items]]

START = """async address => {
  const index = await (await fetch(address + "search/search_index.json")).json();
  const worker = new Worker(address + "assets/search/worker.js");
  const answered = (message) => new Promise((done, fail) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = (event) => fail(new Error(`${JSON.stringify(message.data).slice(0, 99)}: ${event.message}`));
    worker.postMessage(message);
  });
  await answered({ type: 0, data: { ...index, options: {} } });
  window.ask = async (query) => (await answered({ type: 2, data: query })).data.items;
}"""
ASK = "async queries => { const found = []; for (const one of queries) found.push(await ask(one)); return found; }"

ODD = [
    *(
        "",
        " ",
        "1",
        "1.",
        "14",
        "0",
        "-1",
        "row 1",
        "label 1",
        "padding_idx=1",
        "1,538",
        "1e-12",
        "3.5%",
        ",",
        ".",
        "...",
    ),
    *(
        "a",
        "x",
        "I",
        "_",
        "__init__",
        "-",
        "--",
        "'",
        '"',
        "(",
        ")",
        "[",
        "]",
        "[PAD]",
        "{}",
        "*",
        "**",
        "+",
        "\\",
        "/",
        "|",
    ),
    *("^", "~1", "a^2", "-not", "+must", "title:x", "&lt;", "<b>", "<img src=x onerror=alert(1)>", "$&", "%00", "\t\n"),
    *("constructor", "__proto__", "toString", "hasOwnProperty", "𝕏 é 中文 نص", "\ud83d", "weights " * 3000, "a" * 9000),
    *("cls.predictions.decoder.bias", "...cls..bias...", "bert.encoder.layer.0.attention.self.query.weight"),
]


@pytest.fixture(scope="module")
def worker(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context()
    tab = opened(context, address + "404.html")
    tab.evaluate(START, address)
    yield tab
    context.close()


@pytest.fixture(scope="module")
def ask(worker: Page) -> Ask:
    return lambda queries: worker.evaluate(ASK, queries)


def pages_of(items: Items) -> list[str]:
    """The pages found, best first."""
    return [page[0]["location"].partition("#")[0] for page in items]


def words_of_the_site(site: Path, count: int) -> list[str]:
    docs = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))["docs"]
    text = " ".join(re.sub("<[^>]*>|&[lg]t;|&amp;", " ", f"{doc['title']} {doc['text']}") for doc in docs)
    words = sorted(word for word in set(text.split()) if re.search(r"[^\W_]", word))
    return random.Random(20).sample(words, count)  # noqa: S311


def test_no_input_is_too_odd(ask: Ask) -> None:
    for query, items in zip(ODD, ask(ODD), strict=True):
        assert isinstance(items, list), query


def test_each_word_of_the_site_is_found_and_shown_as_text(site: Path, ask: Ask) -> None:
    words = words_of_the_site(site, 200)
    for word, items in zip(words, ask(words), strict=True):
        assert items, word
        shown = "".join(section["title"] + section["text"] for page in items for section in page)
        assert set(re.findall(r"<[^>]*>?", shown)) <= {f"<{end}{tag}>" for end in ("", "/") for tag in TAGS}, word
        assert "<mark>" in shown, word


TAGS = ("p", "code", "sub", "sup", "mark")


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("cls.predictions.decoder.bias", "m/decoder-bias-newly-initialized/"),  # a whole name
        ("decoder.bias", "heads/output-bias/"),  # the end of one
        ("seq_relationship", "m/cls-not-used/"),
        ("resize_token_emb", "tying/training/"),  # while it is typed
        ("BertForMaskedLM", "loading/class-by-file/"),
        ("masked lm", "loading/class-by-file/"),  # in pieces
        ("109,514,298", "heads/classes/"),
        ("109514298", "heads/classes/"),
        ("1,538", "heads/classes/"),
        ("padding_idx=1", "padding/decoders/"),
        ("tie_word_embeddings=False", "tying/recipes/"),
        ("newly initialised", "loading/"),  # in either spelling
        ("newly intialized", "loading/"),  # and in none
    ],
)
def test_names_numbers_and_spellings(query: str, page: str, ask: Ask) -> None:
    assert page in pages_of(ask([query])[0])[:3]


def test_a_piece_of_a_message_is_found_where_it_stands(ask: Ask) -> None:
    for query in ("newly initialized", "seem corrupted", "were not used when initializing"):
        assert any(page.startswith(("loading/", "m/")) for page in pages_of(ask([query])[0])[:3]), query


def test_pictures_and_footers_are_left_out(site: Path) -> None:
    docs = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))["docs"]
    text = " ".join(doc["text"] for doc in docs)
    captions = [figure.caption.split(".")[0] for figure in FIGURES]
    shown = current_site(Project(ROOT), extension())
    footers = [shown.show(view, "index.md") for view in shown.views if view.startswith("measured/")]
    left_out = [*captions, *(footer[:50] for footer in footers if ".measured-on" in footer)]
    assert len(left_out) > len(FIGURES)
    assert [words for words in left_out if html.escape(words, quote=False) in text] == []
    assert "one matrix" in text


def missed(questions: list[dict[str, Any]], found: list[Items]) -> list[str]:
    """A line for each question with none of its pages among the first three."""
    return [
        f"{question['asks']}: {', '.join(pages_of(items)[:3])}"
        for question, items in zip(questions, found, strict=True)
        if not {*question["pages"]} & {*pages_of(items)[:3]}
    ]


def questions_of(name: str, site: Path) -> list[dict[str, Any]]:
    """Real questions, each with where it was asked, and with pages that exist."""
    questions: list[dict[str, Any]]
    questions = yaml.load(Path(__file__).with_name(name).read_text(encoding="utf-8"), FastLoader)  # noqa: S506
    assert all(question["source"].startswith("https://") for question in questions)
    gone = {page for question in questions for page in question["pages"] if not (site / page / "index.html").exists()}
    assert not gone
    return questions


# How many of the questions may be missed: none of those that the ranking was made with.
@pytest.mark.parametrize(("name", "count", "bound"), [("questions.yml", 45, 1), ("questions_drawn.yml", 40, 7)])
def test_what_people_asked_is_answered_among_the_first_three(
    name: str, count: int, bound: int, site: Path, ask: Ask
) -> None:
    questions = questions_of(name, site)
    assert len(questions) == count
    found = ask([question["asks"] for question in questions])
    lines = missed(questions, found)
    assert len(lines) <= bound, "\n".join(lines)
    assert missed([{"asks": "x", "pages": ["nowhere/"]}], found[:1])


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ("what is a head", ["glossary/"]),
        ("What does NSP mean?", ["glossary/"]),
        ("attention head", ["glossary/"]),
        ("mask token id 103", ["glossary/"]),
        ("decoder is not a copy of the embedding", ["c/decoder-weight-is-the-embedding/", "tying/"]),
        ("albert sop", ["heads/families/"]),
        (
            "fp16 nan",
            ["loading/traps/", "c/one-step-on-a-float16-file-gives-nan/", "c/fully-masked-text-gives-numbers/"],
        ),
        (
            "FSDP tied weights",
            [
                "tying/training/",
                "tying/what-breaks-it/",
                "c/fsdp-wants-the-whole-tie-in-one-group/",
                "m/already-managed-by-another-fsdp-group/",
            ],
        ),
        ("bert_model.ckpt", ["c/convert-a-bert-model-ckpt/", "loading/class-by-file/"]),
    ],
)
def test_what_a_phrase_means_comes_first(query: str, pages: list[str], ask: Ask) -> None:
    assert pages_of(ask([query])[0])[0] in pages


def test_several_pages_tell_of_another_vocabulary(ask: Ask) -> None:
    found = pages_of(ask(["resize vocab"])[0])[:3]
    assert {"tying/training/", "heads/output-bias/", "c/a-tie-gives-new-tokens-no-bias/"} & {*found}


@pytest.mark.parametrize(
    ("british", "american"), [("masked language modelling", "masked language modeling"), ("quantised", "quantized")]
)
def test_either_spelling_finds_the_same(british: str, american: str, ask: Ask) -> None:
    first, second = (pages_of(items) for items in ask([british, american]))
    assert first == second != []


def test_a_claim_s_listing_is_not_searched(site: Path) -> None:
    docs = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))["docs"]
    assert "Download it" not in {re.sub("<[^>]*>", "", doc["text"]) for doc in docs}


def start_of(says: str) -> str:
    return " ".join(says.replace("`", "").split()[:8])


def unjudged(says: str, verdict: str, items: Items) -> list[str]:
    """The teasers that show the start of a statement, and no verdict before it."""
    start = start_of(says)
    texts = [re.sub("<[^>]*>", "", section["text"]) for page in items for section in page]
    return [text for text in texts if start in text and verdict not in text.partition(start)[0]]


def test_a_statement_is_shown_with_its_verdict_first(ask: Ask) -> None:
    said = [
        (one["says"], STATEMENT_VERDICTS[one["verdict"]])
        for path in sorted(ROOT.glob("content/statements/*.yml"))
        for one in yaml.load(path.read_text(encoding="utf-8"), FastLoader)["statements"].values()  # noqa: S506
    ]
    found = ask([start_of(says) for says, _ in said])
    wrong = [
        text for (says, verdict), items in zip(said, found, strict=True) for text in unjudged(says, verdict, items)
    ]
    assert wrong == []


@pytest.mark.parametrize("text", ["<p>All is well.</p>", "<p><strong>Wrong:</strong> All is <mark>well</mark>.</p>"])
def test_a_statement_without_its_verdict_is_seen(text: str) -> None:
    assert bool(unjudged("All is `well`.", "Wrong", [[{"text": text}]])) == ("Wrong" not in text)


def search(tab: Page, query: str) -> None:
    box = tab.get_by_role("textbox", name="Search")
    box.click()
    box.fill("")
    # What is typed before the worker has read the index is not searched for.
    tab.locator(".md-search-result__meta", has_text="Type to start searching").wait_for()
    tab.keyboard.type(query)


def test_the_panel_shows_what_was_found_and_what_was_not(browser: Browser, address: str) -> None:
    tab = opened(context := browser.new_context(viewport={"width": WIDE, "height": HEIGHT}), address)
    search(tab, "cls.predictions.decoder.bias xyzzy")
    first = tab.locator(".md-search-result__item").first
    first.locator("a[href*='/m/'] mark", has_text="cls.predictions.decoder.bias").first.wait_for()
    # The results of a query that is half typed come first.
    expect(first.locator(".md-search-result__terms").first).to_have_text("Missing: xyzzy")
    # The results of the query before are gone: they would answer any other.
    search(tab, "xyzzy")
    tab.locator(".md-search-result__meta", has_text="No matching documents").wait_for()
    assert tab.locator(".md-search-result__item").count() == 0
    search(tab, "decoder.bias")
    tab.locator(".md-search-result__item a[href*='?h=decoder.bias#']").first.wait_for()  # not those of "decoder.bi"
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/?h=decoder.bias#*")
    tab.locator("article mark", has_text="decoder.bias").first.wait_for()
    context.close()


def test_open_search_and_open_menu_are_accessible(context: BrowserContext, address: str) -> None:
    tab = context.new_page()
    give_checks(tab)
    tab.goto(address)
    search(tab, "decoder.bias")
    tab.locator(".md-search-result__item").first.wait_for()
    found = axe_findings_in_both(tab)
    tab.keyboard.press("Escape")
    tab.set_viewport_size({"width": NARROW, "height": HEIGHT})
    tab.locator("label.md-header__button[for=__drawer]").click()
    tab.locator(".md-nav--primary").first.wait_for()
    found += axe_findings_in_both(tab)
    assert not found, "\n".join(found)


def axe_findings_in_both(tab: Page) -> list[str]:
    found: list[str] = []
    for scheme in SCHEMES:
        tab.evaluate("scheme => checks.choose(scheme)", scheme)
        assert tab.locator(f"body[data-md-color-scheme={SCHEMES[scheme]}]").count() == 1
        found += axe_findings(tab)
    return found
