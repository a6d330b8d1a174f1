"""The engine's drawings suit any site: not one of them names a thing of this one's subject."""

import re
from pathlib import Path

from explainer.render.figures.drawing import Box
from explainer.render.figures.svg import ROUND, shape

# `_` divides words here, so that a class such as `pad-row` or a name such as `pad_row` is found too.
OF_BERT = re.compile(
    r"(?<![a-z])(bert|encoders?|decoders?|heads?|mlm|nsp|pad|bias|biases|tokens?|embeddings?)(?![a-z])", re.IGNORECASE
)


def words_of_bert(folder: Path) -> list[str]:
    """Each with its file and line."""
    return [
        f"{path.name}:{number}: {word}"
        for path in sorted(folder.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for word in OF_BERT.findall(line)
    ]


def test_no_drawing_of_the_engine_knows_bert(root: Path) -> None:
    assert words_of_bert(root / "explainer/render/figures") == []


def test_that_check_can_fail(tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text('first = "a thread, ahead"\nkind = "[PAD]" if pad_row else "MLM-head"\n')
    assert words_of_bert(tmp_path) == [f"rows.py:2: {word}" for word in ("PAD", "pad", "MLM", "head")]


def test_each_kind_has_a_shape_of_its_own() -> None:
    box = Box(0, 0, 50, 40)
    assert len({shape(kind, box).replace(kind, "") for kind in (*ROUND, "a kind of a site")}) == 4
