// The program behind `python -m load_report`: a message on standard input, its answer on standard output.

/** @import { Rules } from "../docs/assets/load_report/types.js" */

import { readFileSync } from "node:fs";
import process from "node:process";

import { answer } from "../docs/assets/load_report/answer.js";
import { inWords } from "../docs/assets/load_report/in_words.js";
import { asText } from "./as_text.js";

const [path = "", format = "text", base = ""] = process.argv.slice(2);
/** @type {Rules} */
const rules = JSON.parse(readFileSync(path, "utf8"));
const parts = [];
for await (const part of process.stdin) parts.push(part); // reading it at once fails where a pipe is slow
const found = inWords(answer(Buffer.concat(parts).toString("utf8"), rules), rules, base);
process.stdout.write(format === "json" ? `${JSON.stringify(found, null, 1)}\n` : asText(found));
process.exitCode = found.whole === "stop" || found.whole === "error" ? 1 : found.whole === "unknown" ? 2 : 0;
