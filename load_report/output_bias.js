// The MLM head's output bias: what a report that names it says of the rest of the head, and of the bias's other name.

/** @import { Known, Meaning, Status } from "./types.js" */
/** @import { Catalogue } from "./keys.js" */

const MATRICES = ["MLM head", "decoder weight"];

/**
 * What rules may ask of an output bias, for one group of keys.
 * @param {{ key: string, status: Status }[]} all
 * @param {Map<string, Meaning>} meanings
 * @param {string} family
 * @param {Catalogue} known
 * @returns {(own: Known | null) => string[]}
 */
export function factsOfBias(all, meanings, family, known) {
  const absent = all.filter(({ status }) => status !== "unexpected");
  const loaded = !absent.some(({ key }) => MATRICES.includes(meanings.get(key)?.known?.role ?? ""));
  const missing = new Set(absent.filter(({ status }) => status === "missing" || status === "unsaid").map(({ key }) => meanings.get(key)?.canonical));
  const seconds = [...(known.names.get(family)?.values() ?? [])].filter(({ role }) => role === "decoder bias");
  return (own) => {
    const pair = seconds.find((second) => second.alias_of === own?.key || second.key === own?.key);
    const facts = loaded ? ["head loaded"] : [];
    if (pair) facts.push("two names");
    if (pair && missing.has(pair.key) && missing.has(pair.alias_of)) facts.push("both missing");
    return facts;
  };
}
