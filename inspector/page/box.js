// The box in the page: takes files, has them read beside the page, and shows the report. Nothing leaves the page.

/** @import { Amount, Answered, Dropped, Question } from "./page_types.js" */
/** @import { Outcome, ReportJson } from "./types.js" */

import { asMarkdown } from "./as_markdown.js";
import { chosenFiles, droppedFiles } from "./dropped.js";
import { classTable, copyButton, findingList, inBytes, made, noReport, summaryTable, verdict } from "./view.js";
import { reading } from "./worker.js";

const PATIENCE = 300; // milliseconds before the box says that it is reading
const CUT = "The folder has more files than the page looks at: drop the model's files alone.";
const PLAIN = /^\w[\w.-]*$/; // a name that a shell takes as it is
const SOON = 300; // milliseconds after which a first report is worth showing: most files are done by then

/**
 * Wakes the box.
 * @param {HTMLElement} box
 * @param {string} script the address of the script that runs here: the worker's, too
 */
export function wake(box, script) {
  const status = part(box, "status");
  const body = part(box, "report");
  const ask = reader(script, heard);
  /** @type {Dropped | undefined} */
  let shown;
  /** The class that is chosen; undefined until the first report tells which one the configuration names. @type {string | undefined} */
  let wanted;
  let named = { name: "", by: "" };
  /** The classes in the order of the first report: a report on one of them begins with that one. */
  let order = /** @type {Map<string, number>} */ (new Map());
  let run = 0;
  let timer = 0;

  /** @param {Dropped} files @param {string} [wish] */
  function look(files, wish) {
    if (files.files.length === 0) return say(noReport("There is nothing to read", files.name, ["The folder is empty, or has only hidden files or links. A browser does not follow the links of the hub's cache: drop the files themselves, or use the command."]));
    const again = files === shown;
    if (!again) {
      order = new Map();
      body.querySelector("details")?.removeAttribute("open");
    }
    [shown, wanted] = [files, wish];
    run += 1;
    // What stands there is of the question before; it is not to be copied as the answer to this one.
    for (const button of body.querySelectorAll(".inspector-end button")) button.toggleAttribute("disabled", true);
    clearTimeout(timer);
    timer = window.setTimeout(() => say([made("p", {}, `Reading ${files.name} …`)], again ? [...body.childNodes] : []), PATIENCE);
    ask({ run, files: files.files, options: { ...(wish === undefined ? {} : { wanted: wish }), given: files.name, chosen: files.chosen, base: root() } });
  }

  /** @param {Answered} answered */
  function heard({ run: of, answer, read, more }) {
    if (of !== run || !shown) return;
    clearTimeout(timer);
    if (more) timer = window.setTimeout(() => show(answer, read, more), SOON);
    else show(answer, read, more);
  }

  /**
   * @param {Outcome} answer
   * @param {Amount} read
   * @param {boolean} more
   */
  function show(answer, read, more) {
    if (!shown) return;
    const { name } = shown;
    if ("report" in answer) say(verdict(answer.report, name, more), report(answer.report, shown, read, more));
    else if ("unreadable" in answer) say(noReport("This cannot be read, or should not be", name, [...answer.unreadable, ...(shown.cut ? [CUT] : [])]));
    else say(noReport("The command reads this, the page does not", name, [answer.needs_command, `Run \`${box.dataset.command} ${PLAIN.test(name) ? name : "PATH"}\``]));
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
    else status.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {ReportJson} found
   * @param {Dropped} files
   * @param {Amount} read
   * @param {boolean} more
   */
  function report(found, files, read, more) {
    const whole = files.files.reduce((sum, { file }) => sum + file.size, 0);
    if (wanted === undefined) named = { name: found.asked, by: found.summary.configuration ?? "" };
    for (const one of found.classes) if (!order.has(one.name)) order.set(one.name, order.size);
    const rows = [...found.classes].sort((one, other) => Number(order.get(one.name)) - Number(order.get(other.name)));
    const classes = classTable(rows, wanted ?? named.name, named, (name) => look(files, name));
    const unfolded = body.querySelector("details")?.open ?? false;
    const buttons = [copyButton("Copy as Markdown", () => asMarkdown(found, files.name)), copyButton("Copy as JSON", () => JSON.stringify({ ...found, source: files.name }, null, 1))];
    // A copy bears no mark that something is still looked for.
    for (const button of buttons) button.toggleAttribute("disabled", more);
    const copies = made("p", { class: "inspector-row" }, ...buttons);
    const how = `${inBytes(read.bytes)} of ${inBytes(whole)} were read, here in the page.${files.cut ? ` ${CUT}` : ""}`;
    return [summaryTable(found), classes, ...findingList(found, unfolded), made("div", { class: "inspector-end" }, copies, made("p", { class: "inspector-how", "data-read": String(read.bytes), "data-largest": String(read.largest) }, how))];
  }

  listen(box, (files) => look(files));
}

/**
 * @param {HTMLElement} box
 * @param {string} name
 */
function part(box, name) {
  return /** @type {HTMLElement} */ (box.querySelector(`.inspector-${name}`));
}

/** The site's own root, where the links of a report begin. */
function root() {
  const logo = document.querySelector("a.md-logo")?.getAttribute("href") ?? ".";
  const address = new URL(logo, document.baseURI).href.replace(/[^/]*\.html$/, "");
  return address.endsWith("/") ? address : `${address}/`;
}

/**
 * A function that asks the worker. Where there can be none, as in a page on a disk, the page reads by itself.
 * @param {string} script
 * @param {(answered: Answered) => void} heard
 * @returns {(question: Question) => void}
 */
function reader(script, heard) {
  const here = reading(heard);
  /** @type {Question | undefined} */
  let asked;
  let worker = started(script);
  worker?.addEventListener("message", (event) => heard(event.data));
  worker?.addEventListener("error", () => {
    worker = undefined;
    if (asked) void here(asked);
  });
  return (question) => {
    asked = question;
    if (worker) worker.postMessage(question);
    else void here(question);
  };
}

/** @param {string} script */
function started(script) {
  try {
    return new Worker(script);
  } catch {
    return undefined;
  }
}

/**
 * All ways in: the buttons, and a drop anywhere on the page, so that a file beside the box is not opened instead.
 * @param {HTMLElement} box
 * @param {(files: Dropped) => void} take
 */
function listen(box, take) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("button[data-chooses]"))) {
    const input = /** @type {HTMLInputElement} */ (box.querySelector(`input.inspector-${button.dataset.chooses}`));
    if (button.dataset.chooses === "folder" && !("webkitdirectory" in input)) button.hidden = true;
    button.addEventListener("click", () => input.click());
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
    over(true);
  });
  window.addEventListener("dragleave", (event) => over(event.relatedTarget !== null));
  window.addEventListener("drop", async (event) => {
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    over(false);
    take(await droppedFiles(event.dataTransfer));
  });
  part(box, "live").hidden = false;
  part(box, "without").hidden = true;
}
