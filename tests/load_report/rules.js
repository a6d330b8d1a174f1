// The rules as the page has them, and recorded reports.
import { readFileSync } from "node:fs";

const folder = new URL("../../docs/artifacts/", import.meta.url);
/** @type {import("../../docs/assets/load_report/types.js").Rules} */
export const RULES = JSON.parse(readFileSync(new URL("load_report/rules.json", folder), "utf8"));

/** @param {string} set */
export function report(set) {
  return readFileSync(new URL(`reports/versions/what_loading_prints.${set}.txt`, folder), "utf8");
}
