"""The text that pydoc-bert learns from: docstrings of Python's standard library, torch, transformers and numpy.

The sources are parsed with `ast` and never imported, so that reading them runs nothing.
"""

import ast
import hashlib
import importlib.util
import re
import sysconfig
import warnings
from collections.abc import Iterator
from pathlib import Path

LIBRARIES = ("torch", "transformers", "numpy")
STANDARD_LIBRARY = "python"
HELD_OUT_SHARE = 0.05  # of the files
SHORTEST = 6  # words; what is shorter is a heading or a lone argument
LETTERS_AT_LEAST = 0.8  # share of letters and spaces; below it a paragraph is code or a table
PERSONAL = re.compile(r"\S@\S|copyright", re.IGNORECASE)  # addresses and notices are nobody's prose
SENTENCE_END = re.compile(r"(?<=[.!?:;]) +")
MARKUP = re.compile(r"[`*|]+|[-=~^]{3,}")
DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

Corpus = dict[str, list[list[str]]]
"""File name, such as `torch/nn/modules/linear.py` -> its docstrings -> their paragraphs in order, each on one line."""


def source_folders(*, standard_library_only: bool = False) -> dict[str, Path]:
    """Name -> folder of the installed sources. Raises ModuleNotFoundError for a library that is not installed."""
    folders = {STANDARD_LIBRARY: Path(sysconfig.get_path("stdlib"))}
    for name in () if standard_library_only else LIBRARIES:
        spec = importlib.util.find_spec(name)
        if spec is None or not spec.submodule_search_locations:
            raise ModuleNotFoundError(f"{name} is not installed: its docstrings are part of the corpus")
        folders[name] = Path(spec.submodule_search_locations[0])
    return folders


def source_files(name: str, folder: Path, *, top_level_only: bool = False) -> Iterator[tuple[str, Path]]:
    """The Python files below `folder` in a fixed order, named relative to it; installed packages are left out."""
    for path in sorted(folder.glob("*.py" if top_level_only else "**/*.py")):
        relative = path.relative_to(folder)
        if not {"site-packages", "dist-packages"} & set(relative.parts):
            yield f"{name}/{relative.as_posix()}", path


def docstrings(path: Path) -> Iterator[str]:
    """Every docstring of one file; none if it is not valid Python, as some test data of the standard library."""
    try:
        with warnings.catch_warnings(action="ignore"):  # invalid escapes in other people's strings
            tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS) and (text := ast.get_docstring(node)):
            yield text


def paragraphs(docstring: str) -> Iterator[str]:
    """The paragraphs of prose, each on one line and without markup."""
    for block in re.split(r"\n\s*\n", docstring):
        if ">>>" in block or "```" in block:
            continue
        line = " ".join(MARKUP.sub("", block).split())
        if is_prose(line):
            yield line


def is_prose(line: str) -> bool:
    """Whether a line is sentences in ASCII, not code, a table or a heading."""
    if not line.isascii() or PERSONAL.search(line):
        return False
    letters = sum(c.isalpha() or c == " " for c in line)
    return len(line.split()) >= SHORTEST and letters >= LETTERS_AT_LEAST * len(line)


def read(folders: dict[str, Path], *, top_level_only: bool = False) -> Corpus:
    """Reads the corpus. A paragraph found twice is kept where it comes first, so no held-out one was trained on."""
    seen: set[str] = set()
    corpus: Corpus = {}
    for library, folder in folders.items():
        for name, path in source_files(library, folder, top_level_only=top_level_only):
            for docstring in docstrings(path):
                if new := [line for line in paragraphs(docstring) if not _was_seen(line, seen)]:
                    corpus.setdefault(name, []).append(new)
    return corpus


def split(corpus: Corpus) -> tuple[Corpus, Corpus]:
    """Training and held-out files, chosen by a hash of the name: a file added to a library moves no other."""
    held_out = {name for name in corpus if _fraction(name) < HELD_OUT_SHARE}
    training = {name: texts for name, texts in corpus.items() if name not in held_out}
    return training, {name: corpus[name] for name in sorted(held_out)}


def fingerprint(corpus: Corpus) -> str:
    """sha256 of the whole text: equal corpora, equal fingerprints."""
    digest = hashlib.sha256()
    for name, docstrings_of_file in corpus.items():
        digest.update(repr((name, docstrings_of_file)).encode())
    return digest.hexdigest()


def all_paragraphs(corpus: Corpus) -> list[str]:
    """Every paragraph, in order."""
    return [line for docstrings_of_file in corpus.values() for docstring in docstrings_of_file for line in docstring]


def sentences(docstrings_of_file: list[list[str]]) -> list[str]:
    """The running text of a file, cut at the ends of paragraphs and after full stops, colons and semicolons."""
    return [part for texts in docstrings_of_file for line in texts for part in SENTENCE_END.split(line)]


def _was_seen(line: str, seen: set[str]) -> bool:
    """Whether this paragraph, in capitals or not, came before; remembers it."""
    known = line.lower() in seen
    seen.add(line.lower())
    return known


def _fraction(name: str) -> float:
    """A number in [0, 1) that depends on the name alone."""
    return int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) / 2**32
