"""Three tokens, two dimensions: boxes, words and arrows show what torch computes with the same numbers."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from playwright.sync_api import BrowserContext, Page

from tests.browser.visits import HEIGHT, NARROW, WIDE, opened

ROOT = Path(__file__).resolve().parents[2]
PAGE = "heads/"
TOKENS = ("cat", "dog", "the")
# The vector, the learning rate, the right token, and of each token its row and its bias: as the address has them.
START = (2, 1, 0.2, 0, 0.5, 0, 0, -0.5, 1, 0, -0.5, 0.5, 2.5)
OTHERS = (
    (-1.5, 3, 0.5, 1, 0.5, 0, 1, -0.5, 1, 0, 2, 0.5, -2.5),
    (0, 0, 0.1, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3),
    (90, -80, 1, 0, 0.5, 9, 0, 70, -100, 0, -0.5, 0.5, 2.5),  # a logit whose exp is infinite
)
Numbers = tuple[float, ...]
# What is there of the state, of what follows from it, and of the drawing, whose scale is the one of h.
SEEN = """() => {
  const box = document.querySelector(".three-tokens");
  const numbers = (text) => (text.replaceAll("−", "-").match(/[+-]?\\d+(\\.\\d+)?/g) ?? []).map(Number);
  const radio = box.querySelector("input[type=radio]:checked");
  const all = [...box.querySelectorAll("input[type=number]")].map((input) => Number(input.value));
  const ends = (path) => numbers(path.getAttribute("d")).slice(0, 4);
  const tips = (kind) => [...box.querySelectorAll(`svg path.${kind}`)].map(ends);
  return {
    state: [...all.slice(0, 3), Number(radio.value), ...all.slice(3)],
    follows: [...box.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].slice(-3).flatMap(
      (cell) => numbers(cell.textContent))),
    words: box.querySelector("[role=status]").textContent,
    vectors: tips("vector"), rows: tips("row"), next: tips("next"),
    right: [...box.querySelectorAll("svg text.answer")].map((text) => text.textContent),
  };
}"""


class Head:
    """The same head in torch, and one step of its SGD."""

    def __init__(self, numbers: Numbers) -> None:
        first, second, self.rate, right, *rest = numbers
        self.h = torch.tensor([first, second], dtype=torch.float64)
        table = torch.tensor(rest, dtype=torch.float64).view(3, 3)
        self.rows, self.biases = (part.clone().requires_grad_() for part in (table[:, :2], table[:, 2]))
        self.right = int(right)

    def logits(self) -> torch.Tensor:
        return self.rows @ self.h + self.biases

    def step(self) -> "Head":
        """The head after one step; its numbers have three decimals, as in the boxes."""
        loss = torch.nn.functional.cross_entropy(self.logits(), torch.tensor(self.right))
        loss.backward()
        moved = [(one - self.rate * one.grad).detach() for one in (self.rows, self.biases) if one.grad is not None]
        table = torch.cat([moved[0], moved[1][:, None]], dim=1)
        return Head((*self.h.tolist(), self.rate, self.right, *(round(one, 3) for one in table.flatten().tolist())))

    def numbers(self) -> list[float]:
        table = torch.cat([self.rows, self.biases[:, None]], dim=1).detach()
        return [*self.h.tolist(), self.rate, self.right, *table.flatten().tolist()]


def near(one: object, other: object, within: float = 0.0006) -> bool:
    return bool(one == pytest.approx(other, abs=within))


def faults(tab: Page, numbers: Numbers) -> list[str]:
    """What the toy shows that does not follow from these numbers."""
    seen: dict[str, Any] = tab.evaluate(SEEN)
    head = Head(numbers)
    with torch.no_grad():
        logits = head.logits()
        p = logits.softmax(-1)
        error = p - torch.eye(3, dtype=torch.float64)[head.right]
    after = head.step()
    found: list[str] = []
    if not near(seen["state"], list(numbers)):
        found.append(f"has the numbers {seen['state']}, not {numbers}")
    wanted = torch.stack([logits, p, error], dim=1).tolist()
    if not all(near(row, one) for row, one in zip(seen["follows"], wanted, strict=True)):
        found.append(f"shows {seen['follows']}, not {wanted}")
    said = [float(number) for number in re.findall(r"-?\d\.\d{3}", seen["words"].replace("−", "-"))]
    first = [] if p.argmax() == head.right else [p.max().item()]
    later = after.logits().softmax(-1)[head.right].item()
    to_say = [*first, p[head.right].item(), later, *(-head.rate * error).tolist()]
    if not near(said, to_say, 0.002):
        found.append(f"says {said}, not {to_say}")
    if seen["right"] != [TOKENS[head.right]]:
        found.append(f"marks {seen['right']}")
    return found + misdrawn(seen, head, after)


def misdrawn(seen: dict[str, Any], head: Head, after: Head) -> list[str]:
    """Arrows that do not end where the numbers are, with the drawing's own scale and zero."""
    points = [head.h.tolist(), *head.rows.tolist()]
    arrows = [*seen["vectors"], *seen["rows"]]
    zero = arrows[0][:2]
    longest = max(points, key=lambda point: abs(point[0]) + abs(point[1]))
    drawn = arrows[points.index(longest)]
    axis = 0 if longest[0] else 1
    scale = (drawn[2 + axis] - zero[axis]) / (longest[axis] * (-1, 1)[axis == 0])

    def place(point: list[float]) -> list[float]:
        return [zero[0] + scale * point[0], zero[1] - scale * point[1]]

    wanted = [[*zero, *place(point)] for point in points]
    moves = [[*place(row), *place(moved)] for row, moved in zip(head.rows.tolist(), after.rows.tolist(), strict=True)]
    found = [] if scale > 0 and all(near(one, it, 0.3) for one, it in zip(arrows, wanted, strict=True)) else ["arrows"]
    shown = zip(seen["next"], moves, strict=True)
    return found + ([] if all(near(one, it, 0.3) for one, it in shown) else ["the way of a step"])


def address_of(numbers: Numbers) -> str:
    return "_".join(f"{number:g}" for number in numbers)


def type_in(tab: Page, numbers: Numbers) -> None:
    boxes = tab.locator(".three-tokens input[type=number]")
    for at, number in enumerate([*numbers[:3], *numbers[4:]]):
        boxes.nth(at).fill(f"{number:g}")
    tab.get_by_label(f"{TOKENS[int(numbers[3])]} is the right answer").check()


def opened_toy(context: BrowserContext, url: str) -> Page:
    tab = opened(context, url)
    tab.locator(".three-tokens form").wait_for()
    return tab


def everything(context: BrowserContext, address: str) -> Iterator[str]:
    """What is wrong at the start, after three steps, and with other numbers, typed and in the address."""
    tab = opened_toy(context, address + PAGE)
    yield from faults(tab, START)
    head = Head(START)
    for _ in range(3):
        tab.get_by_role("button", name="One step").click()
        head = head.step()
        yield from faults(tab, tuple(head.numbers()))
    for numbers in OTHERS:
        type_in(tab, numbers)
        yield from faults(tab, numbers)
        tab.goto(f"{address}{PAGE}?toy={address_of(numbers)}")
        tab.locator(".three-tokens form").wait_for()
        yield from faults(tab, numbers)


def test_the_head_of_three_tokens_computes_as_torch_does(context: BrowserContext, address: str) -> None:
    assert list(everything(context, address)) == []


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("+ biases[at]", "- biases[at]", "shows"),
        ("-head.rate * error)", "head.rate * error)", "has the numbers"),
        ("p - Number(at === head.right)", "p - Number(at === 0)", "shows"),
        ("after[head.right]", "after[0]", "says"),
        ("at === head.right ?", "at === 1 ?", "marks"),
        ('zero, tip, "row"', 'zero, h, "row"', "arrows"),
        ("L${ends[at]}`", "L${tip}`", "the way of a step"),
        ("- Math.max(...scores)", "", "shows"),
    ],
)
def test_that_check_can_fail(context: BrowserContext, address: str, written: str, instead: str, complaint: str) -> None:
    script = (ROOT / "docs/assets/three-tokens.js").read_text(encoding="utf-8")
    assert written in script
    changed = script.replace(written, instead)
    context.route("**/three-tokens.js", lambda route: route.fulfill(body=changed, content_type="text/javascript"))
    assert any(complaint in fault for fault in everything(context, address))


def test_the_start_is_the_claims(context: BrowserContext, address: str) -> None:
    recorded = json.loads((ROOT / "docs/artifacts/facts.json").read_text(encoding="utf-8"))["facts"]
    facts = recorded["head_structure"]["three_tokens_two_dimensions"]["runs"]["once"]["facts"]
    tab = opened_toy(context, address + PAGE)
    start = [[float(row[name]) for name in ("logit", "p", "p − y")] for row in facts["start"]]
    assert tab.evaluate(SEEN)["follows"] == start
    tab.get_by_role("button", name="One step").click()
    rows = [[float(number) for number in row["its row after one step"].split(",")] for row in facts["start"]]
    seen = tab.evaluate(SEEN)
    assert [seen["state"][at : at + 2] for at in (4, 7, 10)] == rows
    assert [row[1] for row in seen["follows"]] == pytest.approx(
        [float(row["p after it"]) for row in facts["start"]], abs=0.0011
    )


def test_the_address_holds_the_numbers_and_leaves_the_rest(context: BrowserContext, address: str) -> None:
    tab = opened_toy(context, f"{address}{PAGE}?other=1#the-head-live")
    tab.get_by_label("h, first number").fill("3.5")
    # The theme writes the heading that is scrolled to.
    assert re.search(r"/heads/\?other=1&toy=3\.5_1_0\.2_[^#]*#.", tab.evaluate("location.href"))
    tab.get_by_role("button", name="Back to the start").click()
    assert re.search(r"/heads/\?other=1#.", tab.evaluate("location.href"))
    assert faults(tab, START) == []


@pytest.mark.parametrize(
    "asked", ["1_2", "_".join(["x"] * 13), address_of((2, 1, -1, *START[3:])), address_of((2, 1, 1, 5, *START[4:]))]
)
def test_an_address_that_makes_no_head_gives_the_start(context: BrowserContext, address: str, asked: str) -> None:
    assert faults(opened_toy(context, f"{address}{PAGE}?toy={asked}"), START) == []


def test_a_box_without_a_number_is_said_and_changes_nothing(context: BrowserContext, address: str) -> None:
    tab = opened_toy(context, address + PAGE)
    tab.get_by_label("cat, bias").fill("")
    assert "needs a number" in tab.locator(".three-tokens [role=status]").inner_text()
    assert tab.get_by_role("button", name="One step").is_disabled()
    tab.get_by_label("cat, bias").fill("1000")
    assert "needs a number" in tab.locator(".three-tokens [role=status]").inner_text()
    tab.get_by_label("cat, bias").fill("0")
    assert faults(tab, START) == []


def test_the_drawing_keeps_still_while_all_fits_into_it(context: BrowserContext, address: str) -> None:
    tab = opened_toy(context, address + PAGE)
    h = tab.evaluate(SEEN)["vectors"]
    for _ in range(5):
        tab.get_by_role("button", name="One step").click()
        assert tab.evaluate(SEEN)["vectors"] == h
    tab.get_by_label("cat, row, first number").fill("9")
    assert tab.evaluate(SEEN)["vectors"] != h
    tab.get_by_role("button", name="Back to the start").click()
    assert tab.evaluate(SEEN)["vectors"] == h
    assert tab.locator(".three-tokens text.tick").all_text_contents() == ["−1", "1", "2", "1"]


def test_the_keys_do_all(context: BrowserContext, address: str) -> None:
    tab = opened_toy(context, address + PAGE)
    tab.get_by_label("h, first number").focus()
    tab.keyboard.press("ArrowUp")
    tab.get_by_label("cat is the right answer").focus()
    tab.keyboard.press("ArrowDown")
    numbers = (2.1, 1, 0.2, 1, *START[4:])
    assert faults(tab, numbers) == []
    tab.get_by_role("button", name="One step").focus()
    tab.keyboard.press("Enter")
    assert faults(tab, tuple(Head(numbers).step().numbers())) == []


CLIPPED = """() => [...document.querySelectorAll("input[type=number]")]
  .filter((input) => input.scrollWidth > input.clientWidth).map((input) => input.value)"""


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_no_number_is_cut_off_after_some_steps(context: BrowserContext, address: str, width: int) -> None:
    tab = opened(context, address + PAGE)
    tab.set_viewport_size({"width": width, "height": HEIGHT})
    for _ in range(7):
        tab.get_by_role("button", name="One step").click()
    assert tab.evaluate(CLIPPED) == []
    tab.add_style_tag(content=".three-tokens input[type=number] { width: 2.4em !important }")
    assert tab.evaluate(CLIPPED) != []


def test_without_javascript_the_start_is_a_table(without_javascript: BrowserContext, address: str) -> None:
    tab = opened(without_javascript, address + PAGE)
    rows = tab.locator(".three-tokens tbody tr")
    assert rows.count() == len(TOKENS)
    assert rows.first.is_visible()
    assert "0.755" in rows.first.inner_text()
