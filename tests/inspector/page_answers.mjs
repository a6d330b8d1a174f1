// What the page's modules say of checkpoints on the disk: a list of them on standard input, a line for each on standard
// output. `root` is a folder, and `chosen` one of its files, or "" for the folder itself.
import { closeSync, openSync, readFileSync, readSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { inspect } from "../../inspector/page/inspect.js";

const LARGEST_READ = 4 * 2 ** 20;
const HEADER = 8; // where the header of a safetensors file begins, which may be longer
const NESTED = 2; // folders in folders that are looked into

const { data, cases } = JSON.parse(readFileSync(0, "utf8"));
for (const { root, chosen, given, wanted } of cases) {
  const opened = [];
  const sources = pathsIn(root, "", NESTED).map((path) => sourceOf(root, path, opened));
  let answer;
  try {
    answer = await inspect(sources, data, { chosen, given, wanted });
  } catch (error) {
    answer = { crashed: String(error.stack) };
  }
  for (const number of opened) closeSync(number);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

function pathsIn(root, folder, deep) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = folder ? `${folder}/${name}` : name;
    const kind = statSync(join(root, path), { throwIfNoEntry: false });
    if (kind?.isDirectory()) return deep ? pathsIn(root, path, deep - 1) : [];
    return kind?.isFile() ? [path] : [];
  });
}

function sourceOf(root, path, opened) {
  let number = -1;
  const { size } = statSync(join(root, path));
  return {
    path,
    size,
    async read(offset, count) {
      if (count > LARGEST_READ && offset !== HEADER) throw new RangeError(`${count} bytes were read at once`);
      if (number < 0) opened.push((number = openSync(join(root, path))));
      const bytes = new Uint8Array(count);
      return bytes.subarray(0, readSync(number, bytes, 0, count, offset));
    },
  };
}
