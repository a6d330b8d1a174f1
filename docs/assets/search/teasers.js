// What a result shows of a section, with the words found marked. The theme puts it into the page as HTML, so all text
// is escaped here; of the index's tags only those for code and for what is raised or lowered are kept.
import { PIECES, allTermsOf, piecesOf, termsOf, wordsIn } from "./words.js";

/** @typedef {{html: string, text: string, prose: boolean, terms: Set<string>}} Block of a section */
/** @typedef {Set<string>} Found the terms of the section that the query found */

const BLOCK = /(?: #)?(<\/?(?:p|pre|ul|ol|li)>)/; // with the sign that links to it, at the end of a claim
const PROSE = /^<(?:p|li)>$/; // What is in neither is a table or a label.
const TAG = /(<\/?[a-z][^>]*>)/;
const KEPT = /^<\/?(?:code|sub|sup)>$/;
const LENGTH = 320;
const AROUND = 60;

const escaped = (/** @type {string} */ text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const unescaped = (/** @type {string} */ html) =>
  html.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");

/** The words of a piece of HTML, without its tags. @param {string} html */
export function plainOf(html) {
  const texts = partsOf(html).map((part) => part.replace(new RegExp(TAG, "g"), ""));
  return unescaped(texts.join("\n"));
}

/** What stands between the tags of blocks. @param {string} html */
const partsOf = (html) => html.split(BLOCK).filter((_, i) => i % 2 === 0);

/** The places of what was found in a text: of a whole word, or of its pieces. @param {string} text @param {Found} found */
function placesIn(text, found) {
  return wordsIn(text).flatMap(({ word, start }) => {
    const pieces = piecesOf(word);
    if (!pieces.length || termsOf(word).some((term) => found.has(term) && !pieces.includes(term))) {
      return termsOf(word).some((term) => found.has(term)) ? [[start, start + word.length]] : [];
    }
    return word.split(PIECES).filter(Boolean).flatMap((piece, i, all) => {
      const at = start + word.indexOf(piece, all.slice(0, i).join("").length);
      return found.has(pieces[i]) ? [[at, at + piece.length]] : [];
    });
  });
}

/** A text as HTML, with what was found marked. @param {string} text @param {Found} found */
function highlighted(text, found) {
  let end = 0;
  const parts = placesIn(text, found).map(([from, to]) => {
    const before = text.slice(end, from);
    end = to;
    return `${escaped(before)}<mark>${escaped(text.slice(from, to))}</mark>`;
  });
  return parts.join("") + escaped(text.slice(end));
}

/** A piece of HTML from one place of its text to another, with what was found marked.
 * @param {string} html @param {Found} found */
export function marked(html, found, from = 0, to = Infinity) {
  let seen = 0;
  const parts = html.split(TAG).map((part) => {
    if (TAG.test(part)) return KEPT.test(part) ? part : "";
    const text = unescaped(part);
    const shown = text.slice(Math.max(0, from - seen), Math.max(0, to - seen));
    seen += text.length;
    return highlighted(shown, found);
  });
  return parts.join("").replace(/<(\w+)><\/\1>/g, "");
}

/** The blocks of a section's HTML that have words, each with the terms under which it is found. @param {string} html @returns {Block[]} */
export function blocksOf(html) {
  const tags = html.split(BLOCK).filter((_, i) => i % 2);
  return partsOf(html)
    .map((part, i) => ({ html: part, text: plainOf(part), prose: PROSE.test(tags[i - 1]) }))
    .filter(({ text }) => text.trim())
    .map((block) => ({ ...block, terms: new Set(allTermsOf(block.text)) }));
}

/** The start of a block, and where what was found begins if that is further on. @param {Block} block @param {Found} found */
function shortened({ html, text }, found) {
  const piece = (/** @type {number} */ from, /** @type {number} */ length) => marked(html, found, from, wordEnd(text, from + length));
  const [first] = placesIn(text, found).map(([from]) => from);
  if (!(first > LENGTH - AROUND)) return piece(0, LENGTH) + (text.length > LENGTH ? " …" : "");
  return `${piece(0, 2 * AROUND)} … ${piece(wordEnd(text, first - AROUND), LENGTH / 2)} …`;
}

/** The first place between two words from a place on. @param {string} text @param {number} place */
function wordEnd(text, place) {
  const space = text.slice(place).search(/\s/);
  return space < 0 ? text.length : place + space;
}

/** The block of a section with most of what was found, from its start: what is not right begins with its verdict.
 * @param {Block[]} blocks @param {Found} found */
export function teaser(blocks, found) {
  const worth = blocks.map(({ terms, prose }) => [...found].filter((term) => terms.has(term)).length + (prose ? 0.5 : 0));
  const best = blocks[worth.indexOf(Math.max(...worth))];
  return best ? `<p>${shortened(best, found)}</p>` : "";
}
