// What the box answers: rules and messages on standard input, for each its answer as data and as text on standard output.
import { readFileSync } from "node:fs";

import { answer } from "../../load_report/answer.js";
import { asText, plain } from "../../load_report/as_text.js";

const { rules, messages } = JSON.parse(readFileSync(0, "utf8"));
const answers = messages.map((message) => {
  const found = plain(answer(message, rules), rules, "");
  return { ...found, text: asText(found) };
});
process.stdout.write(JSON.stringify(answers));
