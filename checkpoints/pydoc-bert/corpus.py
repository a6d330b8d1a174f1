"""Read the text that pydoc-bert learns from: docstrings of Python's standard library, torch, transformers and numpy.

The sources are parsed with `ast` and never imported, so that reading them runs no code of theirs.
"""

import ast
import hashlib
import importlib.util
import re
import sysconfig
import warnings
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import torch
from batches import Text
from transformers import BertTokenizer

LIBRARIES = ("torch", "transformers", "numpy")
STANDARD_LIBRARY = "python"
HELD_OUT_SHARE = 0.05  # of the files
MIN_WORDS = 6  # a shorter paragraph is a heading or a lone argument
MIN_LETTERS = 0.8  # share of letters and spaces; below it a paragraph is code or a table
PERSONAL = re.compile(r"\S@\S|copyright", re.IGNORECASE)  # mail addresses and notices stay out of the text
SENTENCE_END = re.compile(r"(?<=[.!?:;]) +")
MARKUP = re.compile(r"[`*|]+|[-=~^]{3,}")
WORDS_SHIPPED = 45  # of each text in held_out.txt: two fit into the longest training sequence
SHIPPED_PER_FILE = 4  # pairs
DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

Corpus = dict[str, list[list[str]]]
"""File name, such as `torch/nn/modules/linear.py` -> its docstrings -> their paragraphs in order, each on one line."""


def source_folders(*, standard_library_only: bool = False) -> dict[str, Path]:
    """Return the folders of the installed sources by name. Raise ModuleNotFoundError if a library is missing."""
    folders = {STANDARD_LIBRARY: Path(sysconfig.get_path("stdlib"))}
    for name in () if standard_library_only else LIBRARIES:
        spec = importlib.util.find_spec(name)
        if spec is None or not spec.submodule_search_locations:
            raise ModuleNotFoundError(f"{name} is not installed: its docstrings are part of the corpus")
        folders[name] = Path(spec.submodule_search_locations[0])
    return folders


def source_files(name: str, folder: Path, *, top_level_only: bool = False) -> Iterator[tuple[str, Path]]:
    """Yield the Python files below `folder` in a fixed order, named relative to it; installed packages are left out."""
    for path in sorted(folder.glob("*.py" if top_level_only else "**/*.py")):
        relative = path.relative_to(folder)
        if not {"site-packages", "dist-packages"} & set(relative.parts):
            yield f"{name}/{relative.as_posix()}", path


def docstrings(path: Path) -> Iterator[str]:
    """Yield every docstring of a file. Nothing if it is not valid Python, as some test data of the standard library."""
    try:
        with warnings.catch_warnings(action="ignore"):  # invalid escapes in other people's strings
            tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS) and (text := ast.get_docstring(node)):
            yield text


def paragraphs(docstring: str) -> Iterator[str]:
    """Yield the paragraphs of a docstring that are prose, each on one line and without markup."""
    for block in re.split(r"\n\s*\n", docstring):
        if ">>>" in block or "```" in block:
            continue
        line = " ".join(MARKUP.sub("", block).split())
        if is_prose(line):
            yield line


def is_prose(line: str) -> bool:
    """Tell whether a line is ASCII sentences, not code, a table or a heading."""
    if not line.isascii() or PERSONAL.search(line):
        return False
    letters = sum(c.isalpha() or c == " " for c in line)
    return len(line.split()) >= MIN_WORDS and letters >= MIN_LETTERS * len(line)


def read(folders: dict[str, Path], *, top_level_only: bool = False) -> Corpus:
    """Read the corpus. A repeated paragraph stays only where it comes first, so none is in both parts of the split."""
    seen: set[str] = set()
    corpus: Corpus = {}
    for library, folder in folders.items():
        for name, path in source_files(library, folder, top_level_only=top_level_only):
            for docstring in docstrings(path):
                if new := [line for line in paragraphs(docstring) if not _was_seen(line, seen)]:
                    corpus.setdefault(name, []).append(new)
    return corpus


def split(corpus: Corpus) -> tuple[Corpus, Corpus]:
    """Return training and held-out files, chosen by a hash of the name, so that a new file moves no other one."""
    held_out = {name: corpus[name] for name in sorted(corpus) if _fraction(name) < HELD_OUT_SHARE}
    return {name: texts for name, texts in corpus.items() if name not in held_out}, held_out


def read_and_split(*, little: bool) -> tuple[list[str], tuple[Corpus, Corpus]]:
    """Return names of the sources, and training and held-out files; if `little`, of the standard library's top only."""
    folders = source_folders(standard_library_only=little)
    return list(folders), split(read(folders, top_level_only=little))


def fingerprint(corpus: Corpus) -> str:
    """Return the sha256 of the names and all text, in hex: equal for equal corpora only."""
    return hashlib.sha256("".join(map(repr, corpus.items())).encode()).hexdigest()


def all_paragraphs(corpus: Corpus) -> list[str]:
    """Return every paragraph, in order."""
    return [line for docstrings_of_file in corpus.values() for docstring in docstrings_of_file for line in docstring]


def sentences(docstrings_of_file: list[list[str]]) -> list[str]:
    """Return the running text of a file, cut at the ends of paragraphs and after full stops, colons and semicolons."""
    return [part for texts in docstrings_of_file for line in texts for part in SENTENCE_END.split(line)]


def encode(corpus: Corpus, tokenizer: BertTokenizer) -> Text:
    """Return every sentence as token ids, without [CLS] and [SEP]."""
    files = [sentences(docstrings_of_file) for docstrings_of_file in corpus.values()]
    flat = [sentence for file in files for sentence in file]
    encoded = iter(tokenizer.backend_tokenizer.encode_batch(flat, add_special_tokens=False))
    return Text.of([[next(encoded).ids for _ in file] for file in files])


def describe(corpus: Corpus, text: Text) -> dict[str, Any]:
    """Return for the log the sizes of one part of the corpus, and its sha256."""
    return {
        "files": len(corpus),
        "docstrings": sum(map(len, corpus.values())),
        "paragraphs": len(all_paragraphs(corpus)),
        "sentences": len(text.starts),
        "characters": sum(map(len, all_paragraphs(corpus))),
        "tokens": sum(map(len, text.files)),
        "sha256": fingerprint(corpus),
    }


def held_out_lines(held_out: Corpus, seed: int) -> list[str]:
    """Return sampled lines for held_out.txt: `file <tab> text <tab> the text after it <tab> a text of another file`.

    Each text has WORDS_SHIPPED words, and the last two begin with a sentence.
    """
    generator = torch.Generator().manual_seed(seed)
    pairs_of = {name: _text_pairs(sentences(docstrings)) for name, docstrings in held_out.items()}
    candidates = [(name, after) for name, pairs in pairs_of.items() for _, after in pairs]
    rows = []
    for name, pairs in pairs_of.items():
        for number in torch.randperm(len(pairs), generator=generator)[:SHIPPED_PER_FILE].tolist():
            other_name, other_text = name, ""
            while other_name == name:
                other_name, other_text = candidates[int(torch.randint(len(candidates), (), generator=generator))]
            rows.append("\t".join([name, *pairs[number], other_text]))
    return rows


def _was_seen(line: str, seen: set[str]) -> bool:
    """Tell whether `seen` has this paragraph, in whatever case, and add it."""
    known = line.lower() in seen
    seen.add(line.lower())
    return known


def _fraction(name: str) -> float:
    """Return a number in [0, 1) from a hash of the name alone."""
    return int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) / 2**32


def _text_pairs(sentences_of_file: list[str]) -> list[tuple[str, str]]:
    """Return the WORDS_SHIPPED words before and after each start of a sentence with so many words on both sides."""
    words = [word for sentence in sentences_of_file for word in sentence.split()]
    starts = accumulate(len(sentence.split()) for sentence in sentences_of_file)
    return [
        (" ".join(words[start - WORDS_SHIPPED : start]), " ".join(words[start : start + WORDS_SHIPPED]))
        for start in starts
        if WORDS_SHIPPED <= start <= len(words) - WORDS_SHIPPED
    ]
