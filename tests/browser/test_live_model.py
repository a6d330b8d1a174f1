"""The model that runs in a page is the one of the checkpoint: its tokens, its numbers, and what it asks for."""

import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route
from tokenizers import Tokenizer

from tests.browser.visits import served
from tests.generated import generated

ROOT = Path(__file__).resolve().parents[2]
CHECKPOINT = ROOT / "checkpoints/pydoc-bert"
WEIGHTS = generated() / "artifacts/live/pydoc_bert.safetensors"
HERE = Path(__file__).parent
# How far a page may be from torch. Both round in 32 bits, in another order.
FURTHEST = {"states": 1e-4, "steps": 1e-4, "logits": 1e-4, "probabilities": 1e-5}

Encoded = dict[str, Any]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts, the weights, an empty page, and what torch makes of the held-out sentences."""
    folder = tmp_path_factory.mktemp("live")
    (folder / "assets").symlink_to(ROOT / "docs/assets")
    (folder / "artifacts").symlink_to(generated() / "artifacts")
    (folder / "index.html").write_text("<!doctype html><link rel=icon href=data:,><title>Empty</title>")
    command = [sys.executable, str(HERE / "live_reference.py"), str(CHECKPOINT), str(folder)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    return folder


@pytest.fixture(scope="module")
def bare(reference: Path) -> Iterator[str]:
    with served(reference) as address:
        yield address


@pytest.fixture
def tab(context: BrowserContext, bare: str) -> Page:
    """An empty page with our questions to the modules."""
    tab = context.new_page()
    tab.add_init_script(path=HERE / "live_model.js")
    tab.goto(bare)
    return tab


def rewritten(name: str, written: str, instead: str) -> Callable[[Route], None]:
    """The answer to a request for one of the scripts, in which something else is written."""
    script = (ROOT / "docs/assets/live" / name).read_text(encoding="utf-8")
    assert written in script
    return lambda route: route.fulfill(body=script.replace(written, instead), content_type="text/javascript")


# Characters that a tokenizer treats in a way of their own, by what they are.
KINDS = {
    "letters": "etaoinshrdlucmfwypvbgkjqxzETAOIN0123456789",
    "accents": "éèüñçåøßÅÉǅﬁﬀſẞĳıİΣσςΆἈᾳЙйєЇ",
    "marks": "\u0300\u0301\u0308\u0323\u0327\u0345\u034f\u05b0\u0897\u093c\u0e38\u1ab0\ufe0f\u302e\u302f\U0001d165",
    "Chinese": "中文字漢龍\u3400\u9fff\uf900\ufa0e\U00020000\U0002b740\U0002b920\U0002f800\u3007々",
    "Japanese and Korean": "ひらがなカタカナー가각힣ᄀ\u1161\u11a8ㄱﾊﾞ",
    "pictures": "😀👩\u200d💻🇩🇪👍🏽☃©™①㎏½",
    "spaces": " \t\n\r\v\f\x1c\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\u200b\ufeff\u180e",
    "controls": "\x00\x01\x07\x1b\x7f\x80\x9f\xad\u0890\u061c\u200e\u202e\u2060\ufffd\ufffe\ue000\U000e0001\U0010ffff",
    "punctuation": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~¡§«»¿‐—‘“…‰※、。「」〜！＃$+<=>^`|~€¢",
    "other scripts": "אבגدعمहिन्दीไทยქართულიԱᏣꭰ𐐀𐐨𞤀𝔄𝟘ꟋꟜ",
}
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[mask]", "[MASK", "[[MASK]]", "##ing", "[unused0]")
BY_HAND = (
    "",
    " ",
    "a" * 100,
    "a" * 101,
    "é" * 100 + " " + "é" * 101,
    "e\u0301" * 100,
    "İ" * 100,
    "😀" * 100 + " " + "😀" * 101,
    "ΟΔΥΣΣΕΥΣ ΣΑΣ.",
    "İstanbul DİYARBAKIR",
    "[MASK][MASK] a[MASK]b [ MASK ] [MASK]##s",
    "\ud7ff\ue000",
    "\U0001d165\u302e a\u302e\u034f\U0001d165 a\U0001d165\u0323\u302e",
    "don't re-use x_y's `__init__`, see PEP 8...",
)


def strings(count: int) -> list[str]:
    """Texts of all kinds of characters, the same each time."""
    draw = random.Random(0)  # noqa: S311
    words = (CHECKPOINT / "held_out.txt").read_text(encoding="utf-8").split()

    def part() -> str:
        kind = draw.randrange(len(KINDS) + 5)
        length = draw.choice((1, 1, 2, 3, 5, 12))
        if kind < len(KINDS):
            return "".join(draw.choices([*KINDS.values()][kind], k=length))
        if kind == len(KINDS):  # of all planes
            codes = (draw.randrange(0x110000) for _ in range(length))
            return "".join(chr(code) for code in codes if not 0xD800 <= code < 0xE000)
        if kind == len(KINDS) + 1:
            return draw.choice(SPECIAL)
        if kind == len(KINDS) + 2 and draw.random() < 0.1:
            return draw.choice(words)[:1] * draw.randrange(95, 105)
        return " ".join(draw.choices(words, k=length))

    made = ((" " * draw.randrange(2)).join(part() for _ in range(draw.randrange(1, 7))) for _ in range(count))
    return [*BY_HAND, *made]


def other_tokens(tab: Page, texts: list[str]) -> list[str]:
    """The texts of which the page has other tokens than `tokenizers`."""
    tokenizer = Tokenizer.from_file(str(CHECKPOINT / "tokenizer.json"))
    got: list[Encoded] = json.loads(tab.evaluate("texts => live.tokens(texts)", json.dumps(texts)))
    found = []
    for text, encoded, wanted in zip(texts, got, tokenizer.encode_batch(texts, add_special_tokens=False), strict=True):
        if (encoded["ids"], encoded["tokens"]) != (wanted.ids, wanted.tokens):
            found.append(f"{text!a}: {encoded}, not {wanted.tokens}")
    return found


def test_the_tokens_are_those_of_tokenizers(tab: Page) -> None:
    texts = strings(10_000)
    assert other_tokens(tab, texts)[:5] == []
    assert len(set(texts)) > 9_000


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("!MARKS.has(character)", r"!/\p{Mn}/u.test(character)"),
        ("PUNCTUATION.has(character)", r"/\p{P}/u.test(character)"),
        ("CJK.has(character)", r"/\p{Script=Han}/u.test(character)"),
        ("REMOVED.has(character)", r"/[\p{C}--\s]/v.test(character)"),
        ('.normalize("NFD")', '.normalize("NFKD")'),
        ("LONGEST_WORD = 100", "LONGEST_WORD = 101"),
        ("(?:PAD|UNK|", "(?:PAD|"),
    ],
)
def test_another_tokenizer_is_seen(tab: Page, written: str, instead: str) -> None:
    tab.route("**/tokenizer.js", rewritten("tokenizer.js", written, instead))
    assert other_tokens(tab, strings(1_000))


def too_far(tab: Page, name: str) -> dict[str, Any]:
    """By kind, how far the page's numbers are from torch's, if that is too far; and the texts with other tokens."""
    found: dict[str, Any] = tab.evaluate("name => live.distances(name)", name)
    assert found["most"].keys() == FURTHEST.keys()
    far = {kind: most for kind, most in found["most"].items() if not most <= FURTHEST[kind]}
    return far | dict.fromkeys(found["otherTokens"], "other tokens")


def test_the_numbers_are_those_of_torch(tab: Page, reference: Path) -> None:
    assert len(json.loads((reference / "sentences.json").read_bytes())) == 200
    assert too_far(tab, "sentences") == {}


def test_with_each_switch_too(tab: Page) -> None:
    assert too_far(tab, "switched") == {}


def test_a_changed_weight_is_seen(tab: Page) -> None:
    changed = bytearray(WEIGHTS.read_bytes())
    changed[-1] ^= 1 << 6  # the exponent of the last weight, which is the next-sentence head's
    tab.route("**/*.safetensors", lambda route: route.fulfill(body=bytes(changed)))
    assert too_far(tab, "switched").keys() == {"logits", "probabilities"}


@pytest.mark.parametrize(
    ("written", "instead", "kind"),
    [
        ("1 + erf(x * Math.SQRT1_2)", "1 + Math.tanh(0.7978845608 * (x + 0.044715 * x ** 3))", "states"),
        ("mask ? ids.length : rows", "rows", "states"),
        ('padRow === "zero" && decoder === "tied"', "false", "logits"),
        ("`${at}LayerNorm`, beta)", "`${at}LayerNorm`)", "steps"),
        ("const logits = bias ?", "const logits = true ?", "logits"),
        (".map(Math.tanh)", "", "logits"),
        ("power / sum", "power / (sum + 0.001)", "probabilities"),
    ],
)
def test_another_model_is_seen(tab: Page, written: str, instead: str, kind: str) -> None:
    tab.route("**/model.js", rewritten("model.js", written, instead))
    assert kind in too_far(tab, "switched")


def mulberry32(state: int) -> Iterator[float]:
    """Numbers from 0 to 1, as the script draws them."""
    full = 0xFFFFFFFF
    while True:
        state = (state + 0x6D2B79F5) & full
        mixed = (state ^ state >> 15) * (state | 1) & full
        mixed ^= mixed + ((mixed ^ mixed >> 7) * (mixed | 61) & full) & full
        yield ((mixed ^ mixed >> 14) & full) / 2**32


def test_a_fresh_decoder_is_drawn_as_bert_s_are_and_the_same_each_time(tab: Page) -> None:
    got = tab.evaluate("live.fresh()")
    config = json.loads((CHECKPOINT / "config.json").read_bytes())
    draws = mulberry32(20181011)
    expected: list[float] = []
    for radius, angle in ((next(draws), next(draws)) for _ in range(2)):
        length = config["initializer_range"] * math.sqrt(-2 * math.log(1 - radius))
        expected += [length * math.cos(2 * math.pi * angle), length * math.sin(2 * math.pi * angle)]
    assert got["first"] == pytest.approx(expected, abs=1e-7)
    assert got["mean"] == pytest.approx(0, abs=3e-4)  # five times what chance gives a million of them
    assert got["deviation"] == pytest.approx(config["initializer_range"], rel=4e-3)
    assert got["given"] == pytest.approx(got["sum"], abs=1e-5)
    assert got["added"] != 0


def test_nothing_is_fetched_before_it_is_wanted_and_nothing_from_elsewhere(tab: Page, bare: str) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url.removeprefix(bare)))
    tab.evaluate("live.module('model')")
    scripts = [f"assets/live/{name}.js" for name in ("model", "tokenizer", "characters")]
    assert sorted(asked) == sorted(scripts)
    tab.evaluate("live.model().then(() => null)")
    assert asked[3:] == ["artifacts/live/pydoc_bert.safetensors"]
