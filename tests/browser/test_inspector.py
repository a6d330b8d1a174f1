"""The box that takes a checkpoint, in Chromium: it says what the command says, at once, and sends nothing."""

import io
import json
import os
import pickle
import re
import struct
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from inspector.command import inspect
from inspector.data import Unreadable
from inspector.report_formats import as_json, as_markdown
from tests.browser.test_search import search
from tests.browser.visits import LOOKS, axe_findings, give_checks

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "checkpoints/pydoc-bert"
PAGE = "inspect/"
EXAMPLE = "An example, until you drop your own"
READ_AT_MOST = 0.02  # of a large file
AT_A_TIME = 1_000_000  # bytes, of a file of any size: what is in memory

# As it was opened, but for what the page itself keeps.
ANEW = """() => {
  checks.choose("light");
  document.querySelector(".inspector-status").replaceChildren();
  document.querySelector(".inspector-report").replaceChildren();
  document.activeElement.blur();
  window.scrollTo(0, 0);
}"""
# What the report shows, read from the page. Its level is that of the worse of its two verdicts.
SHOWN = """() => ({
  level: ["problem", "note", "fine"].find((level) => document.querySelector(`.inspector-verdict[data-level=${level}]`)),
  asked: document.querySelector(".inspector-verdict").dataset.class ?? "",
  findings: [...document.querySelectorAll(".inspector-finding")].map((one) => [one.dataset.name, one.dataset.level]),
  classes: [...document.querySelectorAll(".inspector-class:has(.inspector-fit)")].map(
    (one) => `${one.querySelector("code").innerText} ${one.querySelector(".inspector-fit").innerText}`),
  summary: Object.fromEntries([...document.querySelectorAll(".inspector-summary > div")].map(
    (one) => [one.querySelector("dt").textContent, one.querySelector("dd").textContent])),
})"""


class Tab:
    """The page, and everything that it asked for or said since it was there."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context(viewport={"width": 1280, "height": 900})
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page: Page = self.context.new_page()
        give_checks(self.page)
        self.heard: list[str] = []
        self.page.on("console", lambda said: self.heard.append(f"console: {said.text}"))
        self.page.on("pageerror", lambda error: self.heard.append(f"error: {error}"))
        self.page.on("dialog", self._dialog)
        self.address = address
        self.page.goto(address + PAGE)
        self.page.wait_for_load_state("networkidle")
        self.heard_while_loading = list(self.heard)
        self.context.on("request", self._request)

    def _dialog(self, dialog: Any) -> None:
        self.heard.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Any) -> None:
        # Chromium asks for its icon now and then, and the search reads its own files when it has time.
        if not request.url.startswith(
            tuple(self.address + own for own in ("assets/favicon", "assets/search/", "search/"))
        ):
            self.heard.append(f"asks: {request.url}")

    def anew(self) -> "Tab":
        """The same page with an empty box, seen from its top."""
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size({"width": 1280, "height": 900})
        self.page.evaluate(ANEW)
        self.heard.clear()
        return self

    def choose(self, *paths: Path) -> None:
        """With a button: a folder, or files."""
        (kind,) = {"folder" if path.is_dir() else "files" for path in paths}
        self.page.set_input_files(f"input.inspector-{kind}", list(paths))
        self.wait()

    def drop(self, *paths: Path) -> None:
        """As a hand does, from outside the browser."""
        session = self.context.new_cdp_session(self.page)
        self.page.locator(".inspector-zone").scroll_into_view_if_needed()
        zone = self.page.locator(".inspector-zone").bounding_box()
        assert zone is not None
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            place = {"x": zone["x"] + 20, "y": zone["y"] + 20}
            session.send("Input.dispatchDragEvent", {"type": kind, **place, "data": data})
        session.detach()
        self.wait()

    def wait(self) -> None:
        """Waits for the report on what was given, which has no example's words."""
        self.page.locator(f".inspector-status:not(:has-text('{EXAMPLE}')) .inspector-verdict").first.wait_for()

    def copied(self, button: str) -> str:
        before = self.page.get_by_role("button", name="Copied").count()
        self.page.get_by_role("button", name=button).click()
        self.page.get_by_role("button", name="Copied").nth(before).wait_for()
        return str(self.page.evaluate("navigator.clipboard.readText()"))

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(SHOWN)
        return found

    def said(self) -> str:
        """The verdict, which a screen reader is told."""
        return str(self.page.locator(".inspector-status").inner_text())

    def bytes_read(self, how: str = "read") -> int:
        """In all, or at once with `largest`."""
        return int(self.page.locator(".inspector-how").get_attribute(f"data-{how}") or -1)


@pytest.fixture(scope="module", autouse=True)
def _pyodide(site: Path) -> None:
    if not (site / "assets/pyodide/pyodide.mjs").is_file():
        pytest.skip("this site was built without npm, from which Pyodide comes")


@pytest.fixture(scope="module")
def opened(browser: Browser, address: str) -> Iterator[Tab]:
    tab = Tab(browser, address)
    tab.choose(SHIPPED)  # Python is there from then on
    yield tab
    tab.context.close()


@pytest.fixture
def tab(opened: Tab) -> Tab:
    return opened.anew()


# --- files


def safetensors(shapes: dict[str, list[int]], path: Path, content: bytes | None = None) -> Path:
    """A file with these names and shapes in float32; its numbers are zeros that take no room on the disk."""
    entries, end = {}, 0
    for name, shape in shapes.items():
        size = 4
        for length in shape:
            size *= length
        entries[name] = {"dtype": "F32", "shape": shape, "data_offsets": [end, end + size]}
        end += size
    header = json.dumps(entries).encode()
    header += b" " * (-len(header) % 8)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + (content or b""))
        file.truncate(8 + len(header) + end)
    return path


def shapes_of(layers: int, hidden: int, words: int) -> dict[str, list[int]]:
    """Of a BERT's encoder and its MLM head."""
    rows = {"word": words, "position": 512, "token_type": 2}
    shapes = {f"bert.embeddings.{kind}_embeddings.weight": [count, hidden] for kind, count in rows.items()}
    inner = 4 * hidden

    def linear(name: str, into: int, out: int) -> None:
        shapes.update({f"{name}.weight": [out, into], f"{name}.bias": [out]})

    def norm(name: str) -> None:
        shapes.update({f"{name}.weight": [hidden], f"{name}.bias": [hidden]})

    norm("bert.embeddings.LayerNorm")
    for number in range(layers):
        layer = f"bert.encoder.layer.{number}"
        for part in ("query", "key", "value"):
            linear(f"{layer}.attention.self.{part}", hidden, hidden)
        linear(f"{layer}.attention.output.dense", hidden, hidden)
        norm(f"{layer}.attention.output.LayerNorm")
        linear(f"{layer}.intermediate.dense", hidden, inner)
        linear(f"{layer}.output.dense", inner, hidden)
        norm(f"{layer}.output.LayerNorm")
    linear("cls.predictions.transform.dense", hidden, hidden)
    norm("cls.predictions.transform.LayerNorm")
    return {**shapes, "cls.predictions.bias": [words]}


def config(folder: Path, **changes: Any) -> None:
    content = json.loads((SHIPPED / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps({**content, **changes}), encoding="utf-8")


def encoder_alone(folder: Path) -> Path:
    """As all-MiniLM's: a whole encoder and no head."""
    from safetensors.torch import load_file, save_file

    tensors = load_file(SHIPPED / "model.safetensors")
    encoder = {name.removeprefix("bert."): one for name, one in tensors.items() if name.startswith("bert.")}
    save_file(encoder, folder / "model.safetensors")
    config(folder, architectures=["BertModel"])
    return folder


def pickled(folder: Path, **options: Any) -> Path:
    import torch
    from safetensors.torch import load_file

    torch.save(load_file(SHIPPED / "model.safetensors"), folder / "pytorch_model.bin", **options)
    config(folder)
    return folder


def two_copies(folder: Path) -> Path:
    """A decoder of its own that differs, though the configuration ties it."""
    from safetensors.torch import load_file, save_file

    tensors = load_file(SHIPPED / "model.safetensors")
    tensors["cls.predictions.decoder.weight"] = tensors["bert.embeddings.word_embeddings.weight"] + 1
    save_file(tensors, folder / "model.safetensors")
    config(folder)
    return folder


def strange_names(folder: Path) -> Path:
    """Names that would be something else if they were read as HTML, or as directions."""
    names = [f"<img src=x onerror=alert({number})>.weight" for number in range(3)]
    return safetensors({name: [2] for name in [*names, "a\u202eb.`c`.bias", "x\u0000y"]}, folder / "model.safetensors")


def shards(folder: Path) -> Path:
    from safetensors.torch import load_file, save_file

    tensors = load_file(SHIPPED / "model.safetensors")
    names = sorted(tensors)
    parts = {"model-00001-of-00002.safetensors": names[:20], "model-00002-of-00002.safetensors": names[20:]}
    for file, own in parts.items():
        save_file({name: tensors[name] for name in own}, folder / file)
    index = {"metadata": {}, "weight_map": {name: file for file, own in parts.items() for name in own}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    config(folder)
    return folder


def sentence_transformer(folder: Path) -> Path:
    encoder_alone(folder)
    kinds = {"Transformer": "", "Pooling": "1_Pooling"}
    modules = [{"idx": at, "name": str(at), "path": path, "type": f"sentence_transformers.models.{kind}"}
               for at, (kind, path) in enumerate(kinds.items())]  # fmt: skip
    (folder / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling/config.json").write_text('{"pooling_mode_mean_tokens": true}', encoding="utf-8")
    return folder


MAKERS: dict[str, Callable[[Path], Path]] = {
    "shipped": lambda _: SHIPPED,
    "encoder alone": encoder_alone,
    "zip": pickled,
    "legacy": lambda folder: pickled(folder, _use_new_zipfile_serialization=False),
    "two copies": two_copies,
    "shards": shards,
    "strange names": strange_names,
    "sentence transformer": sentence_transformer,
}


def command(
    path: Path, tab: Tab, monkeypatch: pytest.MonkeyPatch, asked: str | None = None
) -> tuple[dict[str, Any], str]:
    """The command's JSON and Markdown, asked beside the file: then both call it by its name alone.

    The class is the one that the page shows, or another.
    """
    monkeypatch.chdir(path.parent)
    report = inspect(path.name, class_name=tab.shown()["asked"] if asked is None else asked)
    return json.loads(as_json(report, tab.address)), as_markdown(report, tab.address)


@pytest.mark.parametrize("way", ["choose", "drop"])
@pytest.mark.parametrize("which", MAKERS)
def test_the_page_says_what_the_command_says(
    tab: Tab, which: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = MAKERS[which](tmp_path)
    getattr(tab, way)(folder)
    expected, markdown = command(folder, tab, monkeypatch)
    shown = tab.shown()
    assert shown["level"] == expected["level"]
    assert shown["findings"] == [[one["name"], one["level"]] for one in expected["findings"]]
    assert [text.split() for text in shown["classes"]] == [
        f"{one['name']} {one['level']} {one['verdict']}".split() for one in expected["classes"]
    ]
    assert {**expected["summary"], **({"holds": ", ".join(expected["parts"])} if expected["parts"] else {})} == shown[
        "summary"
    ]
    assert tab.heard == []
    assert json.loads(tab.copied("Copy as JSON")) == expected
    assert tab.copied("Copy as Markdown") == markdown


@pytest.mark.parametrize("way", ["choose", "drop"])
def test_single_files_do_as_well(tab: Tab, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder_alone(tmp_path)
    getattr(tab, way)(tmp_path / "model.safetensors", tmp_path / "config.json")
    both = tab.shown()
    expected, _ = command(tmp_path, tab, monkeypatch)
    assert both["findings"] == [[one["name"], one["level"]] for one in expected["findings"]]
    (tmp_path / "config.json").unlink()
    tab.anew()
    getattr(tab, way)(tmp_path / "model.safetensors")
    expected, _ = command(tmp_path / "model.safetensors", tab, monkeypatch)
    assert tab.shown()["findings"] == [[one["name"], one["level"]] for one in expected["findings"]]
    assert tab.shown() != both


NAMED = {"shipped": "BertForPreTraining", "encoder alone": "BertModel", "strange names": ""}


@pytest.mark.parametrize("which", NAMED)
def test_the_class_of_the_configuration_is_chosen_at_first(
    tab: Tab, which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = MAKERS[which](tmp_path)
    tab.drop(folder)
    assert tab.shown()["asked"] == NAMED[which]
    marked = tab.page.locator(".inspector-class:has(.inspector-named)")
    assert marked.count() == bool(NAMED[which])
    if not NAMED[which]:
        return
    assert " ".join(marked.inner_text().split()).startswith(f"{NAMED[which]} named by config.json")
    assert marked.get_by_role("radio").is_checked()
    tab.page.get_by_role("radio", name="no class in particular").check()
    tab.page.locator(".inspector-status:not(:has([data-class])) .inspector-verdict").first.wait_for()
    assert json.loads(tab.copied("Copy as JSON")) == command(folder, tab, monkeypatch, "")[0]
    assert tab.shown()["asked"] == ""
    assert marked.inner_text().startswith(NAMED[which])
    assert not marked.get_by_role("radio").is_checked()


def test_a_layer_that_is_named_and_not_there_is_a_problem(
    tab: Tab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A classifier that was trained, and not saved: the words say so, and name no option of the command."""
    encoder_alone(tmp_path)
    config(tmp_path, architectures=["BertForSequenceClassification"])
    tab.drop(tmp_path)
    assert tab.shown()["level"] == "problem"
    assert "BertForSequenceClassification: task layer new" in tab.said()
    assert "not in the file" in tab.said()
    assert tab.shown()["findings"][0] == ["class_asked_new", "problem"]
    found = tab.page.locator("[data-name=class_asked_new]").inner_text()
    assert "Choose “no class in particular”" in found
    assert "--class" not in found
    assert json.loads(tab.copied("Copy as JSON")) == command(tmp_path, tab, monkeypatch)[0]


def test_what_is_fine_is_folded_and_stays_as_it_was_left(tab: Tab, tmp_path: Path) -> None:
    tab.drop(encoder_alone(tmp_path))
    fold = tab.page.locator("#inspector details")
    assert fold.get_attribute("open") is None
    fold.locator("summary").click()
    whose = tab.page.locator("[data-name=finite]").inner_text()
    assert "the command’s --full looks at all" in whose
    tab.page.get_by_role("radio", name="no class in particular").check()
    tab.page.locator(".inspector-status:not(:has([data-class])) .inspector-verdict").first.wait_for()
    assert fold.get_attribute("open") is not None
    tab.drop(SHIPPED)
    tab.page.get_by_text("pydoc-bert: safetensors").wait_for()
    assert fold.get_attribute("open") is None


# The worker's answers wait until they are let go.
HELD = """() => {
  window.held = [];
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (kind, heard) {
    listen.call(this, kind, kind !== "message" ? heard : (event) => {
      if (event.data.run) window.held.push({ run: event.data.run, go: () => heard(event) });
      else heard(event);  // the search's
    });
  };
}"""


@pytest.fixture
def slow(browser: Browser, address: str) -> Iterator[Page]:
    """The page with a worker that takes as long as a test wants."""
    context = browser.new_context()
    context.add_init_script(f"({HELD})()")
    page = context.new_page()
    page.goto(address + PAGE)
    yield page
    context.close()


def let_go(page: Page, run: int) -> None:
    """Waits for the answer of a run, and lets the page have it."""
    page.wait_for_function("run => held.find((one) => one.run === run)", arg=run).evaluate("one => one.go()")


# --- what it does not read


class Bomb:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("touch bombed",)


def hostile(folder: Path) -> Path:
    with tarfile.open(folder / "other.tar", "w") as archive:  # no zip: the legacy reader's turn
        archive.addfile(tarfile.TarInfo("x"), io.BytesIO())
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps({"a": Bomb()}, protocol=2))
    return folder / "pytorch_model.bin"


def no_safetensors(folder: Path) -> Path:
    (folder / "model.safetensors").write_bytes(b"<html>404 not found</html>")
    return folder / "model.safetensors"


def archive(folder: Path) -> Path:
    with tarfile.open(folder / "model.tar.gz", "w:gz") as file:
        file.add(SHIPPED / "config.json", "config.json")
    return folder / "model.tar.gz"


def of_tensorflow(folder: Path) -> Path:
    (folder / "tf_model.h5").write_bytes(b"\x89HDF\r\n\x1a\n")
    return folder / "tf_model.h5"


@pytest.mark.parametrize("make", [hostile, no_safetensors, of_tensorflow])
def test_what_cannot_be_read_is_said_in_the_command_s_words(
    tab: Tab, make: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unreadable) as refused:
        inspect(path.name)
    tab.drop(path)
    assert tab.said().startswith("This cannot be read, or should not be.")
    for line in refused.value.lines:
        assert line.replace("`", "") in tab.said()
    assert tab.page.locator(".inspector-finding").count() == 0
    assert not (tmp_path / "bombed").exists()
    assert tab.heard == []


@pytest.mark.parametrize(("name", "shown"), [("model.bin", "model.bin"), ("a$(touch OWNED).bin", "PATH")])
def test_where_python_does_not_start_the_command_is_named(
    browser: Browser, address: str, name: str, shown: str, tmp_path: Path
) -> None:
    """With a line for the shell, in which no strange name stands."""
    (tmp_path / name).write_bytes(b"x")
    page = browser.new_page()
    page.route("**/pyodide.asm.wasm", lambda route: route.abort())
    page.goto(address + PAGE)
    page.set_input_files("input.inspector-files", tmp_path / name)
    page.get_by_text(f"Run inspect-checkpoint {shown}", exact=True).wait_for()
    assert "The page could not read this" in page.locator(".inspector-status").inner_text()
    page.close()


def test_a_site_that_was_built_without_npm_names_the_command(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.route("**/inspector/example.json", lambda route: route.fulfill(json={"reader": False, "report": {}}))
    page.goto(address + PAGE)
    page.wait_for_load_state("networkidle")
    assert page.locator(".inspector-live").is_hidden()
    assert page.locator(".inspector-without").is_visible()
    page.close()


def test_the_example_is_what_the_command_says_of_all_minilm(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address + PAGE)
    page.get_by_text(EXAMPLE).wait_for()
    status = page.locator(".inspector-status")
    assert "all-MiniLM-L6-v2 is complete for BertModel." in status.inner_text()
    assert status.get_attribute("aria-live") == "off"  # nobody asked yet
    assert page.locator("input[name=inspector-class]:enabled").count() == 0
    page.close()


def test_what_is_packed_is_left_to_the_command(tab: Tab, tmp_path: Path) -> None:
    tab.drop(archive(tmp_path))
    assert "model.tar.gz: packed with gzip, which the page does not unpack; use the command" in tab.said()


def test_an_empty_folder_is_said_to_be_empty(tab: Tab, tmp_path: Path) -> None:
    tab.drop(tmp_path)
    assert "There is nothing to read" in tab.said()


# --- how little


@pytest.mark.parametrize(
    ("layers", "hidden", "words", "size"), [(12, 768, 30522, 438e6), (48, 2048, 120000, 10.6e9)], ids=["base", "10 GB"]
)
def test_of_a_large_file_little_is_read(
    tab: Tab, tmp_path: Path, layers: int, hidden: int, words: int, size: float
) -> None:
    config(tmp_path, num_hidden_layers=layers, hidden_size=hidden, vocab_size=words, intermediate_size=4 * hidden,
           max_position_embeddings=512)  # fmt: skip
    path = safetensors(shapes_of(layers, hidden, words), tmp_path / "model.safetensors")
    assert path.stat().st_size == pytest.approx(size, rel=0.05)
    tab.choose(path, tmp_path / "config.json")
    assert 0 < tab.bytes_read() < READ_AT_MOST * size
    assert tab.bytes_read("largest") < AT_A_TIME
    assert {"encoder_whole", "finite"} <= {name for name, _ in tab.shown()["findings"]}


def test_a_second_file_ends_the_first(slow: Page, tmp_path: Path) -> None:
    """The answer that stays is the last one's."""
    page = slow
    page.set_input_files("input.inspector-folder", encoder_alone(tmp_path))
    page.wait_for_function("() => held.some((one) => one.run === 1)")
    page.set_input_files("input.inspector-folder", SHIPPED)
    let_go(page, 2)
    assert "NSP head" in page.evaluate(SHOWN)["summary"]["holds"]
    let_go(page, 1)
    assert "NSP head" in page.evaluate(SHOWN)["summary"]["holds"]


# --- classes, keys, looks


def test_a_class_is_chosen_with_the_keys_alone(tab: Tab, tmp_path: Path) -> None:
    encoder_alone(tmp_path)
    page = tab.page
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").press("Enter")
    chooser.value.set_files([tmp_path / "model.safetensors", tmp_path / "config.json"])
    tab.wait()
    assert "BertForMaskedLM" not in tab.said()
    for _ in range(4):  # past the other button and the links, to the class that the configuration names
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "inspector-class":
            break
    page.keyboard.press("ArrowDown")
    page.locator(".inspector-verdict[data-class=BertForMaskedLM]").wait_for()
    assert re.search(r"BertForMaskedLM.*: MLM head random", tab.said().replace("\n", " "))
    assert page.evaluate("document.activeElement.value") == "BertForMaskedLM"
    assert tab.heard == []


def test_the_focus_stays_where_it_is_while_a_report_takes_long(slow: Page) -> None:
    page = slow
    page.set_input_files("input.inspector-folder", SHIPPED)
    let_go(page, 1)
    page.locator(".inspector-class input:checked").focus()
    page.keyboard.press("ArrowDown")
    page.get_by_text("Reading pydoc-bert").wait_for()
    assert page.evaluate("document.activeElement.value") == "BertModel"
    let_go(page, 2)
    page.locator(".inspector-verdict[data-class=BertModel]").wait_for()
    assert page.evaluate("document.activeElement.value") == "BertModel"


def test_a_class_counts_as_the_command_s_option(tab: Tab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder_alone(tmp_path)
    tab.drop(tmp_path)
    assert (tab.shown()["asked"], tab.shown()["level"]) == ("BertModel", "fine")
    tab.page.get_by_role("radio", name="BertForMaskedLM").check()
    tab.page.locator(".inspector-verdict[data-class=BertForMaskedLM]").wait_for()
    monkeypatch.chdir(tmp_path.parent)
    expected = json.loads(as_json(inspect(tmp_path.name, class_name="BertForMaskedLM"), tab.address))
    assert expected["level"] == tab.shown()["level"] == "problem"
    assert tab.shown()["findings"] == [[one["name"], one["level"]] for one in expected["findings"]]


@pytest.mark.parametrize(("scheme", "width"), [(scheme, width) for scheme, _ in LOOKS for _, width in LOOKS])
@pytest.mark.parametrize("make", [two_copies, strange_names, hostile])
def test_a_report_is_for_everyone(
    tab: Tab, make: Callable[[Path], Path], scheme: Any, width: int, tmp_path: Path
) -> None:
    tab.page.set_viewport_size({"width": width, "height": 900})
    tab.page.evaluate("scheme => checks.choose(scheme)", scheme)
    tab.drop(make(tmp_path))
    assert tab.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    for fold in tab.page.locator("#inspector details:not([open]) > summary").all():
        fold.click()
    assert axe_findings(tab.page, "#inspector") == []
    assert tab.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert tab.page.locator("#inspector img").count() == 0
    assert tab.heard == []


def test_the_verdict_is_seen_without_scrolling(tab: Tab, tmp_path: Path) -> None:
    tab.page.set_viewport_size({"width": 390, "height": 844})
    tab.drop(two_copies(tmp_path))
    box = tab.page.locator(".inspector-verdict").first.bounding_box()
    assert box is not None
    assert 48 <= box["y"] <= 844 - box["height"]  # below the bar at the top


# --- what the page may do


def test_the_page_runs_under_its_policy(tab: Tab) -> None:
    assert tab.heard_while_loading == []
    policy = tab.page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    assert "unsafe-eval" not in policy
    # Later, and so not as part of what the test itself evaluates, which may do anything.
    later = """code => new Promise((done) => setTimeout(() => {
      try { done(new Function("return " + code)()) } catch (error) { done(error.name) }
    }))"""
    assert tab.page.evaluate(later, "1") == "EvalError"
    outside = """() => new Promise((done) => setTimeout(() => fetch("http://elsewhere.invalid/").then(
      () => done("sent"), (error) => done(error.message))))"""
    tab.page.evaluate(outside)
    assert any("Content Security Policy" in line or "Content-Security-Policy" in line for line in tab.heard), tab.heard


def in_worker(tab: Tab, expression: str) -> Any:
    """What an expression is in the worker. Playwright's own way there takes `eval`, which this worker has not."""
    session = tab.context.new_cdp_session(tab.page)
    attached: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    session.on("Target.attachedToTarget", lambda event: attached.append(event))
    session.on("Target.receivedMessageFromTarget", lambda event: told.append(json.loads(event["message"])))
    session.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})
    (own,) = [one for one in attached if one["targetInfo"]["url"].endswith("inspector/worker.js")]
    asked = {"id": 1, "method": "Runtime.evaluate", "params": {"expression": expression, "returnByValue": True}}
    session.send("Target.sendMessageToTarget", {"sessionId": own["sessionId"], "message": json.dumps(asked)})
    while not (answers := [one["result"]["result"] for one in told if one.get("id") == 1]):
        tab.page.evaluate("0")  # until the session has heard of it
    session.detach()
    return answers[0]["value"]


def test_the_worker_has_no_way_out(tab: Tab) -> None:
    names = ("fetch", "XMLHttpRequest", "WebSocket", "EventSource", "importScripts", "Worker", "eval", "Function")
    kinds = ", ".join(f"{name}: typeof {name}" for name in (*names, "TextDecoder"))
    assert in_worker(tab, f"({{{kinds}}})") == {**dict.fromkeys(names, "undefined"), "TextDecoder": "function"}
    # Nor from what it inherits, or from any function.
    for way in (
        "WorkerGlobalScope.prototype.fetch",
        "self.__proto__.importScripts",
        "(()=>{}).constructor('return 1')()",
    ):
        assert in_worker(tab, f"(() => {{ try {{ return typeof {way} }} catch {{ return 'undefined' }} }})()") == (
            "undefined"
        ), way
    assert tab.heard == []


def test_the_search_works_under_the_policy(tab: Tab) -> None:
    search(tab.page, "padding")
    tab.page.locator(".md-search-result__link").first.wait_for()
    tab.page.keyboard.press("Escape")
    assert tab.heard == []
