"""What the repository's own files name is there: paths, Python modules and make targets."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.tracked import ROOT, tracked

FILES = {*tracked()}
FOLDERS = {parent.as_posix() for name in FILES for parent in Path(name).parents}
NAMES = {Path(name).name for name in FILES}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

READ = (
    *sorted(name for name in FILES if name.startswith(".github/")),
    ".ci/run",
    "CONTRIBUTING.md",
    "Makefile",
    *sorted(name for name in FILES if Path(name).name == "README.md"),
    "mkdocs.yml",
)

# Made by make, and not tracked, or not always there.
MADE: tuple[str, ...] = (
    ".venv/*",
    ".cache/*",
    "docs/assets/pyodide*",
    "node_modules/*",
    "site/*",
)
# What the site adds to docs/.
VIEWS = ("c/", "m/", "artifacts/labs/", "artifacts/style/")
MADE += tuple(f"{docs}{one}*" for docs in ("", "docs/") for one in VIEWS)
MADE += (
    "pyodide-lock.json",
    "docs/claims.json",
    "docs/llms.txt",
    "claims.json",
)
# No paths of this repository: models on the hub and where a reader keeps one, examples, icons, other repositories.
ELSEWHERE = {
    ".github/workflows/test-and-publish.yml": ("refs/heads/main",),
    "CONTRIBUTING.md": ("sentence-transformers/*", "*/mask_row_is_the_smallest.*", "topic/name"),
    "Makefile": ("topic/name", "1/4", "/dev/null"),
    "README.md": (
        "sentence-transformers/*",
        "google-bert/*",
        "rxn4chemistry/*",
        "bert-checked/*",
        "bert-base-uncased/",
        "out/checkpoint",
    ),
    "checkpoints/minilm-mlm/README.md": ("/tmp/minilm-mlm",),
    "checkpoints/pydoc-bert/README.md": ("/tmp/smoke",),
    "configs/README.md": ("*/config.json", "configure_pretraining.py", "paddlenlp/*"),
    "mkdocs.yml": ("material/weather-*",),
}

SUFFIXES = "py|js|yml|json|md|txt|toml|html|css|svg|ipynb"
WORD = r"(?:[\w.*-]|<\w+>)+"
PATH = re.compile(
    rf"(?<![\w./:@$*~>-])(?:{WORD}(?:/{WORD})+/?|{WORD}/|(?<=\s)(?:/{WORD})+|[\w-]+\.(?:{SUFFIXES})\b)(?![\w/])"
)
CODE = re.compile(r"^```.*?^```|^ {4}\S.*$|`[^`\n]+`|\]\([^)\s]+\)", re.MULTILINE | re.DOTALL)
ADDRESS = re.compile(r"\w+://\S+|uses: \S+")
ASSIGNED = re.compile(r"^(\w+) [:?]?= (\S+)$", re.MULTILINE)
MODULE = re.compile(r"python[\d.]* -m ([\w.]+)")
MAKE = re.compile(r"(?:^[ #-]*(?:run: )?|`|&& )make((?: [\w./=-]+)+)", re.MULTILINE)


def text_of(name: str, text: str) -> str:
    """What may name something: of Markdown the code and the links, of others all. Makefile variables are expanded."""
    if name.endswith(".md"):
        text = "\n".join(CODE.findall(text))
    if name == "Makefile":
        for variable, _ in ASSIGNED.findall(text):
            text = text.replace(f"$({variable})", dict(ASSIGNED.findall(text))[variable])
        text = re.sub(r"\$\(\w+\)", "*", text)
    return ADDRESS.sub("", text)


def paths(name: str, text: str) -> set[str]:
    """The paths that a file's text names."""
    return set(PATH.findall(text_of(name, text)))


def is_there(path: str, home: str) -> bool:
    """Whether a path leads to something: from the root, its file's folder, where pages are read, or a claim's name."""
    path = re.sub(r"<[^>]*>", "*", path.strip("/").removeprefix("./"))
    if any(fnmatch(f"{path}/", made) or fnmatch(path, made) for made in MADE) or path in NAMES:
        return True
    if f"snippets/{path}.py" in FILES:
        return True
    wholes = {(Path(folder) / path).as_posix() for folder in (".", home, "docs", "docs/artifacts")}
    return bool(wholes & (FILES | FOLDERS)) or any(
        fnmatch(file, whole) for whole in wholes if "*" in whole for file in FILES
    )


def modules(name: str, text: str) -> set[str]:
    """The modules that a file's commands run."""
    return set(MODULE.findall(text_of(name, text)))


def runs(module: str) -> bool:
    file = module.replace(".", "/")
    own = {"src/" + file.partition("/")[0], file.partition("/")[0]} & FOLDERS
    files = {f"{folder}{file}{end}" for folder in ("", "src/") for end in (".py", "/__main__.py")}
    return files & FILES != set() if own else find_spec(module) is not None


def targets(name: str, text: str) -> set[str]:
    """The targets that a file's commands make."""
    made = " ".join(MAKE.findall(text_of(name, text)))
    return {word for word in made.split() if re.fullmatch("[a-z-]+", word)}


def missing(name: str, text: str) -> Iterator[str]:
    """What a file names that is not there."""
    home = Path(name).parent.as_posix()
    elsewhere = ELSEWHERE.get(name, ())
    named = {path for path in paths(name, text) if not any(fnmatch(path, other) for other in elsewhere)}
    yield from sorted(path for path in named if not is_there(path, home))
    yield from sorted(f"python -m {module}" for module in modules(name, text) if not runs(module))
    yield from sorted(f"make {target}" for target in targets(name, text) - TARGETS)


@pytest.mark.parametrize("name", READ)
def test_what_a_file_names_is_there(name: str) -> None:
    assert list(missing(name, (ROOT / name).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "found"),
    [
        ("Makefile", "-m explainer.proposal", "-m explainer.proposals", "python -m explainer.proposals"),
        ("Makefile", "$(EXTRA) -r requirements/", "$(EXTRA) -r needs/", "needs/extra.txt"),
        (".github/workflows/rebuild.yml", "run: make check-gpu", "run: make checks-gpu", "make checks-gpu"),
        ("README.md", "\nsrc/inspector/ ", "\nsrc/inspection/ ", "src/inspection/"),
        ("CONTRIBUTING.md", "`src/load_report/rules.yml`", "`paste/rules.yml`", "paste/rules.yml"),
        (
            "CONTRIBUTING.md",
            "[paste_report/vectors_without_a_pooler]",
            "[paste_report/no_claim]",
            "paste_report/no_claim",
        ),
    ],
)
def test_a_name_of_nothing_is_found(name: str, old: str, new: str, found: str) -> None:
    before = (ROOT / name).read_text(encoding="utf-8")
    after = before.replace(old, new)
    assert after != before
    assert set(missing(name, after)) - set(missing(name, before)) == {found}
