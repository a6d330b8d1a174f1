"""Read text and YAML that people write; write YAML and JSON for the build, so that their diffs are small."""

import json
import re
from pathlib import Path
from typing import Any, ClassVar

import yaml

from explainer.errors import UserError, naming_file

# libyaml is about five times faster; PyYAML without it reads and writes the same.
FastLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FastDumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
JSON_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)  # `json.dumps` would make one for each call
MAX_JSON_INDENT = 4  # spaces
CONFLICT_MARK = re.compile(r"^(<<<<<<<|=======|>>>>>>>)( |$)", re.MULTILINE)


def read_text(path: Path, root: Path, mend: str = "fix the file") -> str:
    """Return a file's text. Raise UserError if it is no file or not UTF-8; `mend` tells the reader what to do."""
    relative = path.relative_to(root)
    if path.exists() and not path.is_file():  # to read a pipe would never end
        raise UserError(f"{relative}: this is no file; {mend}")
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(f"{relative}: there is no such file; {mend}") from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise UserError(f"{relative}:{line}: not UTF-8; {mend}") from None


def replace_text(path: Path, text: str) -> None:
    """Write a file in one step: who reads it meanwhile finds the old text or the new one, never a part."""
    part = path.with_name(f".{path.name}.part")
    with naming_file(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)


def refuse_conflict(text: str, path: Path, mend: str) -> None:
    """Raise UserError if a text has the marks of a merge conflict; `path` is from the root."""
    if conflict := CONFLICT_MARK.search(text):
        line = text.count("\n", 0, conflict.start()) + 1
        raise UserError(f"{path}:{line}: merge-conflict marks; {mend}")


class LinedMapping(dict[str, Any]):
    """Represent a mapping in a file that a person writes; `line` is where it starts, from 1."""

    line = 0  # until `_construct_mapping` sets it


class _LinedLoader(FastLoader):  # type: ignore[misc,valid-type]
    """Load mappings as LinedMapping, and dates as text: no file needs them as dates."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[Any]]] = {
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
        for first, resolvers in FastLoader.yaml_implicit_resolvers.items()
    }


def _construct_mapping(loader: Any, node: yaml.MappingNode) -> LinedMapping:
    """Build a LinedMapping. Raise MarkedYAMLError for a key that is no text or occurs twice: PyYAML lets both pass."""
    mapping = LinedMapping()
    mapping.line = node.start_mark.line + 1
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str):
            raise yaml.MarkedYAMLError(problem=f"the key {key!r} is no text", problem_mark=key_node.start_mark)
        if key in mapping:
            raise yaml.MarkedYAMLError(problem=f"`{key}` is here twice", problem_mark=key_node.start_mark)
        mapping[key] = loader.construct_object(value_node, deep=True)
    return mapping


_LinedLoader.add_constructor("tag:yaml.org,2002:map", _construct_mapping)
_LinedLoader.add_constructor("tag:yaml.org,2002:timestamp", lambda _, node: node.value)  # for `!!timestamp`


def read_yaml(path: Path, root: Path, *, mend: str = "fix the file") -> Any:
    """Return the content of a YAML file; its mappings are LinedMapping.

    Raise UserError, with file and line, for a missing file, merge-conflict marks or broken YAML.
    """
    return parse_yaml(read_text(path, root, mend), path.relative_to(root), mend=mend)


def parse_yaml(text: str, path: Path, *, mend: str = "fix the file") -> Any:
    """Return the content of a YAML text; messages name its `path`. Raise UserError as `read_yaml`."""
    refuse_conflict(text, path, mend)
    try:
        return yaml.load(text, Loader=_LinedLoader)  # noqa: S506 (a safe loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UserError(f"{path}:{line}: {error.problem}; {mend}") from None
    except (yaml.YAMLError, ValueError, TypeError) as error:  # a control character, a list as a key
        raise UserError(f"{path}:1: {' '.join(str(error).split())}; {mend}") from None


class _Dumper(FastDumper):  # type: ignore[misc,valid-type]
    """Write values that occur twice in full, without the anchors (`&id001`) of PyYAML."""

    def ignore_aliases(self, _data: Any) -> bool:
        return True


class OneLineMapping(dict[str, Any]):
    """Represent a mapping that is written on one line, in YAML and JSON."""


def _represent_list(dumper: Any, data: list[Any]) -> Any:
    """Return the YAML node of a list: on one line if no item is a list or a mapping."""
    is_nested = any(isinstance(item, list | dict) for item in data)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=not is_nested)


_Dumper.add_representer(list, _represent_list)
_Dumper.add_representer(
    OneLineMapping, lambda dumper, data: dumper.represent_mapping("tag:yaml.org,2002:map", data, True)
)


def to_yaml(data: Any, comment: str) -> str:
    """Return YAML below a comment, in the data's order, with each value on its own line."""
    body = yaml.dump(data, Dumper=_Dumper, allow_unicode=True, default_flow_style=False, width=10_000, sort_keys=False)
    return f"# {comment}\n{body}"


def to_json(data: Any) -> str:
    """Return JSON, sorted by key. Raise ValueError for NaN and infinities, which JSON does not have."""
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


def to_lined_json(data: Any, width: int = 400, levels: int = 0) -> str:
    """Return JSON in the data's order. What fits into `width` characters is on one line, what does not is split.

    The outer `levels` of mappings and lists are always split, except a `OneLineMapping`. Raise ValueError for NaN and
    infinities.
    """
    return _to_lines(data, width, levels, "") + "\n"


def _to_lines(value: Any, width: int, levels: int, indent: str) -> str:
    """Return a value's part of the text of `to_lined_json`; `indent` is that of the line on which it begins."""
    is_one_line = not isinstance(value, dict | list) or not value or isinstance(value, OneLineMapping)
    if is_one_line or levels <= 0:
        line = JSON_ENCODER.encode(value)
        if is_one_line or len(line) <= width:
            return line
    # one space a level, up to a limit: without it, spaces were a twentieth of facts.json
    deeper = indent + " " * (len(indent) < MAX_JSON_INDENT)
    if isinstance(value, dict):
        parts = [
            f"{JSON_ENCODER.encode(name)}: {_to_lines(item, width, levels - 1, deeper)}" for name, item in value.items()
        ]
    else:
        parts = [_to_lines(item, width, levels - 1, deeper) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(f"{deeper}{part}" for part in parts) + f"\n{indent}{closing}"
