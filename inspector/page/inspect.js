// Dropped files → the report that the command would print: the page's one entry.

import { NeedsCommand, Unreadable } from "./data.js";
import { examine } from "./examine.js";
import { readFamilies } from "./families.js";
import { Files } from "./files.js";
import { find, onlyWeights } from "./find.js";
import { Messages } from "./messages.js";
import { read } from "./read.js";

/** Where the pages are in a clone. */
const BASE = "docs/";

/**
 * What the files hold. Reads a header and sampled rows, never a whole file.
 * @param {import("./types.js").Source[]} sources
 * @param {import("./types.js").Data} data
 * @param {import("./types.js").Options} [options]
 * @returns {Promise<import("./types.js").Outcome>}
 */
export async function inspect(sources, data, options = {}) {
  if (options.full) return { needs_command: "every number is read by the command alone" };
  try {
    const files = new Files(sources);
    const [first] = sources;
    const alone = first && sources.length === 1 && !first.path.includes("/") ? first.path : onlyWeights(files);
    const chosen = options.chosen ?? alone;
    const header = await read(await find(files, chosen, options.given ?? (chosen || "this folder")), files);
    const { base = BASE, wanted, first: tell } = options;
    const linked = (/** @type {import("./types.js").ReportJson} */ found) => {
      const findings = found.findings.map((one) => ({ ...one, page: one.page && linkTo(one.page, base) }));
      return { ...found, findings };
    };
    const told = tell && ((/** @type {import("./types.js").ReportJson} */ found) => tell({ report: linked(found) }));
    return { report: linked(await examine(header, new Messages(data.messages), readFamilies(data.names), wanted, told)) };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: [error.message] };
    if (error instanceof NeedsCommand) return { needs_command: error.message };
    throw error;
  }
}

/**
 * A page's address below a base: on a site a folder, in a clone the file.
 * @param {string} page
 * @param {string} base
 */
export function linkTo(page, base) {
  if (!base.includes("://")) return base + page;
  const [file = "", anchor] = page.split("#");
  return base + file.replace(/(^|\/)index\.md$|\.md$/, "/") + (anchor === undefined ? "" : `#${anchor}`);
}
