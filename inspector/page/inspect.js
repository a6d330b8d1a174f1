// Dropped files → the report that the command would print: the page's one entry.

/**
 * What the files hold. Reads a header and sampled rows, never a whole file.
 * @param {import("./types").Source[]} files
 * @param {import("./types").Data} data
 * @param {import("./types").Options} [options]
 * @returns {Promise<import("./types").Outcome>}
 */
export async function inspect(files, data, options = {}) {
  void files, data, options;
  return { needs_command: "not written yet" };
}
