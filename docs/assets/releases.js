// The grid of claims by release: what answers differently between any two releases. Without this script the page shows one pair.
import { plain } from "./filter.js";
import { button, html, svg } from "./shared.js";

/** @typedef {{ answer: string, words: string, do: string }} State an answer of a claim, in words */
/** @typedef {{ at: number, first: string, last: string, pull: string }} Step `last` is empty where the release is known */
/** @typedef {{ title: string, page: string, heavy: boolean, states: State[], at: number[], steps: Step[] }} Row */
/** @typedef {{ sets: { title: string, short: string, name: string }[], start: number, rows: Row[] }} Data */
/** @typedef {{ lines: Row[], same: number, unknown: number }} Difference */

const UNKNOWN = ["", "cannot", "untested"]; // by -at, as in src/explainer/render/releases.py
const WORDS = { holds: "holds", fails: "fails", cannot: "cannot run", untested: "not tested" };
const SHOWS = { "": "what matters most", all: "smaller changes, too", every: "every claim" };

/** @param {Row} row @param {number} set @returns {keyof typeof WORDS} */
const answerAt = ({ states, at }, set) => /** @type {any} */ (at[set] < 0 ? UNKNOWN[-at[set]] : states[at[set]].answer);

/** What differs between two sets, by their places in the list. @param {Data} data @param {number} from @param {number} to @returns {Difference} */
export function difference({ rows }, from, to) {
  const known = rows.filter(({ at }) => at[from] >= 0 && at[to] >= 0);
  const lines = known.filter(({ at }) => at[from] !== at[to]);
  return { lines, same: known.length - lines.length, unknown: rows.length - known.length };
}

/** A row's changes between two sets. @param {Row} row @param {number} from @param {number} to */
export function stepsBetween({ steps }, from, to) {
  return steps.filter(({ at }) => Math.min(from, to) < at && at <= Math.max(from, to));
}

/** The place of a set by its name in an address, or of the last one before a release that was not tested; -1 if there is none.
 * @param {Data} data @param {string} name */
export function placed({ sets }, name) {
  const exact = sets.findIndex((set) => set.name === name);
  if (exact >= 0 || !/^\d+(\.\d+)*$/.test(name)) return exact;
  const parts = name.split(".").map(Number);
  const isLater = (/** @type {string} */ other) => {
    const theirs = other.split(".").map(Number);
    const at = theirs.findIndex((part, place) => part !== (parts[place] ?? 0));
    return at >= 0 && theirs[at] > (parts[at] ?? 0);
  };
  return sets.findLastIndex((set) => /^\d/.test(set.name) && !isLater(set.name));
}

/** Whether a row has all the words that somebody typed. @param {Row} row @param {string} typed */
export function fits({ title, states }, typed) {
  const text = plain([title, ...states.flatMap((state) => [state.words, state.do])].join(" "));
  return plain(typed).split(/\s+/).every((word) => text.includes(word));
}

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** A text whose pieces between backticks are code. @param {string} text */
const coded = (text) => text.split("`").map((piece, at) => (at % 2 ? html("code", {}, piece) : piece));

/** @param {Step} step @param {number} at */
function release({ first, last, pull }, at) {
  return [at ? ", then " : "", last ? `between ${last} and ` : "in ", pull ? html("a", { href: pull }, first) : first];
}

/** A claim under every release, as bands of equal answers; what fails is half as high. @param {Row} row @param {Data} data */
function strip(row, { sets }) {
  const bands = [];
  for (let from = 0, to; from < sets.length; from = to) {
    const answer = answerAt(row, from);
    for (to = from + 1; to < sets.length && answerAt(row, to) === answer;) to += 1;
    const [top, height] = { holds: [0, 12], fails: [6, 6], cannot: [10, 2], untested: [11, 1] }[answer];
    bands.push(svg("rect", { class: answer, x: from * 4, y: top, width: (to - from) * 4 - 0.5, height },
      svg("title", {}, `${sets[from].title}${to - from > 1 ? ` to ${sets[to - 1].short}` : ""}: ${WORDS[answer]}`)));
  }
  return svg("svg", { viewBox: `0 0 ${sets.length * 4} 12`, width: sets.length * 4, height: 12, "aria-hidden": "true" }, ...bands);
}

/** @param {Row} row @param {Data} data @param {number} from @param {number} to */
function line(row, data, from, to) {
  const [was, now] = [from, to].map((set) => row.states[row.at[set]]); // undefined where there is no answer
  const steps = stepsBetween(row, from, to);
  const href = new URL(`../c/${row.page}/`, import.meta.url).href;
  const link = html("a", { href, "aria-label": `Proof: ${row.title.replaceAll("`", "")}` }, "Proof");
  const told = [["Was:", was?.words], ["Now:", now?.words], ["Do:", now?.do]];
  const differ = was && now && was !== now;
  const inside = differ ? told.flatMap(([name, words]) => (words ? [html("p", {}, html("strong", {}, name), " ", ...coded(words))] : [])) : [];
  const answers = [from, to].map((set) => answerAt(row, set));
  return html("tr", {},
    html("th", { scope: "row" }, html("details", {}, html("summary", {}, ...coded(row.title)), ...inside,
      html("p", {}, ...(differ ? ["Changed ", ...steps.flatMap(release), ". "] : []), link))),
    ...answers.map((answer, at) => html("td", { className: answer },
      WORDS[answer] + (at && differ && answers[0] === answer ? " otherwise" : ""))),
    html("td", { className: "releases-strip" }, strip(row, data)));
}

/** @param {HTMLFormElement} form */
async function begin(form) {
  const sum = /** @type {HTMLElement} */ (document.querySelector(".releases-sum"));
  const table = /** @type {HTMLTableElement} */ (document.querySelector(".releases-grid"));
  const file = await fetch(new URL("../artifacts/versions/releases.json", import.meta.url)).catch(() => null);
  if (!file?.ok) return sum.after(html("p", {}, "The list of the other pairs could not be loaded: this is the pair above."));
  const data = /** @type {Data} */ (await file.json());
  const { sets, rows, start } = data;
  const usual = [start, sets.length - 1];
  const choices = ["from", "to"].map((name) => html("select", { name, id: `releases-${name}`, onchange: () => changed() },
    ...sets.map(({ title }, at) => html("option", { value: at }, title)).reverse()));
  const search = html("input", { type: "search", name: "q", id: "releases-q", placeholder: "a word, such as bias", oninput: () => changed(true) });
  const shows = html("select", { name: "show", id: "releases-show", onchange: () => changed() },
    ...Object.entries(SHOWS).map(([value, text]) => html("option", { value }, text)));
  const set = (/** @type {number[]} */ places) => choices.forEach((choice, at) => { choice.value = String(places[at]); });

  /** @param {string} note */
  function show(note) {
    const [from, to] = choices.map(({ value }) => Number(value));
    const { lines, same, unknown } = difference(data, from, to);
    const wanted = shows.value === "every" ? rows : shows.value ? lines : lines.filter(({ heavy }) => heavy);
    const shown = wanted.filter((row) => fits(row, search.value.trim()));
    sum.textContent = note + (from === to ? "These are one release. Choose another one."
      : `From ${sets[from].title} to ${sets[to].title}: ${counted(lines.length, "claim turns", "claims turn")} out differently, `
        + `${same} the same; ${counted(unknown, "has", "have")} no answer in one of the two. Shown below: ${shown.length}.`);
    const heads = ["Claim, the worst change first", ...[from, to].map((at) => sets[at].short.replace(/^.* /, "")), "each release"];
    /** @type {HTMLTableSectionElement} */ (table.tHead).rows[0].replaceChildren(...heads.map((text, at) => html("th", { scope: "col", className: at === 3 ? "releases-strip" : "" }, text)));
    table.tBodies[0].replaceChildren(...shown.map((row) => line(row, data, from, to)));
  }

  function read() {
    const query = new URLSearchParams(location.search);
    const wanted = choices.map(({ name }) => query.get(name)?.trim().replace(/^v(?=\d)/i, ""));
    const found = wanted.map((name, at) => (name === undefined ? usual[at] : placed(data, name)));
    set(found.map((place, at) => (place < 0 ? usual[at] : place)));
    search.value = query.get("q") ?? "";
    shows.value = query.get("show") ?? "";
    if (!shows.value) shows.value = "";
    show(wanted.map((name, at) => (name === undefined || sets[found[at]]?.name === name ? ""
      : `${name} is not in the list; shown is ${sets[Number(choices[at].value)].title}. `)).join(""));
  }

  /** @param {boolean} [typing] each letter is no step to go back to */
  function changed(typing = false) {
    const query = new URLSearchParams(location.search);
    for (const { name, value } of choices) query.set(name, sets[Number(value)].name);
    for (const { name, value } of [search, shows]) value ? query.set(name, value) : query.delete(name);
    const address = `?${query}${location.hash}`;
    typing ? history.replaceState(null, "", address) : history.pushState(null, "", address);
    show("");
  }

  const swap = button("Swap", () => {
    set(choices.map(({ value }) => Number(value)).reverse());
    changed();
  });
  const labelled = (/** @type {string} */ text, /** @type {HTMLElement} */ field) =>
    html("span", {}, html("label", { htmlFor: field.id }, text), " ", field);
  form.append(labelled("From", choices[0]), labelled("To", choices[1]), swap, labelled("Find", search), labelled("Show", shows));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", read);
  form.hidden = false;
  read();
}

const form = globalThis.document?.querySelector(".releases-choice"); // no document: a test that asks for differences
if (form) begin(/** @type {HTMLFormElement} */ (form));
