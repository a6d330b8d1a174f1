"""Hash all that a run's result depends on.

What is remembered of a run with the same hash need not run again.
"""

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

from explainer.inputs.code_digest import digest_of_texts, normalised_source, program_digest
from explainer.inputs.snippets import Snippet
from explainer.inputs.text_files import FastLoader
from explainer.measure.installed import InstalledVersions
from explainer.measure.runs import Run
from explainer.paths import Project

ENGINE_FOLDER = Path(__file__).parents[1]
# What runs in the fork server and in its children: these modules, and all of the engine that they import.
CHILD_MODULES = ("explainer.measure.preload", "explainer.measure.child")
# What gives the child its environment and its import path.
PARENT_MODULES = (
    "explainer.measure.runner",
    "explainer.measure.fork_server",
    "explainer.measure.extra_packages",
)


def machinery_digest(*extra_modules: str) -> str:
    """Return a digest of the code that runs snippets and reads their values; when it changes, all claims run again.

    `extra_modules` are further modules of the engine that decide what becomes of a result, by their full names.
    """
    modules = sorted({*with_engine_imports(*CHILD_MODULES), *PARENT_MODULES, *extra_modules})
    return digest_of_texts(*(normalised_source(_path_of(module).read_text(encoding="utf-8")) for module in modules))


def with_engine_imports(*modules: str) -> set[str]:
    """Return these modules and all modules of the engine that they import, at any depth. Nothing is imported."""
    collected: set[str] = set()
    pending = list(modules)
    while pending:
        if (module := pending.pop()) in collected:
            continue
        collected.add(module)
        names = _imported_by(_path_of(module).read_text(encoding="utf-8"))
        pending += [name for name in names if name.split(".")[0] == ENGINE_FOLDER.name and _path_of(name).is_file()]
    return collected


def _imported_by(source: str) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # `from a import b`: b may be a module; if it is not, there is no such file, and the name is dropped.
            names += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names


def _path_of(module: str) -> Path:
    return ENGINE_FOLDER.parent.joinpath(*module.split(".")).with_suffix(".py")


def fingerprint(
    run: Run,
    checkpoint_files: dict[str, Any],
    installed: InstalledVersions,
    project: Project,
    machinery: str,
    device: str,
) -> str:
    """Return a sha256 of everything that a run's result depends on, the files that its snippet names included.

    `checkpoint_files` has, by slug, what identifies the files of each checkpoint that the run reads. `machinery` is
    `machinery_digest()`.
    """
    snippet = run.snippet
    files = digests_of_named_files(snippet, project.root)
    libraries = installed.dependencies_of(snippet)
    program = [snippet.digest, sorted(snippet.assigned_names), snippet.imports]
    parts: list[Any] = [program, run.checkpoint, checkpoint_files, files, libraries, machinery, device, sys.version]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def digests_of_named_files(snippet: Snippet, root: Path) -> dict[str, str]:
    """Return a digest of each file that a snippet names in a string, by its path from `root`, perhaps outside it."""
    return {os.path.relpath(path, root): _content_digest(path) for path in _named_files(snippet, root)}


def _content_digest(path: Path) -> str:
    """Return a digest of a file's content: of Python as `program_digest`, of .yml as its values in their order."""
    content = path.read_bytes()
    with suppress(SyntaxError, ValueError, yaml.YAMLError):  # a file that cannot be parsed is hashed as it is
        if path.suffix == ".py":
            return program_digest(content.decode(), frozenset())
        if path.suffix == ".yml":
            return _yaml_digest(content.decode())
    return hashlib.sha256(content).hexdigest()


def _yaml_digest(text: str) -> str:
    return digest_of_texts(repr(yaml.load(text, Loader=FastLoader)))  # noqa: S506 (a safe loader)


def _named_files(snippet: Snippet, root: Path) -> Iterator[Path]:
    """Yield the files that a snippet names in a string, also outside `root`; `folder/*.py` names all programs in it."""
    for text in sorted(snippet.strings):
        if text.endswith("/*.py") and "\n" not in text:
            yield from sorted((root / text).parent.glob("*.py"))
        elif ("/" in text or text.endswith((".py", ".yml"))) and "\n" not in text and (root / text).is_file():
            yield root / text
