"""How long a reader waits in a page, by the page's clock: for the model that runs there, and for a file's report."""

import json
import struct
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.figures import Figures
from tests.browser.visits import CHROMIUM, FLAGS, served

FIRST_ANSWER, REPORT = 2.0, 1.0  # seconds
FORWARD, HEAD = 30.0, 10.0  # milliseconds

CLICKED = "() => addEventListener('click', () => { window.began = performance.now() }, { capture: true, once: true })"
SINCE = "() => (performance.now() - window.began) / 1000"
# Milliseconds of the best of several passes, of 32 tokens through all layers and of one row through the head.
PASSES = """async () => {
  const { load, row } = await import("/assets/live/model.js");
  const model = await load("/artifacts/live/");
  const best = (pass) => Math.min(...Array.from({ length: 12 }, () => {
    const before = performance.now();
    pass();
    return performance.now() - before;
  }));
  const tokens = Array.from({ length: 32 }, (_, i) => 200 + 7 * i);
  const vector = row(model.encode(tokens, []).at(-1), 3);
  return { forward: best(() => model.encode(tokens, [])), head: best(() => model.head(vector)) };
}"""
# Seconds from the moment at which the page has the files to its report.
TIMED = """() => {
  document.querySelector(".inspector-live")
    .addEventListener("change", () => { window.began = performance.now() }, { capture: true, once: true });
  window.took = new Promise((told) => new MutationObserver((_, watch) => {
    if (!document.querySelector(".inspector-status:not(:has(.inspector-still)) .inspector-verdict")) return;
    watch.disconnect();
    told((performance.now() - window.began) / 1000);
  }).observe(document.querySelector(".inspector-status"), { childList: true, subtree: true }));
}"""


def write_bert_base(folder: Path) -> list[Path]:
    """Write a checkpoint of bert-base's shapes, 438 MB of zeros that take no room on the disk."""
    import torch
    from transformers import BertConfig, BertForMaskedLM

    configuration = BertConfig(architectures=["BertForMaskedLM"])
    with torch.device("meta"):
        tensors = BertForMaskedLM(configuration).state_dict()
    configuration.save_pretrained(folder)
    header, end = {}, 0
    for name, tensor in tensors.items():
        if not name.startswith("cls.predictions.decoder."):  # the file has what is tied once
            header[name] = {
                "dtype": "F32",
                "shape": list(tensor.shape),
                "data_offsets": [end, end + 4 * tensor.numel()],
            }
            end += 4 * tensor.numel()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with (folder / "model.safetensors").open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.truncate(8 + len(text) + end)
    return [folder / "model.safetensors", folder / "config.json"]


def measure(figures: Figures, tree: Path) -> None:
    """Measure in the built site of a copy of the repository."""
    if CHROMIUM is None:
        raise SystemExit("no Chromium on this machine; `apt-get install chromium` mends it")
    folder = tree / ".cache/bert-base"
    folder.mkdir()
    with sync_playwright() as playwright, served(tree / "site") as address:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        _measure_live(figures, chromium.new_page(), address)
        _measure_inspector(figures, chromium.new_page(), address, write_bert_base(folder))
        chromium.close()


def _measure_live(figures: Figures, page: Page, address: str) -> None:
    page.goto(f"{address}heads/")
    page.evaluate(CLICKED)
    page.get_by_role("button", name="Run pydoc-bert").click()
    page.locator(".live-answer strong").wait_for()
    figures.add("the live model's first answer after a click", page.evaluate(SINCE), most=FIRST_ANSWER)
    took = page.evaluate(PASSES)
    figures.add("its forward pass", took["forward"], "ms", most=FORWARD)
    figures.add("its head", took["head"], "ms", most=HEAD)


def _measure_inspector(figures: Figures, page: Page, address: str, paths: list[Path]) -> None:
    page.goto(f"{address}inspect/")
    page.evaluate(TIMED)
    page.set_input_files("input.inspector-files", paths)
    figures.add("the report of a file of 438 MB", page.evaluate("() => window.took"), most=REPORT)
