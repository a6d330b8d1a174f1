"""A parameter's name means the same to the inspector, in Python, and to the load report, in JavaScript."""

import json
import re
from pathlib import Path

import pytest

from bert.parameter_names import names_table
from inspector.families import Family, read_families, read_name
from inspector.messages import read_messages
from load_report.command import RULES_JSON
from tests.explainer.parts import recorded
from tests.node import node

ROOT = Path(__file__).resolve().parents[2]
TABLE = names_table(recorded())
BOX = json.loads(RULES_JSON.read_text(encoding="utf-8"))
FAMILIES = {one.name: one for one in read_families()}
ROWS = {
    one["name"]: [dict(zip(TABLE["columns"], cells, strict=True)) for cells in one["names"]]
    for one in TABLE["families"]
}
LAYERS = ("0", "7", "23")
WRAPPERS = ("", "module.", "model.", "x.y.")


def spellings(row: dict[str, str]) -> dict[str, str]:
    """A row's name as files have it → how the family's own class spells it: layers, prefix, the words of 2018."""
    found = {}
    for layer in LAYERS if ".N." in row["key"] else LAYERS[:1]:
        full, key = (row[column].replace(".N.", f".{layer}.", 1) for column in ("full", "key"))
        for name in (full, key):
            found[name] = full
            for old, new in TABLE["spelling"]["renamed"].items():
                owner, _, last = name.rpartition(".")
                if last == new and TABLE["spelling"]["renamed_in"] in owner.rpartition(".")[2].lower():
                    found[f"{owner}.{old}"] = full
    return found


def by_javascript(asked: list[tuple[str, list[str]]]) -> list[list[dict[str, str]]]:
    found: list[list[dict[str, str]]] = json.loads(
        node("tests/load_report/names.mjs", given={"rules": BOX, "asked": asked})
    )
    return found


def by_python(name: str, wrapper: str, family: Family) -> dict[str, str] | None:
    """What the inspector makes of a name, in the terms of the load report."""
    one = read_name(name, wrapper, family)
    if one is None:
        return None
    row = next(row for row in ROWS[family.name] if row["key"] == one.row.key)
    alias = next((other["full"] for other in ROWS[family.name] if other["key"] == one.row.alias_of), "")
    number = str(one.layer) if one.layer >= 0 else "N"
    canonical = row["full"].replace(".N.", f".{number}.", 1)
    return {
        "canonical": canonical, "full": row["full"], "role": row["role"], "alias_of": alias, "family": family.name,
    }  # fmt: skip


def is_anyones(name: str, wrapper: str, meaning: dict[str, str]) -> bool:
    """A head's short name behind a wrapper: the load report, which sees one name and no file, claims no role."""
    words = name.removeprefix(wrapper).count(".") + 1
    return bool(wrapper) and words <= 2 and meaning["role"] not in ("encoder", "pooler")


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_both_read_every_name_alike(wrapper: str) -> None:
    asked = []
    for about in BOX["families"]:
        # As the family's own prefix it is no wrapper; ViT has no words, and the inspector does not know it.
        if about["prefix"] == wrapper or about["name"] == "ViT":
            continue
        family = FAMILIES[about["name"]]
        names = sorted({name for row in ROWS[family.name] for name in spellings(row)})
        asked.append((family.name, [wrapper + name for name in names]))
    compared = unclaimed = 0
    for (title, names), meanings in zip(asked, by_javascript(asked), strict=True):
        for name, meaning in zip(names, meanings, strict=True):
            expected = by_python(name, wrapper, FAMILIES[title])
            assert expected is not None, name
            if is_anyones(name, wrapper, expected):
                expected = {**expected, "full": "", "role": "", "alias_of": "", "family": ""}
                unclaimed += 1
            assert meaning == expected, f"{title}: {name}"
            compared += 1
    assert compared > 500
    assert unclaimed < compared / 5


@pytest.mark.parametrize(
    "name", ["bert.embeddings.gamma", "embeddings.LayerNorm.delta", "layer.0.gamma", "gamma", "nothing.weight"]
)
def test_names_that_no_class_has_are_known_to_neither(name: str) -> None:
    assert read_name(name, "", FAMILIES["Bert"]) is None
    ((meaning,),) = by_javascript([("Bert", [name])])
    assert meaning["role"] == ""


def test_python_spells_each_name_as_the_table_does() -> None:
    """All families, also one that the load report would not answer about."""
    for family in FAMILIES.values():
        for row in ROWS[family.name]:
            for name, full in spellings(row).items():
                found = by_python(name, "", family)
                assert found is not None, name
                assert re.sub(r"\.\d+\.", ".", found["canonical"]) == re.sub(r"\.\d+\.", ".", full)


def test_the_inspector_takes_the_same_families_for_equal() -> None:
    """Those whose classes have another family's names, as the snippet shows; the inspector knows MT5 besides."""
    recorded = {one["family"]: [one["as"], one["name"]] for one in TABLE["same_names"]}
    assert recorded.items() <= read_messages().same_names.items()
