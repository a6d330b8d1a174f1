// From the words of a query to the pages that answer it, best first, each with its sections.
import "./minisearch.js"; // it has no exports, and sets a global name
import { blocksOf, marked, plainOf, teaser } from "./teasers.js";
import { allTermsOf, pairsIn, queryWords } from "./words.js";

/** @typedef {{location: string, title: string, text: string}} Doc a section as the theme's index has it, in HTML */
/** @typedef {ReturnType<typeof entryOf>} Entry */
/** @typedef {import("./words.js").QueryWord} QueryWord */
/** @typedef {{id: number, score: number, terms: string[], match: Record<string, string[]>}} Match */
/** @typedef {{addAll(entries: Entry[]): void, search(query: object, options: object): Match[]}} Index */
/** @typedef {{score: number, share: number, terms: string[], inTitle: boolean}} Answer how well a section has one word */
/** @typedef {{entry: Entry, score: number, share: number, inTitle: number, words: Set<number>, found: Set<string>}} Hit */

const { MiniSearch } = /** @type {{MiniSearch: new (options: object) => Index}} */ (/** @type {unknown} */ (globalThis));

// Chosen by the questions of tests/browser/questions.yml, from the middle of what answers all of them.
const BOOST = { title: 1.5, page: 1.5, text: 1 }; // A word in a short field counts more as it is.
const SHARE = 2; // the power of how much of the query a section has
const ORDER = 2; // for its words side by side
const NAME = 2; // for a title that says the query and little more
const DEFINITION = /^\s*what(?:['’]s|\s+(?:is|are|does))\s+(.*?)(?:\s+mean)?\W*$/i;
const GLOSSARY = 1.5; // for a word of the glossary; twice for one who asks what it is
const CLAIM = 1.25; // for a claim with every word of the query
const CLAIMS = 0.5; // for each claim after the best: a claim's own page answers, and explains nothing
const DOORS = 0.5; // for what is about the site, or only leads on
const MYTHS = 0.4; // of these, for a myth: what a page says on the matter comes first
const REST = 0.4; // for a page's next sections
const RESTS = 4;
const OTHER = 0.7; // for another word of the same meaning
const WEIGHTS = { prefix: 0.2, fuzzy: 0.4 };
const PAGES = 15; // The theme shows ten, and more as one scrolls.
const SECTIONS = 5;
const same = (/** @type {string} */ term) => term;
const TERMS = { tokenize: (/** @type {string} */ term) => [term], processTerm: same }; // They are terms already.

/** A function that answers queries, from the documents of the theme's index. @param {Doc[]} docs */
export function searchOf(docs) {
  const pages = new Map(docs.filter(({ location }) => !location.includes("#")).map((doc) => [doc.location, doc]));
  const entries = docs.map((doc, id) => entryOf(doc, id, pages));
  const index = new MiniSearch({ fields: Object.keys(BOOST), tokenize: allTermsOf, processTerm: same });
  index.addAll(entries);
  return (/** @type {string} */ query) => {
    const [, word] = DEFINITION.exec(query) ?? [];
    const words = queryWords(word ?? query);
    const typing = /\S$/.test(query);
    const answers = words.map((queried, i) => answersTo(index, queried, typing && i === words.length - 1));
    const hits = scored(answers, entries, pairsIn(query.slice(0, 2000)), Boolean(word));
    return grouped(entries, hits).map((group) => group.map((hit) => item(hit, words)));
  };
}

/** @typedef {[page: string, hits: Hit[]]} Group */

/** @param {Group} one @param {Group} other */
const byScore = ([, [a]], [, [b]]) => b.score - a.score;
const isDoor = (/** @type {Entry} */ { address }) =>
  /^(?:$|all-claims|how-it-works|inspect|labs|load-report|pydoc-bert|what-)/.test(address);
const isMyth = (/** @type {Entry} */ { address }) => address.startsWith("what-people-say");
const isWord = (/** @type {Entry} */ { doc }) => doc.location.startsWith("glossary/#");
const isClaim = (/** @type {Entry} */ { doc }) => doc.location.startsWith("c/");

/** What the search knows of a section: its texts, its place, and its page, which is the entry of that address.
 * @param {Doc} doc @param {number} id @param {Map<string, Doc>} pages */
function entryOf(doc, id, pages) {
  const page = doc.location.split("#")[0];
  const [title, text] = [plainOf(doc.title), plainOf(doc.text)];
  const above = page === doc.location ? "" : plainOf(pages.get(page)?.title ?? "");
  const pairs = pairsIn(`${title}\n${text}`);
  return { id, doc, address: page, title, text, page: above, pairs, words: queryWords(title).length, blocks: blocksOf(doc.text) };
}

/** How well each section has one word of a query, by the section's id: a name as it is, or all its pieces.
 * @param {Index} index @param {QueryWord} word @param {boolean} typing */
function answersTo(index, { term, pieces, others }, typing) {
  const ask = (/** @type {string[]} */ queries, options = {}) =>
    index.search({ queries, combineWith: "AND" }, { boost: BOOST, weights: WEIGHTS, ...TERMS, ...options });
  /** @type {Map<number, Answer>} */
  const hits = new Map();
  const add = (/** @type {Match[]} */ found, /** @type {number} */ weight, share = 1) => {
    for (const { id, score, terms, match } of found) {
      const before = hits.get(id) ?? { score: 0, share: 0, terms: [], inTitle: false };
      hits.set(id, {
        score: before.score + score * weight,
        share: Math.min(1, before.share + share),
        terms: [...before.terms, ...terms],
        inTitle: before.inTitle || Object.values(match).every((fields) => fields.includes("title")),
      });
    }
  };
  // Of what is still being typed only the end may go on.
  const unfinished = (/** @type {string} */ last) => ({ prefix: (/** @type {string} */ typed) => typing && typed === last && typed.length > 1 });
  add(ask([term], unfinished(term)), 1);
  // Of a name that the site has nowhere each piece tells something.
  const alone = hits.size ? [] : pieces;
  if (pieces.length) add(ask(pieces, unfinished(pieces[pieces.length - 1])), 1 / (2 * pieces.length));
  for (const piece of alone) add(ask([piece]), 1 / (2 * pieces.length), 1 / pieces.length);
  for (const phrase of others) add(ask(phrase), OTHER / phrase.length);
  // Misspelt, perhaps: nothing on the site has it.
  if (!hits.size && term.length > 4 && !/\d/.test(term)) add(ask([term], { fuzzy: 0.2 }), 1);
  return hits;
}

/** Each section found, with its score: much more for one with all words of the query, and more if in their order.
 * @param {Map<number, Answer>[]} answers @param {Entry[]} entries @param {Set<string>} pairs @param {boolean} isDefinition */
function scored(answers, entries, pairs, isDefinition) {
  /** @type {Map<number, Hit>} */
  const hits = new Map();
  const rarity = answers.map((found) => found.size && Math.log(1 + entries.length / found.size));
  const all = rarity.reduce((sum, share) => sum + share, 0);
  answers.forEach((found, word) => {
    for (const [id, { score, share, terms, inTitle }] of found) {
      const hit = hits.get(id) ?? unfound(entries[id]);
      hits.set(id, hit);
      hit.score += score;
      hit.share += (share * rarity[word]) / all;
      hit.inTitle += Number(inTitle);
      hit.words.add(word);
      for (const term of terms) hit.found.add(term);
    }
  });
  const kindOf = (/** @type {Hit} */ { entry, words }) => {
    if (isWord(entry)) return isDefinition ? 2 * GLOSSARY : GLOSSARY;
    if (isDoor(entry)) return isMyth(entry) ? DOORS * MYTHS : DOORS;
    return isClaim(entry) && words.size === answers.length ? CLAIM : 1;
  };
  return [...hits.values()].map((hit) => {
    const inOrder = [...pairs].filter((pair) => hit.entry.pairs.has(pair)).length / (pairs.size || 1);
    const name = (hit.inTitle / answers.length) * (hit.inTitle / hit.entry.words || 0);
    const worth = hit.share ** SHARE * (1 + ORDER * inOrder) * (1 + NAME * name) * kindOf(hit);
    return { ...hit, score: hit.score * worth };
  });
}

/** A section that is no hit: as yet, or only shown above those that are. @param {Entry} entry @returns {Hit} */
const unfound = (entry) => ({ entry, score: 0, share: 0, inTitle: 0, words: new Set(), found: new Set() });

/** The hits by page, best first, and each page's own entry among them, without which the theme shows no page.
 * @param {Entry[]} entries @param {Hit[]} hits */
function grouped(entries, hits) {
  /** @type {Map<string, Hit[]>} */
  const groups = new Map();
  for (const hit of hits.sort((a, b) => b.score - a.score)) {
    groups.set(hit.entry.address, [...(groups.get(hit.entry.address) ?? []), hit]);
  }
  return withOneClaim([...groups].map(withRest).sort(byScore))
    .slice(0, PAGES)
    .map(([page, group]) => {
      const isPage = (/** @type {Entry} */ { doc }) => doc.location === page;
      const shown = group.slice(0, SECTIONS);
      const own = group.find(({ entry }) => isPage(entry)) ?? entries.filter(isPage).map(unfound)[0] ?? shown[0];
      return shown.includes(own) ? shown : [...shown, own];
    });
}

/** The pages, best first, with each claim but the best one lower. @param {Group[]} groups */
function withOneClaim(groups) {
  const [, ...lower] = groups.filter(([, [{ entry }]]) => isClaim(entry));
  for (const [, [best]] of lower) best.score *= CLAIMS;
  return groups.sort(byScore);
}

/** A page that answers with several sections is better than its best one; the theme ranks pages by that one's score.
 * @param {Group} group @returns {Group} */
function withRest([page, [best, ...others]]) {
  const rest = others.slice(0, RESTS).reduce((sum, { score }) => sum + score, 0);
  return [page, [{ ...best, score: best.score + REST * rest }, ...others]];
}

/** A hit as the theme shows it: below it the words that it lacks; the others are marked on its page.
 * @param {Hit} hit @param {QueryWord[]} query */
function item({ entry, score, words, found }, query) {
  const terms = query
    .map(({ word }, i) => ({ word, isFound: words.has(i) }))
    .filter(({ word, isFound }) => !isFound || word.length > 2)
    .map(({ word, isFound }) => [word, isFound]);
  return {
    location: entry.doc.location,
    title: marked(entry.doc.title, found),
    text: words.size ? teaser(entry.blocks, found) : "",
    score,
    terms: words.size ? Object.fromEntries(terms) : {},
  };
}
