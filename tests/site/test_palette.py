"""The colours of docs/assets/site.css: every contrast, and that the figures' colours stay apart for every reader."""

import itertools
import re
from pathlib import Path

import pytest

from tests.site.built import ROOT

Colour = tuple[float, float, float]
SCHEMES = ("default", "slate")
FIGURES = ("encoder", "head", "shared", "bias", "pad")
# What stands on what, and how much contrast it needs (WCAG AA: text 4.5; graphics 3).
PAIRS = [
    ("--md-primary-bg-color", "--md-primary-fg-color", 4.5),
    ("--md-primary-bg-color--light", "--md-primary-fg-color", 4.5),
    ("--md-typeset-a-color", "--c-page", 4.5),
    ("--md-typeset-a-color", "--c-soft", 4.5),
    ("--md-accent-fg-color", "--c-page", 4.5),
    ("--c-ink", "--c-page", 4.5),
    ("--c-ink", "--c-soft", 4.5),
    *((f"--c-{name}", ground, 3.0) for name in FIGURES for ground in ("--c-page", "--c-soft")),
]
# Machado, Oliveira and Fernandes (2009): linear RGB as seen without one kind of cone.
SEEN = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no L cones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no M cones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no S cones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)
APART = 15.0  # CIE76 distance; two colours are just told apart at about 2.3


def palette(css: str, scheme: str) -> dict[str, str]:
    """The six-digit colours of a scheme's first block."""
    block = re.search(rf'\[data-md-color-scheme="{scheme}"\] \{{(.*?)\}}', css, re.DOTALL)
    assert block, f"no block for {scheme}"
    return dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6});", block.group(1)))


def linear(colour: str) -> Colour:
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (r, g, b))  # type: ignore[return-value]


def contrast(one: str, other: str) -> float:
    lights = sorted(sum(w * c for w, c in zip(TO_XYZ[1], linear(colour), strict=True)) for colour in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def times(matrix: tuple[Colour, ...], vector: Colour) -> Colour:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)  # type: ignore[return-value]


def lab(colour: str, seen: tuple[Colour, ...]) -> Colour:
    r, g, b = (min(1.0, max(0.0, c)) for c in times(seen, linear(colour)))
    xyz = [c / w for c, w in zip(times(TO_XYZ, (r, g, b)), WHITE, strict=True)]
    x, y, z = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in xyz)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def weak(colours: dict[str, str]) -> list[str]:
    """One line for each contrast that is too small."""
    return [
        f"{text} on {ground}: {found:.2f}"
        for text, ground, least in PAIRS
        if (found := contrast(colours[text], colours[ground])) < least
    ]


def alike(colours: dict[str, str]) -> list[str]:
    """One line for each two figure colours that some readers could take for one another."""
    found = []
    for (a, b), (eyes, seen) in itertools.product(itertools.combinations(FIGURES, 2), SEEN.items()):
        one, other = lab(colours[f"--c-{a}"], seen), lab(colours[f"--c-{b}"], seen)
        distance = sum((x - y) ** 2 for x, y in zip(one, other, strict=True)) ** 0.5
        if distance < APART:
            found.append(f"{a} and {b}, {eyes}: {distance:.1f}")
    return found


@pytest.fixture
def css(root: Path) -> str:
    return (root / "docs/assets/site.css").read_text(encoding="utf-8")


def test_the_formula_gives_the_known_values() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_contrast_is_enough(css: str, scheme: str) -> None:
    assert weak(palette(css, scheme)) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_figures_colours_stay_apart_for_every_reader(css: str, scheme: str) -> None:
    assert alike(palette(css, scheme)) == []


def test_both_schemes_name_the_same_colours(css: str) -> None:
    assert palette(css, "default").keys() == palette(css, "slate").keys()


def test_these_checks_can_fail(css: str) -> None:
    colours = palette(css, "default")
    pale = {**colours, "--md-typeset-a-color": "#7aaab2", "--c-pad": "#ffcc99"}
    assert [line.partition(":")[0] for line in weak(pale)] == [
        "--md-typeset-a-color on --c-page",
        "--md-typeset-a-color on --c-soft",
        "--c-pad on --c-page",
        "--c-pad on --c-soft",
    ]
    okabe_ito_but_darker = {**colours, "--c-bias": "#9a6a00", "--c-pad": "#a86200"}
    assert [line for line in alike(okabe_ito_but_darker) if line.startswith("bias and pad, no M cones")]


def test_the_theme_has_no_other_colours_of_its_own(root: Path) -> None:
    config = (root / "mkdocs.yml").read_text(encoding="utf-8")
    assert config.count("primary: custom") == config.count("accent: custom") == 2


def swallowed(css: str) -> list[str]:
    """Rules that begin a line inside another rule: one above was not closed, and they are dropped in silence."""
    depth, found = 0, []
    for number, line in enumerate(
        re.sub(r"/\*.*?\*/", lambda note: re.sub(r"[^\n]", "", note[0]), css, flags=re.DOTALL).split("\n"), 1
    ):
        if depth and line[:1] not in ("", " ", "}"):
            found.append(f"{number}: {line}")
        depth += line.count("{") - line.count("}")
    return found + ([f"{depth} blocks are not closed"] if depth else [])


def test_no_rule_of_a_style_sheet_is_swallowed() -> None:
    folders = (ROOT / "docs/assets", ROOT / "src/explainer/render/style")
    sheets = [sheet for folder in folders for sheet in sorted(folder.glob("*.css"))]
    assert {sheet.parent for sheet in sheets} == {*folders}
    assert {sheet: found for sheet in sheets if (found := swallowed(sheet.read_text(encoding="utf-8")))} == {}


def test_that_check_can_fail() -> None:
    assert swallowed("a {\n  b: c;\n}\n@media print {\n  d {\n    e: f;\n  }\ng {\n  h: i;\n}\n") == [
        "8: g {",
        "1 blocks are not closed",
    ]
