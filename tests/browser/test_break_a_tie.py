"""The tie that a reader can break: of every history the page says what was recorded; the address holds the choice."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.visits import opened, where

ROOT = Path(__file__).resolve().parents[2]
PAGE = "tying/what-breaks-it/"
Row = dict[str, str]

# What the page must say of a recorded word, and of no other one in its place.
RELATION = {
    "tied": "One Parameter under both names",
    "two Parameters in one memory": "Two Parameters in one memory",
    "equal copies": "Two Parameters with equal values",
    "different": "Two Parameters ",
    "not a Parameter": "a Parameter: ",
}
ORIGIN = {
    "tied": "weight_orig, the embedding’s own Parameter",
    "two Parameters in one memory": "weight_orig, a second Parameter in the embedding’s memory",
    "equal copies": "weight_orig, a Parameter of its own, with the embedding’s values",
    "different": "weight_orig, a Parameter of its own, with other values",
}
LOGITS = {
    "the same": "Those of the fresh",
    "rounded": "Close to those of the fresh",
    "changed": "Not those of the fresh",
}
BACK = {
    "the same": "gives the logits from just before saving.",
    "rounded": "gives nearly the logits from just before saving.",
    "changed": "gives other logits",
    "it runs": "runs again. The saved one did not.",
}
SHORT = {
    "tied": "tied",
    "two Parameters in one memory": "two in one memory",
    "equal copies": "two with equal values",
    "different": "two that differ",
    "not a Parameter": "not a Parameter",
}
MOVES = {"both": r"it moves|both names move", "first": r"only \S+ moves", "second": r"only \S*decoder\S* moves"}
MOVES["neither"] = "neither name moves"
# How many Parameters are drawn of a pair, and the sign between them.
DRAWN = {
    "tied": (1, ""),
    "two Parameters in one memory": (2, "≡"),
    "equal copies": (2, "="),
    "different": (2, "≠"),
    "not a Parameter": (1, ""),
}
AT_ONCE = 24  # histories: a fault is known before the others are looked at
SEEN = """async histories => {
  const box = document.querySelector(".break-a-tie");
  const [first, then] = box.querySelectorAll("select");
  const choose = (one, value) => { one.value = value; one.dispatchEvent(new Event("change")); };
  const all = (selector) => [...box.querySelectorAll(selector)];
  return histories.map(([one, other]) => {
    choose(first, one);
    choose(then, other);
    const words = all("dt").map((dt) => [dt.textContent, dt.nextElementSibling.textContent]);
    return {
      words: Object.fromEntries(words),
      trail: box.querySelector(".trail").textContent,
      names: all(".names tbody tr").map((row) => [...row.children].map((cell) => cell.textContent)),
      parameters: ["shared", "bias"].map((kind) => all(`svg rect.${kind}`).length),
      signs: all("svg text.sign").map((sign) => sign.textContent),
      search: location.search,
    };
  });
}"""


@pytest.fixture(scope="module")
def recorded() -> dict[tuple[str, str], Row]:
    """What the build recorded of each history."""
    record: Any = json.loads((ROOT / "docs/artifacts/facts.json").read_text(encoding="utf-8"))["facts"]
    facts = record["tie_breaks"]["every_pair_of_operations"]["runs"]["once"]["facts"]
    results = {row["result"]: row for row in facts["results"]}
    return {(state["first"], state["then"]): results[state["result"]] for state in facts["states"]}


def opened_toy(context: BrowserContext, url: str) -> Page:
    tab = opened(context, url)
    tab.locator(".break-a-tie form").wait_for()
    return tab


def again(row: Row, name: str) -> str:
    """What becomes of a name when the file is loaded."""
    if row["not_saved"] or row["not_loaded"]:
        return "–"
    for words, column in (("MISSING", "missing"), ("UNEXPECTED", "unexpected"), ("read", "file")):
        if name in row[column].split():
            return words
    return "–" if re.search("_mask|_orig", name) else "tied to its other name"


def wanted_names(row: Row) -> list[list[str]]:
    """The table of names."""
    columns = {column: row[column].split() for column in ("state_dict", "file", "missing")}
    answers = []
    for name in sorted({*columns["state_dict"], *columns["file"], *columns["missing"]}):
        in_file = "–" if row["not_saved"] else "yes" if name in columns["file"] else "no"
        answers.append([name, "yes" if name in columns["state_dict"] else "no", in_file, again(row, name)])
    return answers


def unlike(row: Row, at: int) -> str:
    """What two different Parameters differ in."""
    one, other = (row["rows"].split() or [""] * 4)[2 * at : 2 * at + 2]
    return "values" if one == other else "sizes"


def sizes(row: Row) -> list[list[str]]:
    """The sizes that are told of the matrix and of the bias: those that do not fit."""
    rows = row["rows"].split()
    told: list[list[str]] = [[], []]
    if rows:
        told = [
            rows[at : at + 2] if rows[at] != rows[at + 1] and row[name] == "different" else []
            for at, name in ((0, "weight"), (2, "bias"))
        ]
    if rows and row["bias"] != "not a Parameter" and rows[3] != rows[1]:
        told[1] += [rows[3], rows[1]]
    return told


def moves(row: Row, of: str, said: str) -> bool:
    """Whether the words about a step are the recorded ones."""
    which, _, parted = row[f"{of}_moves"].partition(", ")
    in_one_memory = row[of] == "two Parameters in one memory"
    # Without a gradient an optimizer leaves a Parameter alone, so the shared numbers are stepped once.
    once = re.search(r"by one step: only \S*(word_embeddings|decoder)\S* gets", said)
    return (
        re.match(MOVES[which], said) is not None
        and bool(parted) == ("from here on" in said)
        and ("by two steps" in said) == (in_one_memory and row[f"{of}_gradients"] == "both")
        and (once is not None) == (in_one_memory and row[f"{of}_gradients"] == "second")
        and (once is None or once[1] == "decoder")
    )


def wrong(row: Row, before: Row, seen: dict[str, Any]) -> list[str]:
    """What the page says of a history that was not recorded."""
    words: Row = seen["words"]
    drawn = before if row["stopped"] else row
    pairs = [DRAWN[drawn[name]] for name in ("weight", "bias")]
    found = [] if seen["parameters"] == [count for count, _ in pairs] else [f"draws {seen['parameters']}"]
    if [sign for sign in seen["signs"] if sign] != [sign for _, sign in pairs if sign]:
        found.append(f"draws {seen['signs']}")
    if row["stopped"]:
        return found + (
            [] if row["stopped"] in words.get("Error", "") and len(words) == 1 else ["does not say it stops"]
        )
    matrix, bias = words["Matrix"], words["Bias"]
    steps = re.fullmatch(r"Matrix: (.*)\. Bias: (.*)\.", words["A step of SGD"])
    loaded = f"Its matrix: {SHORT.get(row['loaded_weight'])}. Its bias: {SHORT.get(row['loaded_bias'])}."
    silent = row["loaded_logits"] == "changed" and not row["missing"] + row["unexpected"]
    file = words["Saved and loaded"]
    stop = row["not_saved"] or row["not_loaded"]
    checks = {
        "the matrix": RELATION[row["weight"]] in matrix,
        "what it is computed from": not (row["computed_from"] and row["weight"] == "not a Parameter")
        or ORIGIN[row["computed_from"]] in matrix,
        "what is packed": ["packed" in words for words in (matrix, bias)]
        == [
            name not in row["state_dict"] and "_packed" in row["state_dict"]
            for name in ("decoder.weight", "decoder.bias")
        ],
        "the bias": RELATION[row["bias"]] in bias,
        "the sizes": sizes(row) == [re.findall(r"\d+", words) for words in (matrix, bias)],
        "values or sizes": [f"different {unlike(row, at)}" in words for at, words in enumerate((matrix, bias))]
        == [row[name] == "different" for name in ("weight", "bias")],
        "the logits": (row["not_run"] or LOGITS[row["logits"]]) in words["Logits"],
        "the step": row["not_trained"] in words["A step of SGD"]
        if row["not_trained"]
        else steps is not None and moves(row, "weight", steps[1]) and moves(row, "bias", steps[2]),
        "the file": stop in file if stop else BACK[row["loaded_logits"]] in file and loaded in file,
        "its silence": silent == ("report names nothing" in file),
        "the names": seen["names"] == wanted_names(row),
        "the trail": seen["trail"].endswith(f"matrix: {SHORT[row['weight']]}, bias: {SHORT[row['bias']]}"),
    }
    return found + [f"{what}: {words}" for what, right in checks.items() if not right]


def faults(tab: Page, recorded: dict[tuple[str, str], Row]) -> Iterator[str]:
    """What is wrong with what the page shows, of all histories."""
    histories = list(recorded)
    for start in range(0, len(histories), AT_ONCE):
        asked = histories[start : start + AT_ONCE]
        for (first, then), seen in zip(asked, tab.evaluate(SEEN, [[*one] for one in asked]), strict=True):
            # That a second operation waits for a first one is the page's own rule.
            chosen = ",".join(filter(None, (first, then)))
            lines = wrong(recorded[first, then], recorded[first, ""], seen)
            if seen["search"] != (f"?break={chosen}" if chosen else ""):
                lines.append(f"the address has {seen['search']}")
            yield from (f"{chosen or 'the start'}: {line}" for line in lines)


def test_of_every_history_the_page_says_what_was_recorded(
    context: BrowserContext, address: str, recorded: dict[tuple[str, str], Row]
) -> None:
    assert len(recorded) == 1 + 15 + 15 * 15
    assert list(faults(opened_toy(context, address + PAGE), recorded)) == []


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ('which === "first" ? 0 : 1', 'which === "first" ? 1 : 0', "the step"),
        ('gradients === "both"', 'gradients !== "both"', "the step"),
        ("if (row.computed_from) return", "return", "what is packed"),
        ('parted ? ", and', '!parted ? ", and', "the step"),
        ('"tied": "One Parameter under both names. The', '"tied": "Two Parameters. The', "the matrix"),
        ("${ORIGIN[row.computed_from]}", "a Parameter", "what it is computed from"),
        ("sized(BIAS, row.bias", "sized(BIAS, row.weight", "the bias"),
        ("one !== other ?", "one === other ?", "values or sizes"),
        ("last === rows", "last !== rows", "the sizes"),
        ("LOGITS[row.logits]", 'LOGITS["the same"]', "the logits"),
        ("row[`${what}_moves`]", "row.weight_moves", "the step"),
        ("short(row.loaded_bias)", "short(row.bias)", "the file"),
        ("!row.missing && !row.unexpected", "row.missing", "its silence"),
        ('missing.includes(name)) return "MISSING"', 'missing.includes(name)) return "read"', "the names"),
        ("row.stopped ? before : row;", "before;", "draws"),
        ("pair(122, drawn.bias", "pair(122, drawn.weight", "draws"),
        ("break: chosen", "break: []", "the address"),
    ],
)
def test_that_check_can_fail(
    context: BrowserContext,
    address: str,
    recorded: dict[tuple[str, str], Row],
    written: str,
    instead: str,
    complaint: str,
) -> None:
    script = (ROOT / "docs/assets/break-a-tie.js").read_text(encoding="utf-8")
    assert written in script
    changed = script.replace(written, instead)
    context.route("**/break-a-tie.js", lambda route: route.fulfill(body=changed, content_type="text/javascript"))
    assert any(complaint in fault for fault in faults(opened_toy(context, address + PAGE), recorded))


def test_the_address_chooses_and_keeps_what_else_it_holds(context: BrowserContext, address: str) -> None:
    tab = opened_toy(context, f"{address}{PAGE}?h=matrix&break=load-assign,half#break-one")
    box = tab.locator(".break-a-tie")
    first, then = box.get_by_label("First"), box.get_by_label("Then")
    assert (first.input_value(), then.input_value()) == ("load-assign", "half")
    assert where(tab).endswith("?h=matrix&break=load-assign,half#break-one")
    first.select_option("")
    assert (then.is_disabled(), then.input_value()) == (True, "")
    first.select_option("load-assign")  # and the second operation is there again
    assert then.input_value() == "half"
    then.select_option("")
    assert where(tab).endswith("?h=matrix&break=load-assign#break-one")
    box.get_by_role("button", name="Back to the start").click()
    assert where(tab).endswith("?h=matrix#break-one")
    assert then.is_disabled()
    for nonsense in ("nothing", "half,nothing", "half,half,half", ",half"):
        tab.goto(f"{address}{PAGE}?break={nonsense}")
        box.locator("form").wait_for()
        assert first.input_value() == ""
        assert where(tab).endswith(PAGE)


def test_the_keyboard_alone_breaks_the_tie(context: BrowserContext, address: str) -> None:
    tab = opened_toy(context, address + PAGE)
    box = tab.locator(".break-a-tie")
    box.get_by_label("First").focus()
    tab.keyboard.press("ArrowDown")  # the first operation assigns a Parameter
    assert "Two Parameters with different values" in box.get_by_role("status").inner_text()
    tab.keyboard.press("Tab")
    tab.keyboard.press("ArrowDown")
    assert where(tab).endswith("?break=new-weight,new-weight")


def test_the_examples_are_histories(context: BrowserContext, address: str) -> None:
    tab = opened_toy(context, address + PAGE)
    chosen = []
    for example in tab.locator(".break-a-tie form button").all():
        example.click()
        chosen.append(where(tab).partition("?break=")[2])
        pressed = tab.locator(".break-a-tie [aria-pressed=true]")
        assert pressed.all_inner_texts() == ([example.inner_text()] if chosen[-1] else [])
    assert all(one.count(",") == 1 for one in chosen[:-1])
    assert len(set(chosen)) == len(chosen) == 6  # a choice that no history has would show the one before it
    assert chosen[-1] == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_and_words_stand_out_in_both_schemes(context: BrowserContext, address: str, scheme: str) -> None:
    """A drawing has the page's own colours: no line of it may be as dark as what is behind it."""
    tab = context.new_page()
    tab.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    tab.goto(f"{address}{PAGE}?break=load-assign")
    tab.locator(".break-a-tie form").wait_for()
    shown = tab.evaluate(
        """() => {
      const SHARES = [0.2, 0.7, 0.1, 0]; // of red, green and blue
      const bright = (colour) => colour.match(/[\\d.]+/g).reduce((sum, one, at) => sum + one * SHARES[at], 0);
      const page = bright(getComputedStyle(document.body).backgroundColor);
      const style = (part) => getComputedStyle(part);
      const all = (kind) => [...document.querySelectorAll(`.break-a-tie svg ${kind}`)];
      const lines = [...all("rect"), ...all("path")].map((part) => style(part).stroke);
      const words = all("text").map((part) => style(part).fill);
      return [page, ...[...lines, ...words].map((one) => Math.abs(bright(one) - page))];
    }"""
    )
    assert (shown[0] > 128) == (scheme == "light")
    assert min(shown[1:]) > 60


def test_without_javascript_the_table_of_single_operations_stays(
    without_javascript: BrowserContext, address: str, recorded: dict[tuple[str, str], Row]
) -> None:
    tab = opened(without_javascript, address + PAGE)
    rows = tab.locator(".break-a-tie tbody tr")
    single = {first: row for (first, then), row in recorded.items() if first and not then}
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    assert [(name, matrix, bias) for name, _, matrix, bias, *_ in cells] == [
        (name, row["weight"], row["bias"]) for name, row in single.items()
    ]
    assert rows.first.is_visible()


def test_the_function_that_is_copied_runs_alone(context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = opened_toy(context, address + PAGE)
    tab.get_by_role("button", name="Copy check_tie(model)").click()
    tab.get_by_role("button", name="Copied").wait_for()
    copied = tab.evaluate("navigator.clipboard.readText()")
    program = (ROOT / "snippets/tie_breaks/every_pair_of_operations.py").read_text(encoding="utf-8")
    assert copied.startswith("import torch\nfrom torch.nn import Parameter\n\n\ndef check_tie(model):\n")
    assert copied.partition("\n\n\n")[2] in program
    names: dict[str, Any] = {}
    exec(copied, names)  # noqa: S102 what a reader pastes
    assert callable(names["check_tie"])
