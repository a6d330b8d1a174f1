"""What the names of BERT's parameters and its relatives' mean: one table for the inspector, the load report and pages.

The names are facts that one snippet records from the classes themselves; here each gets the role that a load report
talks about. The box for load reports takes the table, `inspector/` a small file of it; neither has a list of its own.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explainer.errors import UserError
from explainer.inputs.content import ONCE
from explainer.inputs.yaml_files import to_lined_json
from explainer.render.context import Context

SNIPPET = "inspect_checkpoint/names_of_families"
FOLDER = "families"
# For programs that look at a file: without what only pages show, with what a configuration must say.
SMALL_FILE = f"{FOLDER}/names.json"
SCHEMA = 1  # of the small file
COLUMNS = (
    "key",  # without the family's prefix; the number of the layer is N
    "full",  # as a class with a head has it: with the prefix, where the base model holds it
    "part",  # of the model: encoder, pooler, MLM head, …, task layer
    "role",  # the same, in more detail: output bias, decoder weight, buffer, …
    "kind",  # parameter, alias, buffer, or optional where only some configurations have it
    "layers",  # the configuration's field that counts the layers, a number, or ""
    "alias_of",  # the key of the Parameter that this is another name of, or ""
    "shape",  # fields of the configuration, "3 hidden_size", or numbers
    "classes",  # endings of the classes that have it, or "all"
    "module",  # the class of the module that owns it
    "published",  # the shape in the family's published checkpoint, or ""
)
SMALL_COLUMNS = ("key", "part", "kind", "layers", "alias_of", "shape", "classes", "only_if")
CONDITIONS = ("is not", "is", "has not", "has", "differs from")
# Files of 2018 call the two tensors of a normalisation layer so: transformers reads both as what they are called today.
SPELLING = {"renamed": {"gamma": "weight", "beta": "bias"}, "renamed_in": "norm"}


class ParameterNames:
    """The small table of names, as a tool of the site."""

    def claims_used(self) -> Iterator[tuple[str, str]]:
        """The one claim whose facts these are."""
        yield f"{SMALL_FILE}: the names", SNIPPET

    def files(self, context: Context) -> tuple[dict[str, str], list[str]]:
        """The table as a file, or one line that says which facts are missing."""
        try:
            return {SMALL_FILE: to_lined_json(small_table(context))}, []
        except UserError as error:
            return {}, [f"{SMALL_FILE}: {error}"]


def names_table(context: Context) -> dict[str, Any]:
    """Return every family with its names. Raises UserError where they are not recorded."""
    facts = _facts(context)
    families = [_family(one, facts) for one in facts["families"]]
    same = [{**one, "classes": one["classes"].split()} for one in facts["same_names"]]
    return {"columns": COLUMNS, "spelling": SPELLING, "families": families, "same_names": same}


def small_table(context: Context) -> dict[str, Any]:
    """Return the names with their conditions, of every family that has a word embedding. Raises as `names_table`."""
    facts = _facts(context)
    families = [_small_family(one, facts) for one in facts["families"] if _has_words(one, facts)]
    return {"schema": SCHEMA, "columns": SMALL_COLUMNS, "spelling": SPELLING, "families": families}


def _facts(context: Context) -> dict[str, Any]:
    run = context.record.run(SNIPPET, ONCE)
    if run is None or not {"families", "same_names", "defaults"} <= run.facts.keys():
        raise UserError(f"the names are not recorded; run: python build_artifacts.py {SNIPPET}")
    return run.facts


def read_parameter_names(_root: Path, snippets: set[str]) -> ParameterNames | None:
    """The tool, on a site that records the names; there is nothing to read."""
    return ParameterNames() if SNIPPET in snippets else None


def _family(one: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    rows = facts[one["family"].replace("-", "_")]
    pad = one["pad"] if isinstance(one["pad"], int) else None
    about = {field: one[field] for field in ("family", "name", "prefix", "tied", "published")}
    # A load report is of a class as it is by default: names of DeBERTa's other head are not what it has.
    default = [row for row in rows if row["role"] == "encoder" or "legacy is false" not in row["only_if"]]
    names = [[_cell(row, column, one["prefix"]) for column in COLUMNS] for row in default]
    return {**about, "pad": pad, "classes": one["classes"].split(), "names": names}


def _has_words(one: dict[str, Any], facts: dict[str, Any]) -> bool:
    return any("vocab_size" in row["shape"] for row in facts[one["family"].replace("-", "_")])


def _small_family(one: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    rows = facts[one["family"].replace("-", "_")]
    pad = one["pad"] if isinstance(one["pad"], int) else None
    defaults = {row["field"]: row["value"] for row in facts["defaults"] if row["family"] == one["family"]}
    names = [[_small_cell(row, column, one["prefix"]) for column in SMALL_COLUMNS] for row in rows]
    about = {field: one[field] for field in ("family", "name", "prefix", "tied")}
    return {**about, "pad": pad, "classes": one["classes"].split(), "defaults": defaults, "names": names}


def _small_cell(row: dict[str, Any], column: str, prefix: str) -> Any:
    if column == "only_if":
        return [_condition(one) for one in row["only_if"].split(" and ") if one]
    if column == "kind" and row["only_if"] and row["kind"] == "optional":
        return "parameter"  # the condition says when
    return _cell(row, column, prefix)


def _condition(words: str) -> list[Any]:
    """`legacy is false` as field, condition and value."""
    field, rest = words.split(" ", 1)
    condition = next(one for one in CONDITIONS if rest.startswith(f"{one} "))
    value = rest.removeprefix(f"{condition} ")
    plain: dict[str, Any] = {"true": True, "false": False}
    return [field, condition, plain.get(value, int(value) if value.isdecimal() else value)]


def _cell(row: dict[str, Any], column: str, prefix: str) -> Any:
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
    """What a load report calls a name of these facts: of a language-modelling head, matrix and bias are told apart."""
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
