"""Measure how long a reader waits in a page, by the page's clock: for the live model, and for a file's report."""

import json
import struct
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.measurements import Measurements
from tests.browser.visits import CHROMIUM, FLAGS, served

# Bounds, in seconds and in milliseconds.
MAX_FIRST_ANSWER, MAX_FIRST_REPORT, MAX_NEXT_REPORT = 2.0, 4.0, 0.5
MAX_FORWARD_MS, MAX_HEAD_MS = 30.0, 10.0

START_AT_CLICK = (
    "() => addEventListener('click', () => { window.began = performance.now() }, { capture: true, once: true })"
)
SECONDS_SINCE_CLICK = "() => (performance.now() - window.began) / 1000"
# The fastest of 12 passes, in milliseconds: 32 tokens through all layers, and one row through the head.
TIME_PASSES = """async () => {
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
# Makes `window.took` a promise: of the seconds from when the page has the files until a report on `name` is there.
TIME_REPORT = """(name) => {
  document.querySelector(".inspector-live")
    .addEventListener("change", () => { window.began = performance.now() }, { capture: true, once: true });
  window.took = new Promise((resolve) => new MutationObserver((_, watch) => {
    if (document.querySelector(".inspector-source strong")?.textContent !== name) return;
    watch.disconnect();
    resolve((performance.now() - window.began) / 1000);
  }).observe(document.querySelector(".inspector-status"), { childList: true, subtree: true }));
}"""


def write_bert_base(folder: Path) -> list[Path]:
    """Write a checkpoint of bert-base's shapes, a sparse file of 438 MB, and its config. Return both paths."""
    import torch
    from transformers import BertConfig, BertForMaskedLM

    configuration = BertConfig(architectures=["BertForMaskedLM"])
    with torch.device("meta"):
        tensors = BertForMaskedLM(configuration).state_dict()
    configuration.save_pretrained(folder)
    header, end = {}, 0
    for name, tensor in tensors.items():
        if not name.startswith("cls.predictions.decoder."):  # tied: save_pretrained writes only the first name
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


def measure(measurements: Measurements, tree: Path) -> None:
    """Measure in the built site of a copy of the repository. Raise SystemExit if there is no Chromium."""
    if CHROMIUM is None:
        raise SystemExit("no Chromium on this machine; `apt-get install chromium` mends it")
    folder = tree / ".cache/bert-base"
    folder.mkdir()
    with sync_playwright() as playwright, served(tree / "site") as address:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        _measure_live(measurements, chromium.new_page(), address)
        _measure_inspector(measurements, chromium.new_page(), address, write_bert_base(folder))
        chromium.close()


def _measure_live(measurements: Measurements, page: Page, address: str) -> None:
    page.goto(f"{address}heads/")
    page.evaluate(START_AT_CLICK)
    page.get_by_role("button", name="Run pydoc-bert").click()
    page.locator(".live-answer strong").wait_for()
    measurements.add(
        "the live model's first answer after a click", page.evaluate(SECONDS_SINCE_CLICK), at_most=MAX_FIRST_ANSWER
    )
    took = page.evaluate(TIME_PASSES)
    measurements.add("its forward pass", took["forward"], "ms", at_most=MAX_FORWARD_MS)
    measurements.add("its head", took["head"], "ms", at_most=MAX_HEAD_MS)


def _measure_inspector(measurements: Measurements, page: Page, address: str, paths: list[Path]) -> None:
    page.goto(f"{address}inspect/")
    page.wait_for_load_state("networkidle")
    weights = paths[0]
    for which, files, source, bound in (
        ("first", paths, f"{len(paths)} files", MAX_FIRST_REPORT),  # with the start of Python
        ("next", [weights], weights.name, MAX_NEXT_REPORT),
    ):
        page.evaluate(TIME_REPORT, source)
        page.set_input_files("input.inspector-files", files)
        measurements.add(f"the {which} report of a file of 438 MB", page.evaluate("() => window.took"), at_most=bound)
