"""A reader copies a block of code from a page into an empty folder, and it runs: offline, with what the hub has."""

import ast
import os
import re
import zipfile
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bert.downloads import write_zip
from explainer.inputs.content import read_checkpoints
from explainer.measure.extra_packages import EXTRA_PACKAGES_FOLDER
from explainer.measure.find_checkpoints import Finder, FoundCheckpoint
from explainer.paths import Project
from tests.forked import run_forked
from tests.site.built import leads_on, pages, read

ROOT = Path(__file__).resolve().parents[2]
ON_THE_HUB = "sentence-transformers/all-MiniLM-L6-v2"  # what a reader can load by a name of the hub, and we can
# Claims' own pages and labs show whole programs, which run in a clone.
NOT_RUN = re.compile(r"(c|labs|artifacts)/")
# What a reader installs beside transformers for a program that imports it.
TENSORFLOW = "import tensorflow"  # for one message, which only its users meet; it is not installed here
EXTRA = re.compile(r"^(?:from|import) (?:peft|accelerate|sentence_transformers)\b", re.MULTILINE)
# What is loaded once, for seconds; whatever a program changes in it, it changes in its own fork. No program is found by
# the folder that the server started in, and no model in a cache that the machine's settings name.
SERVER = """
import os, sys
for name in [name for name in os.environ if name.startswith("HF_")]:
    del os.environ[name]
os.environ |= {{"HF_HOME": {home!r}, "HF_HUB_OFFLINE": "1"}}
sys.path = [path for path in sys.path if path and path != os.getcwd()]
import tempfile, torch, transformers, safetensors
from transformers import AutoTokenizer, BertForPreTraining
"""


@dataclass(frozen=True)
class Block:
    """A program that a page shows, and the zips that the page tells the reader to unzip beside it."""

    page: str
    code: str
    zips: tuple[str, ...]


class Blocks(HTMLParser):
    """Collects the programs of a page: the text of each <pre> that imports something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found, self.zips, self.text = page, list[Block](), tuple[str, ...](), ""
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "pre" or (tag == "p" and "needs" in (dict(attrs).get("class") or "").split()):
            self.inside, self.text = tag, ""

    def handle_data(self, data: str) -> None:
        self.text += data if self.inside else ""

    def handle_endtag(self, tag: str) -> None:
        if tag != self.inside:
            return
        self.inside = ""
        if tag == "p":
            self.zips = tuple(re.findall(r"[\w-]+\.zip", self.text))
        elif is_program(self.text):
            self.found.append(Block(self.page, self.text, self.zips))
            self.zips = ()


def is_program(text: str) -> bool:
    """Whether it is Python that imports something: what programs print is not."""
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return False
    return any(isinstance(node, ast.Import | ast.ImportFrom) for node in body)


def blocks_of(page: str, html: str) -> list[Block]:
    parser = Blocks(page)
    parser.feed(html)
    return parser.found


class Reader:
    """Somebody with an empty folder, a hub cache of what the hub has, and the site's zips."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.models, self.runs = folder, folder / "unzipped", 0
        finder = Finder(ROOT, Project(ROOT).hub_home)
        hub = folder / "home" / "hub"
        hub.mkdir(parents=True)
        for checkpoint in read_checkpoints(ROOT):
            if checkpoint.id != ON_THE_HUB and not checkpoint.download:
                continue
            assert isinstance(finder.find(checkpoint), FoundCheckpoint)
            if checkpoint.download:
                archive = folder / Path(checkpoint.download).name
                write_zip(archive, ROOT / checkpoint.id, checkpoint)
                zipfile.ZipFile(archive).extractall(self.models)
            else:
                name = f"models--{checkpoint.id.replace('/', '--')}"
                (hub / name).symlink_to(Project(ROOT).hub_home / "hub" / name)

    def run(self, block: Block) -> str:
        """Run a block in an empty folder. Return "" if it ends well, else its page, the error and the program."""
        self.runs += 1
        empty = self.folder / str(self.runs)
        empty.mkdir()
        for name in block.zips:
            model = name.removesuffix(".zip")
            (empty / model).symlink_to(self.models / model)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "EXPLAINER_"))}
        environment = kept | {"HF_HOME": str(self.folder / "home"), "HF_HUB_OFFLINE": "1"}
        if EXTRA.search(block.code):
            environment["PYTHONPATH"] = str(ROOT / EXTRA_PACKAGES_FOLDER)
        server = SERVER.format(home=environment["HF_HOME"])
        done = run_forked(block.code, empty, environment=environment, imports=server)
        error = [line for line in done.stderr.splitlines() if re.match(r"[\w.]*Error\b", line)][-1:]
        return f"{block.page}: {error}\n{block.code}" if done.returncode else ""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(tmp_path_factory.mktemp("reader"))


def test_every_program_of_a_page_runs_from_an_empty_folder(site: Path, reader: Reader) -> None:
    names = {page: page.relative_to(site).as_posix() for page in pages(site)}
    shown = [page for page, name in names.items() if not NOT_RUN.match(name) and not leads_on(page)]
    every = [block for page in shown for block in blocks_of(names[page], read(page))]
    blocks = [block for block in every if TENSORFLOW not in block.code]
    assert len(every) - len(blocks) <= 1
    assert len(blocks) > 100
    assert [block.page for block in blocks if "rxn4chemistry/rxnmapper" in block.code] == []
    assert [failure for block in blocks if (failure := reader.run(block))] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (f'from transformers import AutoModel\nAutoModel.from_pretrained("{ON_THE_HUB}")', ""),
        ('from transformers import AutoModel\nAutoModel.from_pretrained("pydoc-bert")', "OSError"),
        ('from transformers import AutoModel\nAutoModel.from_pretrained("rxn4chemistry/rxnmapper")', "OSError"),
        ("import json\njson.load(open('configs/bert.json'))", "FileNotFoundError"),
        ("import transformers\nprint(left_of_another_block)", "NameError"),
    ],
)
def test_a_program_that_needs_more_than_a_reader_has_is_found(reader: Reader, code: str, found: str) -> None:
    (block,) = blocks_of("x/index.html", f"<pre><code>{code}</code></pre>")
    failure = reader.run(block)
    assert found in failure
    assert bool(found) == bool(failure)


def test_a_zip_that_a_page_names_above_a_program_is_unzipped_beside_that_alone(reader: Reader) -> None:
    program = '<pre><code>import os\nassert os.path.exists("pydoc-bert/config.json")</code></pre>'
    with_zip, without = blocks_of("x", f'<p class="needs">Unzip <a href="a">pydoc-bert.zip</a></p>{program}{program}')
    assert reader.run(with_zip) == ""
    assert "AssertionError" in reader.run(without)
