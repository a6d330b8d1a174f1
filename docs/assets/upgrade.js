// @ts-check
// What answers differently between two releases, for any two that were tested. Without this script the page shows one pair.

/** @typedef {{ words: string, group: number, do: string }} State an answer of a claim, and the group of a line that leads to it */
/** @typedef {{ at: number, first: string, last: string, pull: string }} Step `last` is empty where the release is known */
/** @typedef {{ claim: string, page: string, weight: number, states: State[], at: number[], steps: Step[] }} Row */
/** @typedef {{ sets: { title: string, name: string }[], start: number, groups: string[], steady: Record<string, number>, claims: Row[] }} Data */
/** @typedef {{ row: Row, was: State, now: State, steps: Step[] }} Line */
/** @typedef {{ lines: Line[], silent: Row[], same: number, unknown: number }} Difference */

var upgrade = (() => {
  const DETAIL = 3; // lines of this weight or less are folded, as in explainer/inputs/upgrades.py
  const UNKNOWN = -1;

  /** What differs between two sets, by their places in the list. @param {Data} data @param {number} from @param {number} to @returns {Difference} */
  function difference(data, from, to) {
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
   * @param {Data} data @param {string | null} name */
  function placed(data, name) {
    const exact = data.sets.findIndex((one) => one.name === name);
    if (exact >= 0 || !/^\d+(\.\d+)*$/.test(name ?? "")) return exact;
    const parts = /** @type {string} */ (name).split(".").map(Number);
    const later = (/** @type {string} */ other) => {
      const theirs = other.split(".").map(Number);
      const at = theirs.findIndex((part, place) => part !== (parts[place] ?? 0));
      return at >= 0 && theirs[at] > (parts[at] ?? 0);
    };
    return data.sets.findLastIndex((one) => /^\d/.test(one.name) && !later(one.name));
  }

  return { DETAIL, difference, placed };
})();

(() => {
  const source = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".upgrade-choice"));
  if (!form) return;
  const sum = /** @type {HTMLElement} */ (document.querySelector(".upgrade-sum"));
  const place = /** @type {HTMLElement} */ (document.querySelector(".upgrade-lines"));

  /** @param {keyof HTMLElementTagNameMap} name @param {Record<string, string>} attributes @param {...(Node | string)} inside */
  function html(name, attributes, ...inside) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  }

  /** A text whose pieces between backticks are code. @param {string} text */
  function coded(text) {
    return text.split("`").map((piece, at) => (at % 2 ? html("code", {}, piece) : piece));
  }

  /** @param {string} page */
  function proof(page) {
    return new URL(`../c/${page}/`, source).href;
  }

  /** @param {Step} step @param {number} at */
  function release(step, at) {
    const first = step.pull ? html("a", { href: step.pull }, step.first) : step.first;
    return [at ? ", then " : "", step.last ? `between ${step.last} and ` : "in ", first];
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

  /** A line that is folded. @param {Line} line */
  function short({ row, now, steps }) {
    return html("li", {}, html("a", { href: proof(row.page) }, ...coded(now.words)), " Changed ", ...steps.flatMap(release), ".");
  }

  /** @param {Line[]} lines */
  function listed(lines) {
    const [plain, folded] = [false, true].map((small) => lines.filter(({ row }) => row.weight <= upgrade.DETAIL === small));
    const shown = plain.length ? [html("ul", {}, ...plain.map(item))] : [];
    if (!folded.length) return shown;
    return [...shown, html("details", {}, html("summary", {}, `${folded.length} smaller ${folded.length === 1 ? "change" : "changes"}`), html("ul", {}, ...folded.map(short)))];
  }

  /** @param {Difference} found */
  function unanswered({ silent, unknown }) {
    const many = `${unknown} ${unknown === 1 ? "claim has" : "claims have"} no answer in one of the two releases`;
    const why = `A program cannot run there, or we did not test it there. Of these, ${silent.length} changed in other releases${silent.length ? ":" : "."}`;
    const rows = silent.map((row) => html("li", {}, html("a", { href: proof(row.page) }, ...coded(row.claim))));
    return html("details", { class: "upgrade-unknown" }, html("summary", {}, many), html("p", {}, why), ...(rows.length ? [html("ul", {}, ...rows)] : []));
  }

  /** @param {Data} data @param {number} from @param {number} to @param {string} note */
  function show(data, from, to, note) {
    const found = upgrade.difference(data, from, to);
    const { length } = found.lines;
    const pair = `From ${data.sets[from].title} to ${data.sets[to].title}`;
    const differ = `${length} ${length === 1 ? "claim turns" : "claims turn"} out differently, ${found.same} the same.`;
    sum.textContent = `${note}${from === to ? "These are one release. Choose another one." : `${pair}: ${differ}`}`;
    const groups = data.groups.flatMap((heading, at) => {
      const lines = found.lines.filter(({ now }) => now.group === at);
      return lines.length ? [html("h3", {}, heading), ...listed(lines)] : [];
    });
    place.replaceChildren(...groups, ...(found.unknown ? [unanswered(found)] : []));
  }

  /** @param {Data} data */
  function begin(data) {
    const names = /** @type {const} */ (["from", "to"]);
    const usual = { from: data.start, to: data.sets.length - 1 };
    const choices = names.map((name) => {
      const options = data.sets.map((one, at) => html("option", { value: String(at) }, one.title)).reverse();
      return /** @type {HTMLSelectElement} */ (html("select", { name, id: `upgrade-${name}` }, ...options));
    });
    const swap = html("button", { type: "button", class: "md-button" }, "Swap");
    const labels = names.map((name) => html("label", { for: `upgrade-${name}` }, name === "from" ? "From" : "To"));
    form?.append(...labels.map((label, at) => html("span", {}, label, " ", choices[at])), swap);

    const now = () => choices.map((choice) => Number(choice.value));
    const read = () => {
      const asked = new URLSearchParams(location.search);
      const notes = names.map((name, at) => {
        const wanted = asked.get(name)?.trim().replace(/^v(?=\d)/i, "") ?? null;
        const found = wanted === null ? usual[name] : upgrade.placed(data, wanted);
        choices[at].value = String(found < 0 ? usual[name] : found);
        if (wanted === null || data.sets[found]?.name === wanted) return "";
        return `${wanted} is not in the list; shown is ${data.sets[Number(choices[at].value)].title}. `;
      });
      const [from, to] = now();
      show(data, from, to, notes.join(""));
    };
    const chosen = () => {
      const [from, to] = now();
      const all = new URLSearchParams(location.search);
      [from, to].forEach((set, at) => all.set(names[at], data.sets[set].name));
      history.pushState(null, "", `?${all}${location.hash}`);
      show(data, from, to, "");
    };
    for (const choice of choices) choice.addEventListener("change", chosen);
    swap.addEventListener("click", () => {
      const [from, to] = choices.map((choice) => choice.value);
      [choices[0].value, choices[1].value] = [to, from];
      chosen();
    });
    form?.addEventListener("submit", (event) => event.preventDefault());
    addEventListener("popstate", read);
    if (form) form.hidden = false;
    if (location.search) read();
    else choices.forEach((choice, at) => (choice.value = String(usual[names[at]])));
  }

  fetch(new URL("../artifacts/versions/upgrade.json", source))
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
    .then(begin)
    .catch(() => sum.after(html("p", {}, "The list of the other pairs could not be loaded: this is the pair above.")));
})();
