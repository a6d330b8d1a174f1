"""The live head: it starts when somebody asks for it, and shows what the model makes of each state of its switches."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from tests.browser.visits import HEIGHT, NARROW, Engine, axe_findings, give_checks
from tests.generated import generated

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "docs/assets/live"
WEIGHTS = generated() / "artifacts/live/pydoc_bert.safetensors"
PAGE = "heads/"

State = dict[str, Any]
Control = tuple[str, str, dict[str, str], State]

# What the page shows: for each column its heading, the rank above it and the tokens with their probabilities.
SHOWN = """() => {
  const number = ({ textContent }) => Number(textContent.replace(/\\D/g, ""));
  const ranks = [...document.querySelectorAll(".live-ranks .rank")].map(number);
  return [...document.querySelectorAll(".live-columns > li")].map((column, index) => ({
    name: column.querySelector(".live-step").textContent,
    rank: ranks[index],
    best: [...column.querySelectorAll("ol li")].map((one) => one.textContent.replace(/\\s+/g, " ").trim()),
  }));
}"""
# What the model makes of a state, as the engine says it: rank and best token of what is read in each column.
WANTED = """async (state) => {
  const { best, load, rank, row } = await import("/assets/live/model.js");
  const model = (window.model ??= await load("/artifacts/live/"));
  const { ids, types } = model.tokenizer.pair(state.sentence);
  const hidden = ids[state.hide];
  ids[state.hide] = model.tokenizer.id("[MASK]");
  const layers = model.encode(ids, types, state.encode);
  const steps = model.head(row(layers[state.layer], state.hide), state.head);
  const columns = ["encoder", "dense", "gelu", "layernorm", "bias"].map((name) => {
    const { scores, off } = steps.find((step) => step.name === name);
    return { rank: rank(scores, hidden), best: off && name !== "bias" ? "" : model.vocab[best(scores, 1)[0]] };
  });
  return { columns, pad: rank(steps.at(-1).scores, 0) };
}"""
SENTENCE = "context manager to check that no warnings are emitted."
BASE: State = {"sentence": SENTENCE, "hide": 2, "layer": 3, "encode": {}, "head": {}}
ZERO = {"padRow": "zero"}
# A control, what it puts into the address, and what it is to the engine.
CONTROLS: list[Control] = [
    ("checkbox", "dense", {"off": "dense"}, {"head": {"dense": False}}),
    ("checkbox", "GELU", {"off": "gelu"}, {"head": {"gelu": False}}),
    ("checkbox", "LayerNorm", {"off": "layernorm"}, {"head": {"layerNorm": False}}),
    ("checkbox", "LayerNorm's shift β", {"off": "beta"}, {"head": {"beta": False}}),
    ("checkbox", "output bias", {"off": "bias"}, {"head": {"bias": False}}),
    ("radio", "untied: fresh random rows", {"decoder": "fresh"}, {"head": {"decoder": "fresh"}}),
    ("checkbox", "[PAD]'s row set to zero", {"pad-row": "zero"}, {"encode": ZERO, "head": ZERO}),
    ("radio", "8 [PAD] tokens, with the attention mask", {"pads": "mask"}, {"encode": {"pads": 8}}),
    ("radio", "8 [PAD] tokens, without it", {"pads": "open"}, {"encode": {"pads": 8, "mask": False}}),
    ("radio", "after the embeddings", {"layer": "0"}, {"layer": 0}),
    ("radio", "after layer 1", {"layer": "1"}, {"layer": 1}),
    ("radio", "after layer 2", {"layer": "2"}, {"layer": 2}),
    ("radio", "check", {"hide": "4"}, {"hide": 4}),
]


@pytest.fixture(scope="module")
def running(browser: Browser, address: str) -> Iterator[Page]:
    """One tab in which the model was started, for all tests that ask what it does then."""
    tab = browser.new_page()
    give_checks(tab)
    yield started(tab, address + PAGE)
    tab.close()


@pytest.fixture
def live(running: Page) -> Page:
    """It shows the example, whatever the test before it left there."""
    again = running.get_by_role("button", name="Back to the example")
    if again.is_visible():
        again.click()
    return running


def started(tab: Page, url: str) -> Page:
    """The page, with the model running."""
    tab.goto(url, wait_until="commit")
    tab.get_by_role("button", name="Run pydoc-bert").click()
    tab.locator(".live-answer strong").wait_for()
    if tab.locator(".live-more:not([open])").count():  # the pair has no such fold
        tab.get_by_text("Change the head", exact=True).click()
    return tab


def asked(tab: Page) -> dict[str, str]:
    """What the address says: read where it is, as the tab hears of a change later."""
    return dict(parse_qsl(tab.evaluate("() => location.search.slice(1)")))


def said(tab: Page) -> str:
    return str(tab.locator(".live-answer").inner_text())


def wrong(tab: Page, engine: Engine, state: State) -> list[str]:
    """What the page shows that is not what the engine gives: of each column, and of `[PAD]` where it is in play."""
    wanted = engine(WANTED, state)
    found = [
        f"{one['name']}: {one['rank']}, {one['best'][:1]}, not {right}"
        for one, right in zip(tab.evaluate(SHOWN), wanted["columns"], strict=True)
        if one["rank"] != right["rank"] or "".join(one["best"][:1]).split(" ")[0] != right["best"]
    ]
    in_play = "pads" in state["encode"] or "padRow" in state["encode"]
    told = f"[PAD] itself is no. {wanted['pad']:,}," if in_play else ""
    if ("[PAD] itself" in said(tab)) != in_play or told not in said(tab):
        found.append(f"says {said(tab)}, not {told}")
    return found


def faults(tab: Page, engine: Engine, controls: list[Control]) -> Iterator[str]:
    """What is wrong when each of the controls is used, from the example on."""
    example = tab.evaluate(SHOWN)
    for role, name, query, changes in controls:
        control = tab.get_by_role(role, name=name, exact=True)
        control.click(force=True)
        if asked(tab) != query:
            yield f"{name}: the address says {asked(tab)}"
        yield from (f"{name}: {fault}" for fault in wrong(tab, engine, {**BASE, **changes}))
        if (
            name not in ("[PAD]'s row set to zero", "8 [PAD] tokens, with the attention mask")
            and tab.evaluate(SHOWN) == example
        ):
            yield f"{name}: changes nothing"
        tab.get_by_role("button", name="Back to the example").click()
        if asked(tab) or tab.evaluate(SHOWN) != example:
            yield f"{name}: is not taken back"


def test_each_switch_shows_what_the_engine_gives_and_is_in_the_address(live: Page, engine: Engine) -> None:
    assert list(faults(live, engine, CONTROLS)) == []


@pytest.mark.parametrize(
    ("control", "written", "instead", "complaint"),
    [
        ("LayerNorm's shift β", "beta: has.beta,", "", "changes nothing"),
        ("8 [PAD] tokens, without it", 'mask: state.pads !== "open"', "mask: true", "changes nothing"),
        ("after the embeddings", "hidden[state.layer]", "hidden[3]", "embeddings: 69"),
        ("untied: fresh random rows", "decoder, padRow };", "padRow };", "changes nothing"),
        ("dense", "rank: rank(scores, id)", "rank: rank(scores, 0)", "encoder: "),
        ("dense", 'off: state.off.join(",") || null', "off: null", "the address says"),
        ("dense", "this.restore({});", "", "is not taken back"),
        ("check", "(at + 1 === state.hide ?", "(at === 1 ?", "encoder: "),
        ("[PAD]'s row set to zero", 'state.padRow === "trained" &&', "", "says The hidden"),
        ("[PAD]'s row set to zero", "decoder, padRow };", "decoder };", "says The hidden"),
    ],
)
def test_that_check_can_fail(
    context: BrowserContext, address: str, engine: Engine, control: str, written: str, instead: str, complaint: str
) -> None:
    tab = context.new_page()
    rewrite(tab, "live-head.js", written, instead)
    started(tab, address + PAGE)
    controls = [one for one in CONTROLS if one[1] == control]
    assert any(fault.startswith(f"{control}: {complaint}") for fault in faults(tab, engine, controls))


@pytest.mark.parametrize(
    ("ranks", "off", "shares", "told"),
    [
        (
            (9, 9, 1234, 7, 7),
            False,
            ("2%", "3%"),
            "no. 9 in the encoder's vector, and no. 7 from d on; {}from 2% to 3%",
        ),
        (
            (9, 9, 9, 9, 5),
            False,
            ("2%", "2%"),
            "no. 9 in the encoder's vector, and no. 5 after the e; the bias leaves {}2%",
        ),
        ((1, 1, 1, 1, 1), True, ("2%", "2%"), "no. 1 after every step"),
    ],
)
def test_what_there_is_to_see_is_said(
    live: Page, ranks: tuple[int, ...], off: bool, shares: tuple[str, str], told: str
) -> None:
    names = ("encoder", "b", "c", "d", "e")
    percents = ("", "", "", *shares)
    readings = [
        {"name": name, "off": off and name == "e", "rank": rank, "own": {"percent": percent}}
        for name, rank, percent in zip(names, ranks, percents, strict=True)
    ]
    story = "shown => import('/assets/live/readings.js').then(({ story }) => story(shown))"
    wanted = told.format("the bias takes its probability " if "from 2" in told else "its probability at ")
    assert live.evaluate(story, {"word": "x", "readings": readings}) == f"“x” is {wanted}."


def rewrite(tab: Page, name: str, written: str, instead: str) -> None:
    """In this tab something else is written in one of the scripts."""
    script = (SCRIPTS / name).read_text(encoding="utf-8")
    assert written in script
    changed = script.replace(written, instead)
    tab.route("**/assets/{javascripts,stylesheets}/**", lambda route: route.abort())  # the theme's, which take time
    tab.route(f"**/{name}", lambda route: route.fulfill(body=changed, content_type="text/javascript"))


def test_it_starts_by_a_click_and_computes_what_was_recorded(
    context: BrowserContext, address: str, engine: Engine
) -> None:
    tab = context.new_page()
    requests: list[str] = []
    tab.on("request", lambda request: requests.append(request.url))
    tab.goto(address + PAGE)
    tab.locator(".live-columns").wait_for()
    tab.wait_for_load_state("networkidle")
    recorded = tab.evaluate(SHOWN)
    told = tab.locator(".live-answer").inner_text()
    before, after = (column["best"][0].removeprefix("manager ") for column in recorded[-2:])
    assert told == (
        f"“manager” is no. {recorded[0]['rank']} in the encoder's vector, and no. 1 from LayerNorm on; "
        f"the bias takes its probability from {before} to {after}."
    )
    assert not [url for url in requests if "safetensors" in url]
    button = tab.get_by_role("button", name="Run pydoc-bert")
    assert f"({WEIGHTS.stat().st_size / 1e6:.1f} MB)" in button.inner_text()
    button.focus()
    tab.keyboard.press("Enter")
    tab.locator(".live-answer strong").wait_for()
    assert len([url for url in requests if "safetensors" in url]) == 1
    assert tab.evaluate(SHOWN) == recorded
    assert told in said(tab)
    assert wrong(tab, engine, BASE) == []
    assert [one["rank"] for one in recorded][-1] == 1
    assert "ends as no. 1 of 8,192 tokens" in said(tab)
    assert all(url.startswith(address) for url in requests)
    assert asked(tab) == {}


def test_the_figure_on_the_page_has_the_same_numbers(without_javascript: BrowserContext, address: str) -> None:
    tab = without_javascript.new_page()
    tab.goto(address + PAGE)
    figure = tab.locator(".live-head figure")
    assert figure.is_visible()
    assert figure.locator("tbody tr:visible").count() == 5
    drawn, written = (re.findall(r"no\. \d+", figure.locator(part).text_content() or "") for part in ("svg", "tbody"))
    assert drawn == written
    assert tab.locator(".live").count() == 0


def test_an_address_brings_its_state_and_other_values_stay(
    context: BrowserContext, address: str, engine: Engine
) -> None:
    tab = context.new_page()
    query = "sentence=Returns+the+number+of+lines.&hide=4&off=dense,beta&pads=open&layer=2&decoder=tied&step=7"
    tab.goto(f"{address}{PAGE}?{query}", wait_until="commit")
    tab.locator(".live-start").wait_for()
    assert "The address holds a state of its own" in tab.locator(".live-start").inner_text()
    assert tab.locator(".live-columns .live-hit").first.inner_text().startswith("manager")
    tab.get_by_role("button", name="Run pydoc-bert").click()
    tab.locator(".live-answer strong").wait_for()
    state = {"sentence": "Returns the number of lines.", "hide": 4, "layer": 2}
    options = {"encode": {"pads": 8, "mask": False}, "head": {"dense": False, "beta": False}}
    assert wrong(tab, engine, {**state, **options}) == []
    assert tab.get_by_role("radio", name="8 [PAD] tokens, without it").is_checked()
    assert not tab.get_by_role("checkbox", name="dense").is_checked()
    assert asked(tab).items() >= {"off": "dense,beta", "hide": "4", "step": "7"}.items()
    tab.get_by_role("button", name="Back to the example").click()
    assert asked(tab) == {"step": "7"}


def test_what_was_hidden_stays_hidden_while_one_types(live: Page) -> None:
    tab = live
    field = tab.get_by_label("Your sentence")
    field.fill("The context manager is unbelievable ☃☃.")
    tab.locator(".live-tokens", has_text="##").wait_for()
    assert asked(tab)["hide"] == "3"
    note = tab.locator(".live-note").first.inner_text()
    assert "## marks" in note
    assert "[UNK] is" in note
    field.fill("")
    tab.get_by_text("Type a sentence.").wait_for()
    assert not tab.locator(".live-results").is_visible()
    field.fill("Nothing yet")
    tab.get_by_text("No token is hidden.").wait_for()
    tab.locator(".live-tokens label").first.click()
    assert "The hidden “nothing” ends" in said(tab)
    field.fill("Returns a [MASK].")
    tab.get_by_text("Best for this [MASK]").wait_for()
    assert tab.evaluate(SHOWN)[-1]["rank"] == 1
    field.fill("a list of words " * 40)
    tab.get_by_text("Only the first 126 of 160 tokens are read").wait_for()
    tab.get_by_role("radio", name="8 [PAD] tokens, with the attention mask").check()
    tab.get_by_text("Only the first 118 of 160 tokens are read").wait_for()


def told(tab: Page, address: str) -> list[str]:
    """What the servers are told while somebody types, and then follows a link: addresses, and where one came from."""
    started(tab, address + PAGE)
    requests: list[Request] = []
    tab.on("request", lambda request: requests.append(request))
    tab.get_by_label("Your sentence").fill("a secret list")
    tab.wait_for_function("() => location.search.includes('secret')")
    tab.locator(".live-claim").first.click()
    tab.wait_for_url("**/c/**")
    return [one for request in requests for one in (request.url, request.all_headers().get("referer", ""))]


def test_what_one_types_is_sent_nowhere(context: BrowserContext, address: str) -> None:
    tab = context.new_page()
    heard = told(tab, address)
    assert any("/c/" in one for one in heard)
    assert [one for one in heard if "secret" in one] == []


def test_that_check_can_fail_too(context: BrowserContext, address: str) -> None:
    tab = context.new_page()
    rewrite(tab, "page.js", 'content: "origin"', 'content: "unsafe-url"')
    assert any("secret" in one for one in told(tab, address))


def test_all_of_it_by_the_keyboard(context: BrowserContext, address: str) -> None:
    tab = context.new_page()
    tab.goto(address + PAGE, wait_until="commit")
    tab.get_by_role("button", name="Run pydoc-bert").press("Enter")
    tab.locator(".live-answer strong").wait_for()
    tab.keyboard.press("ArrowRight")  # the focus is on the hidden token
    assert "The hidden “to”" in said(tab)
    assert tab.locator(".live-tokens :focus-visible").count() == 1
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")  # the switches open
    tab.keyboard.press("Tab")
    tab.keyboard.press("Space")
    assert asked(tab) == {"hide": "3", "off": "dense"}
    tab.keyboard.press("Tab")  # to the claim of that switch
    assert tab.evaluate("() => document.activeElement.pathname").endswith("/c/what-each-step-is-worth/")
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("Space")
    assert asked(tab) == {"hide": "3"}


def test_every_claim_that_it_links_to_is_there(live: Page, site: Path) -> None:
    linked = live.locator(".live-claim").evaluate_all("all => all.map((one) => one.pathname)")
    assert len(linked) == 10
    assert [path for path in linked if not (site / path.strip("/") / "index.html").exists()] == []


def test_it_is_accessible_and_fits_a_telephone_in_the_dark(live: Page) -> None:
    tab = live
    tab.emulate_media(color_scheme="dark", reduced_motion="reduce")
    tab.set_viewport_size({"width": NARROW, "height": HEIGHT})
    assert axe_findings(tab, ".live-head") == []
    assert tab.evaluate("() => document.documentElement.scrollWidth") == NARROW
    assert tab.locator(".live-columns > li:visible").count() == 1
    tab.locator(".live-choose label").first.click()
    assert tab.locator(".live-columns > li:visible strong").inner_text() == "manager"
    tab.keyboard.press("ArrowRight")
    assert tab.locator(".live-columns > li:visible li").first.inner_text().startswith(".")
    tab.locator(".live-tokens label").first.click()  # another answer, in the same column
    assert tab.locator(".live-choose :checked").evaluate("one => one.parentElement.textContent.trim()") == "dense"
    tab.emulate_media(color_scheme="light")
    assert axe_findings(tab, ".live-head") == []


def test_without_its_file_it_says_so_and_may_be_tried_again(context: BrowserContext, address: str) -> None:
    tab = context.new_page()
    tab.route("**/*.safetensors", lambda route: route.abort())
    tab.goto(address + PAGE, wait_until="commit")
    button = tab.get_by_role("button", name="Run pydoc-bert")
    button.click()
    tab.get_by_text("The weights could not be loaded.").wait_for()
    assert tab.locator(".live-columns").is_visible()
    tab.unroute("**/*.safetensors")
    button.click()
    tab.locator(".live-answer strong").wait_for()
