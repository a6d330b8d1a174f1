"""Tabulate what the parameter names of BERT and its relatives mean, for the inspector, the load report and pages.

One snippet records the names from the model classes as facts; here each gets the role that load reports talk about.
The load report takes the whole table, `src/inspector/` a smaller file of it, so neither keeps a list of names.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.content import ONCE
from explainer.inputs.text_files import to_lined_json
from explainer.render.context import Context

SNIPPET = "inspect_checkpoint/names_of_families"
FAMILIES_FOLDER = "families"
# For programs that read a checkpoint file: without what only pages show, with the conditions on the config.
SMALL_TABLE_FILE = f"{FAMILIES_FOLDER}/names.json"
SCHEMA = 1  # version of the small file's format
COLUMNS = (
    "key",  # without the family's prefix; the number of the layer is N
    "full",  # as in a class with a head: with the family's prefix if the base model has it
    "part",  # of the model: encoder, pooler, MLM head, …, task layer
    "role",  # in more detail: output bias, decoder weight, buffer, …
    "kind",  # parameter, alias, buffer, or optional where only some configurations have it
    "layers",  # the config field with the number of layers, or a number, or ""
    "alias_of",  # the key of the Parameter that this is a second name of, or ""
    "shape",  # a config field, "3 hidden_size" or a number for each dimension
    "classes",  # endings of the names of the classes that have it, or "all"
    "module",  # the class of the module that owns it
    "published",  # the shape in the family's published checkpoint, or ""
)
SMALL_COLUMNS = ("key", "part", "kind", "layers", "alias_of", "shape", "classes", "only_if")
CONDITION_OPERATORS = ("is not", "is", "has not", "has", "differs from")  # a longer one before its own beginning
# Files of 2018 have TensorFlow's names for a LayerNorm's two tensors, and transformers still renames them on loading.
SPELLING = {"renamed": {"gamma": "weight", "beta": "bias"}, "renamed_in": "norm"}


class ParameterNames:
    """Write the small table of names in each build."""

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """Yield the claim whose facts the table is made from."""
        yield f"{SMALL_TABLE_FILE}: the names", SNIPPET

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """Return the file by its name, and no problems; or no file and one line that says which facts are missing."""
        try:
            return {SMALL_TABLE_FILE: to_lined_json(small_table(context))}, []
        except UserError as error:
            return {}, [f"{SMALL_TABLE_FILE}: {error}"]


def names_table(context: Context) -> dict[str, Any]:
    """Return every family with its names, as rows of COLUMNS. Raise UserError if they are not recorded."""
    facts = _facts(context)
    families = [_table_family(family, facts) for family in facts["families"]]
    same_names = [{**entry, "classes": entry["classes"].split()} for entry in facts["same_names"]]
    return {"columns": COLUMNS, "spelling": SPELLING, "families": families, "same_names": same_names}


def small_table(context: Context) -> dict[str, Any]:
    """Return the names as rows of SMALL_COLUMNS, of every family with a word embedding. Raise as `names_table` does."""
    facts = _facts(context)
    families = [
        _small_table_family(family, facts) for family in facts["families"] if _has_word_embedding(family, facts)
    ]
    return {"schema": SCHEMA, "columns": SMALL_COLUMNS, "spelling": SPELLING, "families": families}


def _facts(context: Context) -> dict[str, Any]:
    run = context.record.run(SNIPPET, ONCE)
    if run is None or not {"families", "same_names", "defaults"} <= run.facts.keys():
        raise UserError(f"the names are not recorded; run: python build_artifacts.py {SNIPPET}")
    return run.facts


def read_parameter_names(_root: Path, snippets: set[str]) -> ParameterNames | None:
    """Return the tool, or None on a site without the snippet that records the names."""
    return ParameterNames() if SNIPPET in snippets else None


def _table_family(family: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    rows = _names_of(family, facts)
    fields = {field: family[field] for field in ("family", "name", "prefix", "tied", "published")}
    # A load report is about the default config, and there DeBERTa lacks the names of its non-legacy head.
    default_rows = [row for row in rows if row["role"] == "encoder" or "legacy is false" not in row["only_if"]]
    names = [[_cell(row, column, family["prefix"]) for column in COLUMNS] for row in default_rows]
    return {**fields, "pad": _pad_id(family), "classes": family["classes"].split(), "names": names}


def _small_table_family(family: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    rows = _names_of(family, facts)
    defaults = {row["field"]: row["value"] for row in facts["defaults"] if row["family"] == family["family"]}
    names = [[_small_cell(row, column, family["prefix"]) for column in SMALL_COLUMNS] for row in rows]
    fields = {field: family[field] for field in ("family", "name", "prefix", "tied")}
    classes = family["classes"].split()
    return {**fields, "pad": _pad_id(family), "classes": classes, "defaults": defaults, "names": names}


def _names_of(family: dict[str, Any], facts: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the recorded rows of a family: the fact is named after it, such as `deberta_v2`."""
    rows: list[dict[str, Any]] = facts[family["family"].replace("-", "_")]
    return rows


def _pad_id(family: dict[str, Any]) -> int | None:
    """Return the default `pad_token_id`, or None where the fact has a word for there being none."""
    return family["pad"] if isinstance(family["pad"], int) else None


def _has_word_embedding(family: dict[str, Any], facts: dict[str, Any]) -> bool:
    return any("vocab_size" in row["shape"] for row in _names_of(family, facts))


def _small_cell(row: dict[str, Any], column: str, prefix: str) -> Any:
    if column == "only_if":
        return [_parse_condition(text) for text in row["only_if"].split(" and ") if text]
    if column == "kind" and row["only_if"] and row["kind"] == "optional":
        return "parameter"  # the condition says for which configs
    return _cell(row, column, prefix)


def _parse_condition(text: str) -> list[Any]:
    """Return a text such as "legacy is false" as [field, operator, value], with bools and ints as such."""
    field, rest = text.split(" ", 1)
    operator = next(operator for operator in CONDITION_OPERATORS if rest.startswith(f"{operator} "))
    value = rest.removeprefix(f"{operator} ")
    booleans: dict[str, Any] = {"true": True, "false": False}
    return [field, operator, booleans.get(value, int(value) if value.isdecimal() else value)]


def _cell(row: dict[str, Any], column: str, prefix: str) -> Any:
    """Return a cell of the table. What the facts call `role` is the column `part`; the column `role` is finer."""
    if column == "full":
        in_base = row["classes"] == "all" or "Model" in row["classes"].split()
        return f"{prefix if in_base else ''}{row['key']}"
    if column == "part":
        return row["role"]
    if column == "role":
        return role_of(row)
    if column == "shape":
        return [str(length) for length in row["shape"]]
    return row[column]


def role_of(row: dict[str, Any]) -> str:
    """Return the role of a name in load reports, which tell matrix and bias of a language-modelling head apart."""
    if row["kind"] == "buffer":
        return "buffer"
    if row["kind"] == "alias" and row["role"] == "encoder":
        return "embedding alias"
    if row["role"] == "task layer":
        return "task head"
    if row["role"] in ("MLM head", "LM head"):
        if row["kind"] == "alias":
            return "decoder weight" if row["key"].endswith("weight") else "decoder bias"
        if [str(length) for length in row["shape"]] == ["vocab_size"]:
            return "output bias"
    return str(row["role"])
