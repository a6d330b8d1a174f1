// Shows of many items those that fit a form, counts them, and has the choice in the address. For sort-table.js and
// statements.js.
import { readAddress, writeAddress } from "./shared.js";

/** A text as it is compared. @param {string} text */
export const plain = (text) => text.toLowerCase().replace(/[’‘]/g, "'");

/** A name with dots in it is one word. @param {string} text */
const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}_]+(?:[.'-][\p{L}\p{N}_]+)*/gu) ?? [];

/** @typedef {{element: HTMLElement, text: string, has: Record<string, string[]>}} Item */

/**
 * Each field of the form chooses: the search field by words, any other by what items have under its name.
 * @param {HTMLFormElement} form @param {Item[]} items @param {string} noun for the count
 * @param {(words: string[], shown: Set<HTMLElement>) => void} after what else hangs on the choice
 * @returns a function to show it again, after the form was changed by a script
 */
export function filter(form, items, noun, after) {
  const fields = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.elements]);
  const names = [...new Set(fields.map(({ name }) => name).filter(Boolean))];
  const search = fields.find(({ type }) => type === "search")?.name ?? "";
  const status = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));

  function show() {
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const chosen = values.filter(([name, value]) => name !== search && value);
    const words = wordsOf(Object.fromEntries(values)[search]);
    const fits = (/** @type {Item} */ { text, has }) =>
      words.every((word) => text.includes(word)) && chosen.every(([name, value]) => has[name].includes(value));
    const shown = new Set(items.filter(fits).map(({ element }) => element));
    for (const { element } of items) element.hidden = !shown.has(element);
    status.textContent = shown.size ? `${shown.size} of ${items.length} ${noun}` : `None of ${items.length} ${noun}: try fewer words`;
    after(words, shown);
    return values;
  }

  const changed = () => writeAddress(Object.fromEntries(show().map(([name, value]) => [name, value || null])));

  for (const [name, value] of Object.entries(readAddress(names))) {
    const field = /** @type {RadioNodeList | HTMLInputElement} */ (form.elements.namedItem(name));
    field.value = value;
    if (field.value !== value) field.value = ""; // a choice that is not there
  }
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
  return changed;
}
