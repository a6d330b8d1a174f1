// The box in the page: takes files, has them read by a worker, and shows the report. Nothing leaves the page.

/** @import { Answer, Dropped, Example, Reported } from "./types.js" */

import { element } from "../shared.js";
import { chosenFiles, droppedFiles } from "./dropped.js";
import { classTable, copyButton, findingList, inBytes, noReport, summaryTable, verdict } from "./view.js";

const ROOT = new URL("../../", import.meta.url).href; // where the links of a report begin
const EXAMPLE = new URL("../../artifacts/inspector/example.json", import.meta.url);
const WORKER = new URL("worker.js", import.meta.url);
const PATIENCE = 300; // milliseconds before the box says that it is reading
const CUT = "The folder has more files than the page looks at: drop the model's files alone.";
const EMPTY = "The folder is empty, or has only hidden files or links. A browser does not follow the links of the hub's cache: drop the files themselves, or use the command.";
const SHELL_SAFE = /^\w[\w.-]*$/; // a name that needs no quotes in a shell

/** @type {HTMLElement | null} */
const found = document.getElementById("inspector");
if (found) start(found);

/** @param {HTMLElement} box */
async function start(box) {
  const status = part(box, "status");
  const body = part(box, "report");
  /** @type {Worker | undefined} */
  let worker;
  /** @type {Dropped | undefined} */
  let shown;
  let named = { name: "", by: "" };
  /** The classes in the order of the first report, for a report begins with the class that was asked about. @type {string[]} */
  let order = [];
  let run = 0;
  let timer = 0;

  /** @type {Example} */
  const example = await (await fetch(EXAMPLE)).json();
  if (!example.reader) return;
  part(box, "live").hidden = false;
  part(box, "without").hidden = true;
  showReport(example, null, undefined);
  listen(box, (files) => ask(files, undefined), wake);

  /** Starts the worker before there is a file: Python takes two seconds. */
  function wake() {
    if (worker) return worker;
    worker = new Worker(WORKER, { type: "module" });
    worker.addEventListener("message", (/** @type {MessageEvent<Answer>} */ event) => show(event.data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      worker = undefined; // the next question starts another
      if (shown) say(noReport("The page could not read this", shown.name, [event.message || "Python did not start in this browser.", command(shown.name)]));
    });
    return worker;
  }

  /** @param {Dropped} files @param {string | undefined} className */
  function ask(files, className) {
    status.setAttribute("aria-live", "polite"); // from now on: nobody waits for the example
    if (files.files.length === 0) return say(noReport("There is nothing to read", files.name, [EMPTY]));
    const again = files === shown;
    if (!again) {
      order = [];
      body.querySelector("details")?.removeAttribute("open");
    }
    shown = files;
    run += 1;
    // What is there answers the question before; it is not to be copied as the answer to this one.
    for (const button of body.querySelectorAll(".inspector-end button")) button.toggleAttribute("disabled", true);
    clearTimeout(timer);
    timer = window.setTimeout(() => say([element("p", {}, `Reading ${files.name} …`)], again ? [...body.childNodes] : []), PATIENCE);
    wake().postMessage({ run, name: files.name, files: files.files, loose: files.loose, className, baseUrl: ROOT });
  }

  /** @param {Answer} answer */
  function show(answer) {
    if (answer.run !== run || !shown) return;
    if ("report" in answer) return showReport(answer, shown, answer.read);
    say(noReport("This cannot be read, or should not be", shown.name, [...answer.unreadable, ...(shown.cut ? [CUT] : [])]));
  }

  /**
   * Shows a report: on what was dropped, or with null the example's.
   * @param {Reported} answer
   * @param {Dropped | null} files
   * @param {Answer["read"] | undefined} read
   */
  function showReport({ report, markdown }, files, read) {
    if (order.length === 0) {
      order = report.classes.map(({ name }) => name);
      named = { name: report.asked, by: report.summary.configuration ?? "" };
    }
    const rows = [...report.classes].sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
    const classes = classTable(rows, report.asked, named, files && ((name) => ask(files, name)));
    const unfolded = body.querySelector("details")?.open ?? false;
    const about = files ? copies(report, markdown, files, /** @type {Answer["read"]} */ (read)) : "";
    say(verdict(report, files === null), [summaryTable(report), classes, ...findingList(report, unfolded), about]);
  }

  /**
   * @param {(Node | string)[]} words
   * @param {(Node | string)[]} below
   */
  function say(words, below = []) {
    clearTimeout(timer);
    const focused = /** @type {HTMLInputElement | null} */ (document.activeElement)?.name === "inspector-class";
    status.replaceChildren(...words);
    body.replaceChildren(...below);
    box.classList.toggle("inspector-answered", below.length > 0);
    if (focused) /** @type {HTMLElement | null} */ (body.querySelector("input:checked"))?.focus({ preventScroll: true });
    else if (shown) status.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} name */
  function command(name) {
    return `Run \`${box.dataset.command} ${SHELL_SAFE.test(name) ? name : "PATH"}\``;
  }
}

/**
 * The end of a report: buttons that copy it, and how much was read for it.
 * @param {Reported["report"]} report
 * @param {string} markdown
 * @param {Dropped} dropped
 * @param {Answer["read"]} read
 */
function copies(report, markdown, { files, cut }, read) {
  const buttons = [copyButton("Copy as Markdown", markdown), copyButton("Copy as JSON", JSON.stringify(report, null, 1))];
  const whole = files.reduce((sum, { file }) => sum + file.size, 0);
  const how = `${inBytes(read.bytes)} of ${inBytes(whole)} were read, here in the page.${cut ? ` ${CUT}` : ""}`;
  const attributes = { class: "inspector-how", "data-read": String(read.bytes), "data-largest": String(read.largest) };
  return element("div", { class: "inspector-end" }, element("p", { class: "inspector-row" }, ...buttons), element("p", attributes, how));
}

/**
 * @param {HTMLElement} box
 * @param {string} name
 */
function part(box, name) {
  return /** @type {HTMLElement} */ (box.querySelector(`.inspector-${name}`));
}

/**
 * All ways in: the buttons, and a drop anywhere on the page, so that a file beside the box is not opened instead.
 * @param {HTMLElement} box
 * @param {(files: Dropped) => void} take
 * @param {() => void} wake is called when files are likely to come
 */
function listen(box, take, wake) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("button[data-chooses]"))) {
    const input = /** @type {HTMLInputElement} */ (box.querySelector(`input.inspector-${button.dataset.chooses}`));
    if (button.dataset.chooses === "folder" && !("webkitdirectory" in input)) button.hidden = true;
    button.addEventListener("click", () => {
      wake();
      input.click();
    });
    input.addEventListener("change", () => {
      if (input.files?.length) take(chosenFiles(input.files));
      input.value = ""; // or the same file, saved again, would be no change
    });
  }
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  const over = (/** @type {boolean} */ is) => box.classList.toggle("inspector-over", is);
  window.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    wake();
    over(true);
  });
  window.addEventListener("dragleave", (event) => over(event.relatedTarget !== null));
  window.addEventListener("drop", async (event) => {
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    over(false);
    take(await droppedFiles(event.dataTransfer));
  });
}
