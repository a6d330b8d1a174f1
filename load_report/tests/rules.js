// The rules as the page has them: from the script that the build wrote.
import { readFileSync } from "node:fs";

const folder = new URL("../../docs/artifacts/", import.meta.url);
const script = readFileSync(new URL("load_report/page.js", folder), "utf8");
/** @type {import("../types.js").Rules} */
export const RULES = JSON.parse(/^const RULES = (.*);$/m.exec(script)?.[1] ?? "null");

/** @param {string} set */
export function report(set) {
  return readFileSync(new URL(`reports/versions/what_loading_prints.${set}.txt`, folder), "utf8");
}
