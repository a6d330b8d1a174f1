// What the box answers: rules, messages and where their files come from on standard input, for each its answer as data and as text on standard output.
import { readFileSync } from "node:fs";

import { answer } from "../../docs/assets/load_report/answer.js";
import { inWords } from "../../docs/assets/load_report/in_words.js";
import { asText } from "./as_text.js";

const { rules, messages, origin } = JSON.parse(readFileSync(0, "utf8"));
const answers = messages.map((message) => {
  const found = inWords(answer(message, rules, origin), rules, "");
  return { ...found, text: asText(found) };
});
process.stdout.write(JSON.stringify(answers));
