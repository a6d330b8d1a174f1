"""The box that takes a load report, in Chromium: what it answers, how fast, and that nothing in a paste is obeyed."""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.visits import LOOKS, axe_findings, give_checks

ROOT = Path(__file__).resolve().parents[2]
PAGE = "load-report/"
REPORTS = sorted((ROOT / "docs/artifacts/reports/versions").glob("what_loading_prints.*.txt"))
WIDTHS = [1280, 390]
RULES = "artifacts/load_report/rules.json"
# What the page's own modules say of a text: the whole, and each key with its answers.
ASK = """async ([site, texts]) => {
  const { answer } = await import(`${site}assets/load_report/answer.js`);
  const rules = await (await fetch(`${site}artifacts/load_report/rules.json`)).json();
  const answers = item => item.choices.map(one => one.rule.label).join(" or ");
  return texts.map((text) => {
    const found = answer(text, rules);
    const items = found.groups.flatMap(group => group.items);
    return {whole: found.whole, keys: items.map(item => `${item.status} ${item.key}: ${answers(item)}`)};
  });
}"""

# Until what was put into the page has been laid out, and has asked for what it wants.
FRAME = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
# Until the page has heard of another place in it.
GO_TO = """hash => new Promise((done) => {
  addEventListener("hashchange", () => setTimeout(done), { once: true });
  location.hash = hash;
})"""
# As it was opened, but for what the page itself keeps.
ANEW = """() => {
  checks.choose("light");
  document.querySelector(".paste-clear").click();
  history.replaceState(null, "", location.pathname);
  document.activeElement.blur();
  window.scrollTo(0, 0);
}"""


class Tab:
    """A page with the box, and everything that it asked for, said or ran since it was there."""

    def __init__(self, browser: Browser, url: str, width: int = 1280) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 844})
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page: Page = self.context.new_page()
        give_checks(self.page)
        self.heard: list[str] = []
        self.site = url.partition("#")[0].removesuffix(PAGE)
        self.page.goto(url)
        self.page.locator("#paste-text").wait_for()  # it shows when the rules are there
        self.page.on("request", self._request)
        self.page.on("console", lambda said: self.heard.append(f"console: {said.text}"))
        self.page.on("pageerror", lambda error: self.heard.append(f"error: {error}"))
        self.page.on("dialog", self._dialog)

    def _dialog(self, dialog: Any) -> None:
        self.heard.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Any) -> None:
        # Chromium asks for its icon now and then, and the search and the box read their own files when they have time.
        own = ("assets/favicon.svg", "assets/search/", "search/", "assets/load_report/")
        if not request.url.startswith(tuple(self.site + folder for folder in own)):
            self.heard.append(f"asks: {request.url}")

    def anew(self, width: int = WIDTHS[0]) -> "Tab":
        """The same page with an empty box, seen from its top."""
        self.page.set_viewport_size({"width": width, "height": 844})
        self.page.evaluate(ANEW)
        assert self.page.locator(".paste-whole").count() == 0
        self.heard.clear()
        return self

    def paste(self, text: str) -> None:
        """As a reader does: into the clipboard, into the field, one key."""
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.locator("#paste-text").click()
        self.page.keyboard.press("Control+V")

    def whole(self) -> str:
        said = self.page.locator(".paste-summary:not([aria-busy]) .paste-whole")
        said.wait_for()
        return str(said.get_attribute("data-whole"))

    def ask(self, *texts: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(ASK, [self.site, list(texts)])
        return found


@pytest.fixture(scope="module")
def tabs(browser: Browser, address: str) -> Iterator[dict[str, Tab]]:
    """Both pages that have the box, each opened once."""
    tabs = {page: Tab(browser, address + page) for page in ("", PAGE)}
    yield tabs
    for tab in tabs.values():
        tab.context.close()


@pytest.fixture
def tab(tabs: dict[str, Tab]) -> Tab:
    return tabs[PAGE].anew()


# --- the recorded reports


def numbers(path: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", path.name))


def known_wholes(path: Path) -> list[str]:
    """By what the releases do, as the page of versions shows: into both pre-training classes, encoder-only into two."""
    release = numbers(path)
    if "pytorch_pretrained_bert" in path.name:  # it knew no prefix to add
        return ["unknown", "fine", "stop", "stop"]
    if release < (2, 4):  # what is missing goes unsaid
        return ["unknown", "fine", "unknown", "unknown"]
    if release < (2, 6):
        return ["fine", "fine", "unknown", "unknown"]
    # 4.26 to 4.51 say that all weights were loaded, 4.57 that some were renamed, 5.0 to 5.3 that two matrices are not
    # tied, and later ones say nothing.
    complete = "fine" if release < (5, 4) else "unknown"
    return [complete, "fine", "train", "train"]


def sections(path: Path) -> list[str]:
    return re.split(r"^--- .*\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


def test_every_recorded_report_gets_its_answer(tab: Tab) -> None:
    assert len(REPORTS) > 25
    wrong = []
    for path in REPORTS:
        answers = [one["whole"] for one in tab.ask(*sections(path))]
        if answers != known_wholes(path):
            wrong.append(f"{path.name}: {answers}, not {known_wholes(path)}")
    assert wrong == []


def test_a_recorded_report_as_one_text_has_the_worst_of_its_parts(tab: Tab) -> None:
    order = ["stop", "train", "fine", "unknown"]  # a part that names no key says nothing of the others
    for path, answer in zip(REPORTS, tab.ask(*[path.read_text(encoding="utf-8") for path in REPORTS]), strict=True):
        assert answer["whole"] == min(known_wholes(path), key=order.index), path.name


@pytest.mark.parametrize("key", ["cls.predictions.decoder.bias"])
def test_the_keys_of_the_recorded_reports_are_alias_then_new(tab: Tab, key: str) -> None:
    for path in REPORTS:
        first, *_ = tab.ask(*sections(path))
        assert [k for k in first["keys"] if key in k] in ([], [f"missing {key}: alias"]), path.name


# --- the messages that people ask about

SEED = """Why aren't all weights of BertForPreTraining initialized from the model checkpoint?

When I load a BertForPretraining with pretrained weights with

model_pretrain = BertForPreTraining.from_pretrained('bert-base-uncased')

I get the following warning:

MESSAGE

Why aren’t all the weights in cls.predictions initialized from the saved checkpoint?
"""
USED = "Some weights of the model checkpoint at {} were not used when initializing {}: {}\n"
NEW = "Some weights of {1} were not initialized from the model checkpoint at {0} and are newly initialized: {2}\n"
SEED = SEED.replace("MESSAGE", NEW.format("bert-base-uncased", "BertForPreTraining", ["cls.predictions.decoder.bias"]))
MLM = [f"cls.predictions.{name}" for name in ("bias", "transform.dense.weight", "transform.dense.bias")]
NSP = ["cls.seq_relationship.weight", "cls.seq_relationship.bias"]
# As threads have them: (what was printed, the whole, one key with its answer).
THREADS = [
    ("a classifier, not used", USED.format("bert-base-uncased", "BertForSequenceClassification", MLM + NSP), "train",
     "unexpected cls.seq_relationship.bias: dropped"),
    ("masked LM, decoder.bias", NEW.format("bert-base-uncased", "BertForMaskedLM", ["cls.predictions.decoder.bias"]),
     "fine", "missing cls.predictions.decoder.bias: alias"),
    ("RoBERTa's decoder.bias", NEW.format("roberta-base", "RobertaForMaskedLM", ["lm_head.decoder.bias"]), "fine",
     "missing lm_head.decoder.bias: alias"),
    ("DistilBERT's vocab keys", USED.format("distilbert-base-uncased", "DistilBertForSequenceClassification",
                                          ["vocab_transform.weight", "vocab_projector.bias", "vocab_layer_norm.bias"]),
     "train", "unexpected vocab_projector.bias: dropped"),
    ("position_ids", NEW.format("p", "BertForSequenceClassification", ["bert.embeddings.position_ids"]), "fine",
     "missing bert.embeddings.position_ids: buffer"),
    ("ELECTRA's masked LM", NEW.format("google/electra-base-discriminator", "ElectraForMaskedLM",
                                      ["generator_predictions.dense.weight", "generator_lm_head.bias"]), "train",
     "missing generator_lm_head.bias: random"),
    ("NSP from an MLM file", NEW.format("p", "BertForPreTraining", NSP), "train",
     "missing cls.seq_relationship.weight: random"),
    ("pooler", NEW.format("p", "BertModel", ["bert.pooler.dense.weight", "bert.pooler.dense.bias"]), "train",
     "missing bert.pooler.dense.bias: random"),
    ("GPT-2's lm_head", NEW.format("gpt2", "GPT2LMHeadModel", ["lm_head.weight"]), "fine",
     "missing lm_head.weight: alias"),
    ("Llama's lm_head", NEW.format("llama", "LlamaForCausalLM", ["lm_head.weight"]), "unknown",
     "missing lm_head.weight: unknown"),
    ("RoBERTa's classifier", NEW.format("roberta-base", "RobertaForSequenceClassification",
                                       ["classifier.dense.weight", "classifier.out_proj.bias"]), "train",
     "missing classifier.out_proj.bias: random"),
]  # fmt: skip


@pytest.mark.parametrize("which", range(len(THREADS)), ids=[thread[0] for thread in THREADS])
def test_the_messages_of_threads_get_their_answer(tab: Tab, which: int) -> None:
    _, text, whole, key = THREADS[which]
    (answer,) = tab.ask(text)
    assert answer["whole"] == whole
    assert key in answer["keys"]


@pytest.mark.parametrize("page", ["", PAGE])
@pytest.mark.parametrize("width", WIDTHS)
def test_one_paste_of_the_thread_says_fine_without_scrolling(tabs: dict[str, Tab], width: int, page: str) -> None:
    tab = tabs[page].anew(width)
    tab.paste(SEED)
    assert tab.whole() == "fine"
    said = tab.page.locator(".paste-whole")
    text = said.inner_text()
    assert text.replace("\u00a0", " ").startswith("No problem No: decoder.bias is a second name of the output bias")
    box = said.bounding_box()
    assert box is not None
    assert box["y"] >= 48  # below the bar at the top
    assert box["y"] + box["height"] <= 844
    assert "another name of what was loaded" in tab.page.locator(".paste-details").text_content()
    assert tab.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert tab.heard == []


# --- two hundred mixtures

FAMILIES = {
    "Bert": ("bert.", "encoder.layer.{}.output.dense.weight", "cls.predictions.bias", "cls.seq_relationship.bias"),
    "Roberta": ("roberta.", "encoder.layer.{}.output.dense.weight", "lm_head.dense.weight", None),
    "DistilBert": ("distilbert.", "transformer.layer.{}.ffn.lin1.weight", "vocab_transform.weight", None),
    "Albert": ("albert.", "encoder.albert_layer_groups.0.albert_layers.{}.ffn.weight", "predictions.dense.weight",
               "sop_classifier.classifier.bias"),
    "Electra": ("electra.", "encoder.layer.{}.output.dense.weight", "discriminator_predictions.dense.weight", None),
}  # fmt: skip
ALIASES = {
    "Bert": "cls.predictions.decoder.bias",
    "Roberta": "lm_head.decoder.bias",
    "Albert": "predictions.decoder.bias",
}


def case(chance: random.Random) -> tuple[str, list[str], list[str], str]:
    """A class, its missing and its unexpected keys, and what they mean in an old message."""
    family = chance.choice(list(FAMILIES))
    base, layer, head, other = FAMILIES[family]
    layers = [layer.format(n) for n in range(chance.randint(1, 12))]
    kind = chance.choice(["classifier", "dropped", "half", "alias", "prefix", "lost", "stranger", "buffer"])
    classifier = f"{family}ForTokenClassification"
    if kind == "classifier":
        return classifier, ["classifier.weight", "classifier.bias"], [head], "train"
    if kind == "dropped":  # RoBERTa has a pooler, and a file with an MLM head alone may have none
        return f"{family}Model", [], [key for key in (head, other) if key], "unknown" if family == "Roberta" else "fine"
    if kind == "half":  # a task's class on a file with pre-training heads: the sentence about its own head is not there
        return classifier, [], [head], "train"
    if kind == "alias" and family in ALIASES:
        return f"{family}ForMaskedLM", [ALIASES[family]], [], "fine"
    if kind == "prefix":
        prefix = chance.choice(["module.", "model.", "encoder_a.", f"module.{base}", f"{base}{base}"])
        return classifier, [base + name for name in layers], [prefix + name for name in layers], "stop"
    if kind == "lost":
        return classifier, [base + name for name in layers], [], "stop"
    if kind == "stranger":
        return "StrangerModel", ["layers.0.own.weight"], ["blocks.0.other.weight"], "unknown"
    return classifier, [f"{base}embeddings.position_ids"], [], "fine"


def first_era(name: str, missing: list[str], unexpected: list[str]) -> str:
    lines = [f"Weights of {name} not initialized from pretrained model: {missing}"] if missing else []
    lines += [f"Weights from pretrained model not used in {name}: {unexpected}"] if unexpected else []
    return "\n".join(lines)


def sentence_era(name: str, missing: list[str], unexpected: list[str]) -> str:
    text = USED.format("some/where-1", name, unexpected) + "- This IS expected if you are …\n" if unexpected else ""
    return text + (
        NEW.format("some/where-1", name, missing) + "You should probably TRAIN this model.\n" if missing else ""
    )


def table_era(name: str, missing: list[str], unexpected: list[str]) -> str:
    rows = [(key, "UNEXPECTED") for key in unexpected] + [(key, "MISSING") for key in missing]
    width = max(len(key) for key, _ in rows)
    body = "\n".join(f"{key:{width}} | {status:10} |  | " for key, status in rows)
    head = (
        f"{name} LOAD REPORT from: some/where-1\n{'Key':{width}} | Status     |  | \n{'-' * width}-+------------+--+-\n"
    )
    return f"{head}{body}\n\nNotes:\n- MISSING:\tthose params were newly initialized.\n"


Era: TypeAlias = Callable[[str, list[str], list[str]], str]
BAR = "Loading weights: 100%|██████████| 103/103 [00:00<00:00, 2021.51it/s]"
TRACE = 'Traceback (most recent call last):\n  File "train.py", line 12, in <module>\n    model(x)\nValueError: no'
PREFIXES = [
    "",
    "2024-05-06 07:08:09,123 - WARNING - transformers.modeling_utils - ",
    "WARNING:transformers.modeling_utils:",
    "[WARNING|modeling_utils.py:1146] 2021-09-23 15:12:33,123 >> ",
    "> ",
    "[rank0]: ",
]


def noisy(text: str, chance: random.Random) -> str:
    """What consoles and loggers do to a text. A table's rows are lines of their own, so a log prefix stands on each."""
    if chance.random() < 0.3:
        width = chance.choice([40, 72, 80, 117])
        text = "\n".join(re.sub(f".{{{width}}}(?=.)", "\\g<0>\n", line) for line in text.splitlines())
    if chance.random() < 0.4:
        prefix = chance.choice(PREFIXES)
        text = "\n".join(prefix + line for line in text.splitlines())
    if chance.random() < 0.3:
        text = re.sub(r"MISSING|UNEXPECTED|Some weights", "\x1b[31m\\g<0>\x1b[0m", text)
    if chance.random() < 0.3:
        text = text.replace("\n", "\r\n")
    before = [BAR + chance.choice(["", "\r", "\n"]), "step 1 loss 0.3", TRACE, ""]
    return chance.choice(before) + "\n" + text + "\n" + chance.choice(before)


def mixtures(count: int) -> list[tuple[str, str]]:
    """Seeded: each a text of one to three messages in any era, and what it means for the worst of them."""
    order = ["stop", "train", "unknown", "fine"]
    found = []
    for seed in range(count):
        chance = random.Random(seed)  # noqa: S311
        parts: list[str] = []
        wholes: list[tuple[str, Era, str]] = []
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            name, missing, unexpected, whole = case(chance)
            era: Era = chance.choice([first_era, sentence_era, table_era])
            if era is table_era and any(missing == [alias] for alias in ALIASES.values()):
                whole = "train"  # since 5.0.0 it is named only if the decoder is untied
            # Of its own name, or two of one class would be one report.
            parts.append(era(name, missing, unexpected).replace("some/where-1", f"some/where-{len(parts)}"))
            wholes.append((name, era, whole))
        if len({name for name, *_ in wholes}) < len(wholes):
            parts, wholes = parts[:1], wholes[:1]
        found.append((noisy("\n".join(parts), chance), min((whole for *_, whole in wholes), key=order.index)))
    return found


def test_two_hundred_mixtures_get_their_answer(tab: Tab) -> None:
    cases = mixtures(200)
    assert {whole for _, whole in cases} == {"stop", "train", "fine", "unknown"}
    answers = tab.ask(*[text for text, _ in cases])
    wrong = [
        f"{number}: {answer['whole']}, not {whole}\n{text}\n{answer['keys']}"
        for number, ((text, whole), answer) in enumerate(zip(cases, answers, strict=True))
        if answer["whole"] != whole
    ]
    assert not wrong, f"{len(wrong)} wrong, the first: {wrong[0]}"


@pytest.mark.parametrize("number", range(0, 200, 40))
def test_some_of_them_pasted(tab: Tab, number: int) -> None:
    tab.anew(WIDTHS[number // 40 % 2])
    text, whole = mixtures(number + 1)[number]
    tab.paste(text)
    assert tab.whole() == whole
    assert tab.heard == []


# --- hostile input

ATTACK = "<img src=x onerror=alert(1)>"
FIRST = "Weights of BertModel not initialized from pretrained model: "
HOSTILE = {
    "html in a name": f"{FIRST}['{ATTACK}', '<script>alert(2)</script>.bias']",
    "html in a table": f"BertModel LOAD REPORT from: {ATTACK}\nKey | Status |\n{ATTACK}.b | MISSING |\nx.a | MISSING |",
    "html in a class": NEW.format(ATTACK, ATTACK, [ATTACK]),
    "html in a path": NEW.format(ATTACK, "BertModel", [f"a'{ATTACK}.bias", "pooler.dense.bias"]),
    "a link": NEW.format("javascript:alert(3)", "BertModel", ["javascript:alert(3).bias"]),
    "right to left": NEW.format("\u202ep", "Bert\u202eModel", ["\u200fpooler.dense.bias", "a.\u2066bias"]),
    "halves": NEW.format("\ud800", "BertModel", ["x\udc00.bias", "\ud83d.weight"]),
    "names of objects": NEW.format("p", "constructor", ["__proto__.bias", "constructor.weight", "toString.bias"]),
    "controls": "\x00\x07\x1b[2J\x1b]0;title\x07" + NEW.format("p", "BertModel", ["pooler.dense.bias"]),
    "nothing but brackets": "Weights of X not initialized from pretrained model: " + "[" * 5000,
}  # fmt: skip


@pytest.mark.parametrize("which", HOSTILE)
def test_hostile_input_is_text(tab: Tab, which: str) -> None:
    before = tab.page.evaluate("document.querySelectorAll('*').length")
    text = json.dumps(HOSTILE[which])
    # Through the field's own event: a clipboard takes no half characters.
    tab.page.evaluate(
        """text => {
          const field = document.querySelector("#paste-text");
          field.value = JSON.parse(text);
          field.dispatchEvent(new Event("input", {bubbles: true}));
        }""",
        text,
    )
    tab.whole()
    tab.page.evaluate(FRAME)
    assert tab.heard == []
    inside = tab.page.locator("#paste-report")
    assert inside.locator("img, script, iframe, object").count() == 0
    links = inside.locator("a").evaluate_all("links => links.map(one => one.href)")
    assert all(link.startswith(tab.page.url.split("#")[0].rsplit("/", 2)[0]) for link in links)
    assert tab.page.evaluate("document.querySelectorAll('*').length") >= before
    assert tab.page.title()


def longest_task(browser: Browser, tab: Tab, script: str, argument: str, done: str) -> float:
    """The longest task of the page's thread, in milliseconds of its own time: a machine may be busy with others."""
    browser.start_tracing(page=tab.page, categories=["toplevel"])
    tab.page.evaluate(script, argument)
    tab.page.locator(done).wait_for()
    tab.page.evaluate(FRAME)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    main = {(one["pid"], one["tid"]) for one in events if one["args"].get("name") == "CrRendererMain"}
    tasks = [one for one in events if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in main]
    assert tasks
    return float(max(one.get("tdur", 0) for one in tasks)) / 1000


PASTE = """text => setTimeout(() => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const event = new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true});
  document.querySelector("#paste-text").dispatchEvent(event);
})"""


@pytest.mark.parametrize("kind", ["keys", "lines", "one line", "attack"])
def test_a_megabyte_never_holds_a_frame_for_a_tenth_of_a_second(browser: Browser, tab: Tab, kind: str) -> None:
    rows = [f"bert.encoder.layer.{n % 12}.x{n}.output.dense.weight" for n in range(20_000)]
    texts = {
        "keys": NEW.format("p", "BertModel", rows),
        "lines": "step loss 0.123 Some weights of nothing at all\n" * 22_000,
        "one line": "Some weights of " * 66_000,
        "attack": table_era("BertModel", [f"<b>{row}" for row in rows[:8000]], rows[:8000]),
    }
    text = texts[kind]
    assert len(text) > 1_000_000
    longest = longest_task(browser, tab, PASTE, text, ".paste-whole")
    assert 0 < longest <= 100, f"{longest} ms"
    assert "characters were read" in tab.page.locator(".paste-note").inner_text()
    assert tab.heard == []


def test_a_text_about_something_else_is_told_so_and_leads_to_the_search(tab: Tab) -> None:
    tab.paste("Traceback (most recent call last):\nKeyError: 'input_ids'")
    assert tab.whole() == "unknown"
    assert (
        "This is not a message about loading, saving or running a model"
        in tab.page.locator(".paste-summary").inner_text()
    )
    link = tab.page.get_by_role("link", name="Search this site for its words")
    assert str(link.get_attribute("href")).endswith("?q=KeyError%20'input_ids'")
    assert tab.heard == []


# Texts wait until they are let go, and only then reach the worker.
HOLD = """() => {
  const { postMessage } = Worker.prototype;
  const held = [];
  Worker.prototype.postMessage = function (message) { held.push(() => postMessage.call(this, message)) };
  window.letGo = () => {
    Worker.prototype.postMessage = postMessage;
    for (const send of held) send();
  };
}"""


def test_a_text_that_takes_time_takes_the_last_answer_down(tab: Tab) -> None:
    """Else the reader takes it for an answer to the new one."""
    tab.paste(table_era("BertModel", ["cls.seq_relationship.bias"], []))
    assert tab.whole()
    tab.page.evaluate(HOLD)
    tab.page.evaluate(PASTE, "step loss 0.123\n" * 200_000)
    tab.page.locator(".paste-whole").wait_for(state="detached")
    tab.page.evaluate("letGo()")
    assert tab.whole() == "unknown"
    note = tab.page.locator(".paste-note").inner_text()
    assert note.startswith("The first 1,000,000 of 3,200,000 characters were read.")


def test_that_a_long_frame_would_be_seen(browser: Browser, tab: Tab) -> None:
    busy = "text => setTimeout(() => { let n = 0; for (let i = 0; i < 3e8; i += 1) n += i % 7; window.n = n; })"
    assert longest_task(browser, tab, busy, "", "#paste-text") > 100


# --- manners


def test_without_scripts_nothing_waits_to_be_typed_in(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.locator("#paste-report textarea").is_hidden()
    assert page.get_by_text("With JavaScript enabled, there is a field here").is_visible()
    context.close()


CLASSIFIER = NEW.format("{}", "BertForSequenceClassification", ["classifier.weight", "classifier.bias"])


@pytest.mark.parametrize("page", ["", PAGE])
def test_the_box_asks_where_the_file_comes_from_and_answers_each(tabs: dict[str, Tab], page: str) -> None:
    tab = tabs[page].anew()
    for path, first, second in (("bert-base-uncased", "train", "stop"), ("./outputs/checkpoint-500", "stop", "train")):
        tab.paste(CLASSIFIER.format(path))
        assert tab.whole() == first
        assert f'"{path}"' in tab.page.locator(".paste-code pre").first.inner_text()
        choices = tab.page.locator(".paste-origin input")
        assert [choice.is_checked() for choice in choices.all()] == [first == "train", first == "stop"]
        tab.page.locator(".paste-origin label", has_text="own" if second == "stop" else "pre-trained").click()
        tab.page.locator(f".paste-whole[data-whole={second}]").wait_for()
        tab.anew()
    tab.paste(SEED)
    assert tab.whole() == "fine"
    assert tab.page.locator(".paste-origin").is_hidden()
    assert tab.heard == []


def test_the_origin_is_chosen_by_the_keyboard_and_keeps_its_focus(tab: Tab) -> None:
    tab.paste(CLASSIFIER.format("bert-base-uncased"))
    tab.whole()
    tab.page.locator("input[value=pretrained]").focus()
    tab.page.keyboard.press("ArrowRight")
    tab.page.locator(".paste-whole[data-whole=stop]").wait_for()
    assert tab.page.evaluate("document.activeElement.value") == "own"


def test_it_answers_as_one_types_and_says_so_to_a_screen_reader(tab: Tab) -> None:
    field = tab.page.locator("#paste-text")
    field.focus()
    tab.page.keyboard.type("cls.predictions.decoder.bias")
    tab.page.locator(".paste-details", has_text="cls.predictions.decoder.bias").wait_for()  # of all that was typed
    assert tab.whole() == "unknown"
    region = tab.page.locator(".paste-summary")
    assert (region.get_attribute("role"), region.get_attribute("aria-live")) == ("status", "polite")
    words = str(tab.page.locator(".paste-details").text_content())
    assert "transformers 5.0.0 and later: in the file, and not used" in words
    assert "In all other versions: another name of what was loaded" in words
    tab.page.locator(".paste-clear").click()
    tab.page.locator(".paste-whole").wait_for(state="detached")
    assert field.evaluate("field => field === document.activeElement")


@pytest.mark.parametrize("page", ["", PAGE])
@pytest.mark.parametrize("example", ["prefix_5", "encoder_only", "untied", "decoder_bias"])
def test_an_answer_is_accessible_and_fits(tabs: dict[str, Tab], example: str, page: str) -> None:
    tab = tabs[page].anew()
    tab.page.evaluate("name => location.hash = '#example=' + name", example)
    tab.whole()
    tab.page.evaluate("for (const one of document.querySelectorAll('.paste details')) one.open = true")
    for scheme, width in LOOKS:
        tab.page.set_viewport_size({"width": width, "height": 844})
        tab.page.evaluate("scheme => checks.choose(scheme)", scheme)
        assert axe_findings(tab.page, "#paste-report") == []
        assert tab.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_pale_answer_is_seen(tab: Tab) -> None:
    tab.paste(SEED)
    tab.whole()
    tab.page.evaluate("document.querySelector('.paste-whole').style.color = '#ccc'")
    assert any("color-contrast" in found for found in axe_findings(tab.page, "#paste-report"))


def test_links_to_a_key_and_to_an_example(browser: Browser, address: str) -> None:
    tab = Tab(browser, address + PAGE + "#key=cls.seq_relationship.weight")
    assert tab.whole() == "unknown"
    assert tab.page.locator("#paste-text").input_value() == "cls.seq_relationship.weight"
    for link in tab.page.locator(".paste-examples a").all():
        link.click()
        tab.page.wait_for_function("document.querySelector('#paste-text').value.length > 100")
        assert tab.whole() in ("stop", "train", "fine")
    tab.page.evaluate("location.hash = '#key=%E0%A4%A'")  # half an escape
    tab.page.evaluate(FRAME)
    assert tab.heard == []
    tab.context.close()


# The theme writes into the address which heading is seen, and takes it out at the top: before and after the example.
@pytest.mark.parametrize("scrolled_to", ["", "#a-heading"])
@pytest.mark.parametrize("then_to", [None, "", "#a-heading"])
def test_a_look_at_a_key_or_an_example_keeps_the_paste(tab: Tab, scrolled_to: str, then_to: str | None) -> None:
    tab.paste(SEED)
    tab.whole()
    tab.page.evaluate("hash => history.replaceState(null, '', location.pathname + hash)", scrolled_to)
    field = tab.page.locator("#paste-text")
    tab.page.locator(".paste-rest > summary").click()
    with tab.context.expect_page() as opened:
        tab.page.locator(".paste-keys a").click()
    opened.value.locator(".paste-whole").wait_for()
    assert opened.value.locator("#paste-text").input_value() == "cls.predictions.decoder.bias"
    opened.value.close()
    assert field.input_value() == SEED
    tab.page.locator(".paste-examples a").first.click()
    tab.page.wait_for_function("seed => document.querySelector('#paste-text').value !== seed", arg=SEED)
    if then_to is not None:
        tab.page.evaluate("hash => history.replaceState({}, '', location.pathname + hash)", then_to)
    tab.page.evaluate(GO_TO, "#another-heading")  # a look further down the page is no way back
    assert field.input_value() != SEED
    tab.page.go_back()
    assert field.input_value() != SEED
    tab.page.go_back()
    tab.page.wait_for_function("seed => document.querySelector('#paste-text').value === seed", arg=SEED)


def test_what_was_typed_over_an_example_comes_back_too(tab: Tab) -> None:
    first, second = tab.page.locator(".paste-examples a").all()[:2]
    first.click()
    tab.paste(SEED)
    own = tab.page.locator("#paste-text").input_value()
    second.click()
    tab.page.wait_for_function("own => document.querySelector('#paste-text').value !== own", arg=own)
    tab.page.go_back()
    tab.page.wait_for_function("own => document.querySelector('#paste-text').value === own", arg=own)


def test_what_was_typed_comes_back_from_the_example_that_the_address_names(tab: Tab) -> None:
    first = tab.page.locator(".paste-examples a").first
    first.click()
    tab.paste(SEED)
    own = tab.page.locator("#paste-text").input_value()
    name = first.get_attribute("href")
    tab.page.evaluate(
        "name => history.replaceState({}, '', location.pathname + name)", name
    )  # as before the theme wrote
    first.click()
    tab.page.wait_for_function("own => document.querySelector('#paste-text').value !== own", arg=own)
    tab.page.go_back()
    tab.page.wait_for_function("own => document.querySelector('#paste-text').value === own", arg=own)


def test_proofs_lead_to_their_claims(tab: Tab, site: Path) -> None:
    tab.paste(SEED)
    tab.whole()
    links = tab.page.locator(".paste-proofs a").evaluate_all("links => links.map(one => one.href)")
    assert len(links) >= 3
    for link in links:
        assert (site / link.removeprefix(tab.page.url.split(PAGE)[0]) / "index.html").exists(), link


@pytest.mark.parametrize("page", ["", PAGE])
def test_an_answer_leads_to_the_page_of_its_message(tabs: dict[str, Tab], page: str, site: Path) -> None:
    tab = tabs[page].anew()
    for message, slug in (
        (SEED, "decoder-bias-newly-initialized"),
        ("so we will NOT tie them", "we-will-not-tie-them"),
    ):
        tab.paste(message)
        link = tab.page.locator(f".paste-page a[href$='/{slug}/']").first
        link.wait_for()
        path = link.evaluate("link => link.href").removeprefix(tab.page.url.partition("#")[0].removesuffix(page))
        assert path == f"m/{slug}/"
        assert (site / path / "index.html").exists()
        tab.anew()


def test_every_claim_that_a_rule_names_is_on_its_page(site: Path) -> None:
    claims = json.loads((site / RULES).read_text(encoding="utf-8"))["claims"]
    for key, claim in claims.items():
        page = site / claim["page"] / "index.html"
        assert page.exists(), key


def test_code_is_copied(tab: Tab) -> None:
    tab.paste(
        table_era("BertModel", ["encoder.layer.0.output.dense.weight"], ["m.encoder.layer.0.output.dense.weight"])
    )
    assert tab.whole() == "stop"
    tab.page.get_by_role("button", name="Copy").first.click()
    tab.page.get_by_role("button", name="Copied").wait_for()
    copied = tab.page.evaluate("navigator.clipboard.readText()")
    assert 'old, new = "m.", ""  # in the file, in the class' in copied
    compile(copied, "copied", "exec")


# --- a page that has not all that it needs


def test_until_the_rules_are_there_the_box_is_as_without_scripts(browser: Browser, address: str) -> None:
    page = browser.new_page()
    waiting: list[Route] = []
    page.route(f"**/{RULES}", lambda route: waiting.append(route))
    page.goto(f"{address}{PAGE}#key=cls.predictions.decoder.bias")
    page.wait_for_function("performance.getEntriesByName(new URL('../assets/load_report/view.js', location)).length")
    page.get_by_text("With JavaScript enabled").wait_for()
    assert page.locator("#paste-text").is_hidden()
    waiting[0].continue_()
    page.locator(".paste-whole").wait_for()
    assert page.locator("#paste-text").input_value() == "cls.predictions.decoder.bias"
    page.close()


def test_what_is_typed_before_the_worker_is_there_is_answered_then(browser: Browser, address: str) -> None:
    page = browser.new_page()
    waiting: list[Route] = []
    page.route("**/assets/load_report/judge.js", lambda route: waiting.append(route))
    page.goto(address + PAGE)
    page.locator("#paste-text").fill("cls.predictions.bias")
    page.locator("#paste-text").fill(SEED)
    page.wait_for_timeout(300)
    assert page.locator(".paste-whole").count() == 0
    waiting[0].continue_()
    page.locator(".paste-whole").wait_for()
    assert page.locator(".paste-whole").get_attribute("data-whole") == "fine"
    page.close()


@pytest.mark.parametrize("lost", [RULES, "assets/load_report/worker.js", "assets/load_report/judge.js"])
def test_a_box_that_gets_no_rules_or_no_modules_says_so(browser: Browser, address: str, lost: str) -> None:
    page = browser.new_page()
    page.route(f"**/{lost}", lambda route: route.abort())
    page.goto(address)
    page.get_by_text("The answers did not load. Reload the page to try again.").wait_for()
    field = page.locator("#paste-text")
    assert field.is_hidden() or not field.is_editable()
    page.close()


def test_a_saved_page_says_that_it_has_no_field(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / PAGE / "index.html").as_uri())
    assert page.get_by_text("A saved copy of this page has no such field.").is_visible()
    assert page.locator("#paste-text").is_hidden()
    page.close()
