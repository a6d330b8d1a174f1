// What the page's program answers, run by Pyodide in node, on checkpoints that lie on the disk: on standard input the
// program, a folder and paths below it, on standard output a line of JSON for each, and last the size of the memory.
import { readFileSync } from "node:fs";

import { loadPyodide } from "pyodide";

const { program, folder, cases } = JSON.parse(readFileSync(0, "utf8"));
const python = await loadPyodide();
for (const [path, text] of Object.entries(program)) {
  python.FS.mkdirTree(`/program/${path.replace(/\/[^/]*$/, "")}`);
  python.FS.writeFile(`/program/${path}`, text);
}
python.FS.mkdirTree(folder);
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
const answer = python.runPython(`
import sys
sys.path.insert(0, "/program")
from inspector.page import answer
answer`);
for (const [path, className] of cases) {
  let answered;
  try {
    answered = answer(path, false, className, "docs/");
  } catch (error) {
    answered = JSON.stringify({ crashed: String(error.stack ?? error) });
  }
  process.stdout.write(`${answered}\n`);
}
process.stdout.write(`${JSON.stringify({ memory: python._module.HEAP8.length })}\n`);
