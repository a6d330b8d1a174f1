// What answers differently between two releases, for any two that were tested. Without this script the page shows one pair.
import { button, html } from "./shared.js";

/** @typedef {{ words: string, group: number, do: string }} State an answer of a claim, and the group of a line that leads to it */
/** @typedef {{ at: number, first: string, last: string, pull: string }} Step `last` is empty where the release is known */
/** @typedef {{ claim: string, page: string, weight: number, states: State[], at: number[], steps: Step[] }} Row */
/** @typedef {{ sets: { title: string, name: string }[], start: number, groups: string[], steady: Record<string, number>, claims: Row[] }} Data */
/** @typedef {{ row: Row, was: State, now: State, steps: Step[] }} Line */
/** @typedef {{ lines: Line[], silent: Row[], same: number, unknown: number }} Difference */

const DETAIL = 3; // lines of this weight or less are folded, as in explainer/inputs/upgrades.py
const UNKNOWN = -1;

/** What differs between two sets, by their places in the list. @param {Data} data @param {number} from @param {number} to @returns {Difference} */
export function difference(data, from, to) {
  const [low, high] = from < to ? [from, to] : [to, from];
  const silent = data.claims.filter(({ at }) => at[from] === UNKNOWN || at[to] === UNKNOWN);
  const lines = data.claims
    .filter((row) => !silent.includes(row) && row.at[from] !== row.at[to])
    .map((row) => ({
      row,
      was: row.states[row.at[from]],
      now: row.states[row.at[to]],
      steps: row.steps.filter(({ at }) => low < at && at <= high),
    }));
  let [same, unknown] = [data.claims.length - silent.length - lines.length, silent.length];
  for (const [known, count] of Object.entries(data.steady)) {
    if (known[from] === "1" && known[to] === "1") same += count;
    else unknown += count;
  }
  return { lines, silent, same, unknown };
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

/** @param {number} count @param {string} one @param {string} many */
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** A text whose pieces between backticks are code. @param {string} text */
const coded = (text) => text.split("`").map((piece, at) => (at % 2 ? html("code", {}, piece) : piece));

/** @param {string} page */
const proof = (page) => new URL(`../c/${page}/`, import.meta.url).href;

/** @param {Step} step @param {number} at */
function release({ first, last, pull }, at) {
  return [at ? ", then " : "", last ? `between ${last} and ` : "in ", pull ? html("a", { href: pull }, first) : first];
}

/** @param {Line} line */
function item({ row, was, now, steps }) {
  const link = html("a", { href: proof(row.page), "aria-label": `Proof: ${now.words.replaceAll("`", "")}` }, "Proof");
  const todo = now.do ? [html("strong", {}, "Do:"), " ", ...coded(now.do), " "] : [];
  return html("li", {},
    html("p", {}, html("strong", {}, "Now:"), " ", ...coded(now.words)),
    html("p", {}, html("strong", {}, "Was:"), " ", ...coded(was.words)),
    html("p", {}, ...todo, "Changed ", ...steps.flatMap(release), ". ", link));
}

/** @param {Line[]} lines */
function listed(lines) {
  const [plain, folded] = [false, true].map((small) => lines.filter(({ row }) => row.weight <= DETAIL === small));
  return [
    ...(plain.length ? [html("ul", {}, ...plain.map(item))] : []),
    ...(folded.length ? [html("p", {}, `${counted(folded.length, "smaller change is", "smaller changes are")} `,
      html("a", { href: new URL("../versions/table/", import.meta.url).href }, "in the table"), ".")] : []),
  ];
}

/** The claims without an answer in one of the two. @param {Difference} difference */
function unanswered({ silent, unknown }) {
  const why = `A program cannot run there, or we did not test it there. Of these, ${silent.length} changed in other releases${silent.length ? ":" : "."}`;
  const rows = silent.map((row) => html("li", {}, html("a", { href: proof(row.page) }, ...coded(row.claim))));
  return html("details", { className: "upgrade-unknown" },
    html("summary", {}, `${counted(unknown, "claim has", "claims have")} no answer in one of the two releases`),
    html("p", {}, why), ...(rows.length ? [html("ul", {}, ...rows)] : []));
}

/** @param {HTMLFormElement} form */
async function begin(form) {
  const [sum, place] = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".upgrade-sum, .upgrade-lines")]);
  const file = await fetch(new URL("../artifacts/versions/upgrade.json", import.meta.url)).catch(() => null);
  if (!file?.ok) return sum.after(html("p", {}, "The list of the other pairs could not be loaded: this is the pair above."));
  const data = /** @type {Data} */ (await file.json());
  const { sets, groups, start } = data;
  const names = ["from", "to"];
  const usual = [start, sets.length - 1];
  const choices = names.map((name) => html("select", { name, id: `upgrade-${name}`, onchange: () => changed() },
    ...sets.map(({ title }, at) => html("option", { value: at }, title)).reverse()));
  const set = (/** @type {number[]} */ places) => choices.forEach((choice, at) => { choice.value = String(places[at]); });

  /** @param {string} note */
  function show(note) {
    const [from, to] = choices.map(({ value }) => Number(value));
    const found = difference(data, from, to);
    const { lines, same } = found;
    sum.textContent = note + (from === to ? "These are one release. Choose another one."
      : `From ${sets[from].title} to ${sets[to].title}: ${counted(lines.length, "claim turns", "claims turn")} out differently, ${same} the same.`);
    const shown = groups.flatMap((heading, at) => {
      const own = lines.filter(({ now }) => now.group === at);
      return own.length ? [html("h3", {}, heading), ...listed(own)] : [];
    });
    place.replaceChildren(...shown, ...(found.unknown ? [unanswered(found)] : []));
  }

  function read() {
    const query = new URLSearchParams(location.search);
    const wanted = names.map((name) => query.get(name)?.trim().replace(/^v(?=\d)/i, ""));
    const found = wanted.map((name, at) => (name === undefined ? usual[at] : placed(data, name)));
    set(found.map((place, at) => (place < 0 ? usual[at] : place)));
    show(wanted.map((name, at) => (name === undefined || sets[found[at]]?.name === name ? ""
      : `${name} is not in the list; shown is ${sets[Number(choices[at].value)].title}. `)).join(""));
  }

  function changed() {
    const query = new URLSearchParams(location.search);
    for (const { name, value } of choices) query.set(name, sets[Number(value)].name);
    history.pushState(null, "", `?${query}${location.hash}`);
    show("");
  }

  const swap = button("Swap", () => {
    set(choices.map(({ value }) => Number(value)).reverse());
    changed();
  });
  const labels = ["From", "To"].map((text, at) => html("span", {}, html("label", { htmlFor: choices[at].id }, text), " ", choices[at]));
  form.append(...labels, swap);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", read);
  form.hidden = false;
  if (location.search) read();
  else set(usual);
}

const form = globalThis.document?.querySelector(".upgrade-choice"); // no document: a test that asks for differences
if (form) begin(/** @type {HTMLFormElement} */ (form));
