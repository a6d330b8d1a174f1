"""What a run was made from, in one hash: while it is the same, the run need not be repeated."""

import ast
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml

from explainer.inputs.code_digest import digest, normalised, program_digest
from explainer.inputs.snippets import Snippet
from explainer.inputs.yaml_files import FastLoader, replace_text
from explainer.measure.installed import Versions
from explainer.measure.plan import Run
from explainer.paths import Project
from explainer.stamp import Stat, stat_of

ENGINE = Path(__file__).parents[1]
# What runs in the child process; all of the engine that these import runs there too.
IN_THE_CHILD = ("explainer.measure.preload", "explainer.measure.child")
# What gives the child its environment and its import path, and cleans its output.
AROUND_IT = (
    "explainer.measure.runner",
    "explainer.measure.fork_server",
    "explainer.measure.output",
    "explainer.measure.extra_packages",
)


def machinery_digest(*also: str) -> str:
    """Names the code that runs snippets and reads their values; when it changes, everything is run again.

    `also` are modules of the engine, by their full names, on which depends what becomes of a result.
    """
    modules = sorted({*loaded(*IN_THE_CHILD), *AROUND_IT, *also})
    return digest(*(normalised(_path_of(module).read_text(encoding="utf-8")) for module in modules))


def loaded(*modules: str) -> set[str]:
    """These modules of the engine and all of the engine that they import, from their syntax trees."""
    found: set[str] = set()
    left = list(modules)
    while left:
        if (module := left.pop()) in found:
            continue
        found.add(module)
        names = _imported_by(_path_of(module).read_text(encoding="utf-8"))
        left += [name for name in names if name.split(".")[0] == ENGINE.name and _path_of(name).is_file()]
    return found


def _imported_by(source: str) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names


def _path_of(module: str) -> Path:
    return ENGINE.parent.joinpath(*module.split(".")).with_suffix(".py")


def fingerprint(
    run: Run, checkpoints: dict[str, Any], versions: Versions, project: Project, machinery: str, device: str
) -> str:
    """Everything that a run's result depends on, in one hash.

    `checkpoints` are those it reads. Files of the repository that the snippet names, such as a committed log, are read.
    """
    snippet = run.snippet
    files = files_named(snippet, project.root)
    behind = versions.behind(snippet)
    program = [snippet.digest, sorted(snippet.assigned), snippet.imports]
    parts: list[Any] = [program, run.checkpoint, checkpoints, files, behind, machinery, device, sys.version]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def files_named(snippet: Snippet, root: Path) -> dict[str, str]:
    """Files of the repository that a snippet names, from its root, with a digest of what of each can matter."""
    return {os.path.relpath(path, root): _content_digest(path) for path in _named(snippet, root)}


def named_outside(snippet: Snippet, root: Path) -> dict[str, Stat]:
    """Files elsewhere that a snippet names: the repository's own state says nothing of them."""
    texts = (text for text in snippet.strings if text.startswith(("/", "..")) and "\n" not in text)
    return {str(root / text): stat_of(root / text) for text in texts if (root / text).is_file()}


def _content_digest(path: Path) -> str:
    """Names a program without its comments and docstrings, YAML without its comments, and any other file whole."""
    content = path.read_bytes()
    with suppress(SyntaxError, ValueError, yaml.YAMLError):  # what is no program or no YAML is taken as it is
        if path.suffix == ".py":
            return program_digest(content.decode(), frozenset())
        if path.suffix == ".yml":
            return _yaml_digest(content.decode())
    return hashlib.sha256(content).hexdigest()


def _yaml_digest(text: str) -> str:
    return digest(repr(yaml.load(text, Loader=FastLoader)))  # noqa: S506 (a safe loader)


def _named(snippet: Snippet, root: Path) -> Iterator[Path]:
    """Files of the repository that a snippet names; of a folder with `/*.py` at its end, the programs in it."""
    for text in sorted(snippet.strings):
        if text.endswith("/*.py") and "\n" not in text:
            yield from sorted((root / text).parent.glob("*.py"))
        elif ("/" in text or text.endswith((".py", ".yml"))) and "\n" not in text and (root / text).is_file():
            yield root / text


def entry_digest(entry: dict[str, Any] | None, output: str | None) -> str:
    """Names a recorded run as it stands on disk, so that an edit by hand makes it stale."""
    return hashlib.sha256(json.dumps([entry, output], sort_keys=True).encode()).hexdigest()


def read_fingerprints(project: Project) -> dict[str, list[str]]:
    """run name → [fingerprint, entry digest]; a missing or broken cache is an empty one."""
    try:
        known = json.loads(project.fingerprints.read_text())
        return known if isinstance(known, dict) else {}
    except (OSError, ValueError):
        return {}


def write_fingerprints(project: Project, known: dict[str, list[str]]) -> None:
    """Replaces the cache in one step."""
    replace_text(project.fingerprints, json.dumps(known, indent=1, sort_keys=True))
