// Shows of many items those that fit a form, counts them, and has the choice in the address. For sort-table.js and
// statements.js; without them everything is shown, and no form.

/** A text as it is compared. @param {string} text */
export const plain = (text) => text.toLowerCase().replace(/[’‘]/g, "'");

/** What somebody typed, in words; a name with dots in it is one. @param {string} text */
export const words = (text) => plain(text).match(/[\p{L}\p{N}_]+(?:[.'-][\p{L}\p{N}_]+)*/gu) ?? [];

/**
 * Each field of the form chooses: the search field by words, any other by what items have under its name.
 * @param {HTMLFormElement} form
 * @param {{element: HTMLElement, text: string, has: Record<string, string[]>}[]} items
 * @param {string} noun for the count
 * @param {(typed: string[], shown: Set<HTMLElement>) => void} after what else hangs on the choice
 * @returns a function to show it again, after the form was changed by a script
 */
export function filter(form, items, noun, after) {
  const names = [...new Set([...form.elements].map(({ name }) => name).filter(Boolean))];
  const typed = form.querySelector("input[type=search]").name;

  function show() {
    const chosen = Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
    const asked = words(chosen[typed] ?? "");
    const fits = ({ text, has }) => asked.every((word) => text.includes(word))
      && Object.entries(chosen).every(([name, value]) => name === typed || has[name].includes(value));
    const shown = new Set(items.filter(fits).map(({ element }) => element));
    for (const { element } of items) element.hidden = !shown.has(element);
    form.querySelector("[role=status]").textContent = shown.size
      ? `${shown.size} of ${items.length} ${noun}`
      : `None of ${items.length} ${noun}: try fewer words`;
    after(asked, shown);
    return chosen;
  }

  // Beside what other parts of the page keep in the address.
  function changed() {
    const chosen = show();
    const query = new URLSearchParams(location.search);
    for (const name of names) chosen[name] ? query.set(name, chosen[name]) : query.delete(name);
    history.replaceState(null, "", (query.size ? `?${query}` : location.pathname) + location.hash);
  }

  for (const [name, value] of new URLSearchParams(location.search)) {
    if (!names.includes(name)) continue;
    form.elements[name].value = value;
    if (form.elements[name].value !== value) form.elements[name].value = ""; // a choice that is not there
  }
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
  return changed;
}
