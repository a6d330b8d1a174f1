"""Test that a parameter name means the same to the inspector, in Python, and to the load report, in JavaScript."""

import json
import re
from pathlib import Path

import pytest

from bert.parameter_names import names_table
from inspector.families import Family, match_name, read_families
from inspector.messages import read_messages
from tests.explainer.parts import recorded
from tests.generated import generated
from tests.node import node

ROOT = Path(__file__).resolve().parents[2]
RULES_JSON = generated() / "artifacts/load_report/rules.json"
TABLE = names_table(recorded())
BOX = json.loads(RULES_JSON.read_text(encoding="utf-8"))
FAMILIES = {family.name: family for family in read_families()}
ROWS = {
    family["name"]: [dict(zip(TABLE["columns"], cells, strict=True)) for cells in family["names"]]
    for family in TABLE["families"]
}
LAYERS = ("0", "7", "23")
WRAPPERS = ("", "module.", "model.", "x.y.")


def spellings(row: dict[str, str]) -> dict[str, str]:
    """Return each spelling of a row's name in files → its name in the family's class, for some numbers of layers.

    A file may lack the prefix, or have the LayerNorm names of 2018.
    """
    names = {}
    for layer in LAYERS if ".N." in row["key"] else LAYERS[:1]:
        full, key = (row[column].replace(".N.", f".{layer}.", 1) for column in ("full", "key"))
        for name in (full, key):
            names[name] = full
            for old, new in TABLE["spelling"]["renamed"].items():
                owner, _, last = name.rpartition(".")
                if last == new and TABLE["spelling"]["renamed_in"] in owner.rpartition(".")[2].lower():
                    names[f"{owner}.{old}"] = full
    return names


def by_javascript(names: list[tuple[str, list[str]]]) -> list[list[dict[str, str]]]:
    """Return what the load report makes of names, each list of them with its family."""
    meanings: list[list[dict[str, str]]] = json.loads(
        node("tests/load_report/names.mjs", data={"rules": BOX, "asked": names})
    )
    return meanings


def by_python(name: str, wrapper: str, family: Family) -> dict[str, str] | None:
    """Return what the inspector makes of a name, in the load report's terms; None if it does not know it."""
    parameter = match_name(name, wrapper, family)
    if parameter is None:
        return None
    row = next(row for row in ROWS[family.name] if row["key"] == parameter.known_name.key)
    alias = next((other["full"] for other in ROWS[family.name] if other["key"] == parameter.known_name.alias_of), "")
    number = str(parameter.layer) if parameter.layer >= 0 else "N"
    canonical = row["full"].replace(".N.", f".{number}.", 1)
    return {
        "canonical": canonical, "full": row["full"], "role": row["role"], "alias_of": alias, "family": family.name,
    }  # fmt: skip


def is_anyones(name: str, wrapper: str, meaning: dict[str, str]) -> bool:
    """Tell whether a name is a head's short name after a wrapper, which the load report gives no role."""
    depth = name.removeprefix(wrapper).count(".") + 1
    return bool(wrapper) and depth <= 2 and meaning["role"] not in ("encoder", "pooler")


# ModernBERT's first layer has no norm before its attention, so the inspector counts such a tensor as unknown.
IN_NO_MODEL = re.compile(r"\blayers\.0\.attn_norm\.")


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_both_read_every_name_alike(wrapper: str) -> None:
    names_of = []
    for entry in BOX["families"]:
        # The family's own prefix is no wrapper. The inspector does not know ViT, which has no word embedding.
        if entry["prefix"] == wrapper or entry["name"] == "ViT":
            continue
        family = FAMILIES[entry["name"]]
        names = sorted({name for row in ROWS[family.name] for name in spellings(row) if not IN_NO_MODEL.search(name)})
        names_of.append((family.name, [wrapper + name for name in names]))
    compared = unclaimed = 0
    for (title, names), meanings in zip(names_of, by_javascript(names_of), strict=True):
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
    assert match_name(name, "", FAMILIES["Bert"]) is None
    ((meaning,),) = by_javascript([("Bert", [name])])
    assert meaning["role"] == ""


def test_python_spells_each_name_as_the_table_does() -> None:
    """Test all families, even one that the load report does not answer about."""
    for family in FAMILIES.values():
        for row in ROWS[family.name]:
            for name, full in spellings(row).items():
                if IN_NO_MODEL.search(name):
                    continue
                meaning = by_python(name, "", family)
                assert meaning is not None, name
                assert re.sub(r"\.\d+\.", ".", meaning["canonical"]) == re.sub(r"\.\d+\.", ".", full)


def test_the_inspector_takes_the_same_families_for_equal() -> None:
    """Compare families whose classes have another family's names, as the snippet shows. The inspector adds MT5."""
    same_names = {entry["family"]: [entry["as"], entry["name"]] for entry in TABLE["same_names"]}
    assert same_names.items() <= read_messages().same_names.items()
