// The rules as the page has them, and recorded reports.
import { readFileSync } from "node:fs";

const recorded = new URL("../../docs/artifacts/", import.meta.url);
const generated = new URL("../../.cache/site/artifacts/", import.meta.url); // tests/generated.py writes them
/** @type {import("../../docs/assets/load_report/types.js").Rules} */
export const RULES = JSON.parse(readFileSync(new URL("load_report/rules.json", generated), "utf8"));

/** @param {string} set */
export function report(set) {
  return readFileSync(new URL(`reports/versions/what_loading_prints.${set}.txt`, recorded), "utf8");
}
