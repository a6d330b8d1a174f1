// A tie that a reader can break: one or two operations, and what the build recorded of a real BERT after them. Nothing is
// computed here. Without this script, or without the two files of the record, the page has the table of single operations.
(async () => {
  const box = /** @type {HTMLElement} */ (document.querySelector(".break-a-tie"));
  const FOLDER = new URL("../artifacts/tables/tie_breaks/every_pair_of_operations/", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  /** @typedef {Record<string, string>} Row */

  /** A file's rows; a cell may be in quotes, with commas in it. @type {(text: string) => Row[]} */
  const rowsOf = (text) => {
    const [names, ...rows] = text.trim().split("\n").map((line) => [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare));
    return rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell])));
  };
  const PROGRAM = new URL("../../../snippets/tie_breaks/check_tie_tells_a_tie_from_a_copy.py", FOLDER);
  const [program, ...files] = await Promise.all([PROGRAM, ...["states", "results"].map((name) => new URL(`${name}.once.csv`, FOLDER))].map((file) => fetch(file).catch(() => null)));
  if (!files.every((file) => file?.ok)) return; // a page that was opened from a disk
  const [states, results] = await Promise.all(files.map(async (file) => rowsOf(await /** @type {Response} */ (file).text())));
  const RESULT = new Map(results.map((row) => [row.result, row]));
  const STATE = new Map(states.map(({ first, then, result }) => [`${first},${then}`, /** @type {Row} */ (RESULT.get(result))]));
  // The operations, as the page's table has them: a name for the address, and the code.
  const OPERATIONS = [...box.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
  /** @type {[string, string[]][]} */
  const EXAMPLES = [
    ["assign=True, then half", ["load-assign", "half"]], ["deepcopy the decoder, then a step", ["deepcopy", "step"]],
    ["clone the weight, then flag False", ["clone", "flag-false"]], ["flag False, then resize", ["flag-false", "resize"]],
    ["prune, then tie_weights()", ["prune", "tie-weights"]],
  ];
  const PLACES = [["bert.embeddings.word_embeddings.weight", "cls.predictions.decoder.weight"], ["cls.predictions.bias", "cls.predictions.decoder.bias"]];

  // What a recorded word says, in a sentence.

  /** @type {Record<string, string>} */
  const MATRIX = {
    "tied": "One Parameter under both names. The tie holds.",
    "two Parameters in one memory": "Two Parameters in one memory: a write through one name shows under the other. The tie is broken: an optimizer takes them for two.",
    "equal copies": "Two Parameters with equal values. The tie is broken, and no output shows it.",
    "different": "Two Parameters with different values. The tie is broken.",
  };
  /** @type {Record<string, string>} */
  const BIAS = { ...MATRIX, "tied": "One Parameter under both names." };
  /** @type {Record<string, string>} */
  const ORIGIN = {
    "tied": "the embedding’s own Parameter",
    "two Parameters in one memory": "a second Parameter in the embedding’s memory",
    "equal copies": "a Parameter of its own, with the embedding’s values",
    "different": "a Parameter of its own, with other values than the embedding’s",
  };
  /** @type {Record<string, string>} */
  const LOGITS = {
    "the same": "Those of the fresh model.",
    "rounded": "Close to those of the fresh model: the numbers have fewer bits now.",
    "changed": "Not those of the fresh model.",
  };
  /** @type {Record<string, string>} */
  const BACK = {
    "the same": "The loaded model gives the logits from just before saving",
    "rounded": "The loaded model gives nearly the logits from just before saving",
    "changed": "The loaded model gives other logits than just before saving",
    "it runs": "The loaded model runs again. The saved one did not",
  };
  /** @type {Record<string, string>} */
  const SHORT = { "equal copies": "two with equal values", "different": "two that differ", "two Parameters in one memory": "two in one memory" };
  /** @type {(word: string) => string} */
  const short = (word) => SHORT[word] ?? word;

  /** The rows of embedding and decoder, and the values of the two biases, where they are not all as many. @type {(row: Row) => string[]} */
  const sizesOf = (row) => row.rows.split(" ").filter(Boolean);

  /** What a word says of two names, which may differ in their size alone. @type {(words: Record<string, string>, word: string, sizes: string[]) => string} */
  const sized = (words, word, [one, other]) =>
    word === "different" && one !== other ? `Two Parameters of different sizes: ${one} and ${other} rows. The tie is broken.` : words[word];

  /** @type {(row: Row) => string} */
  const aboutMatrix = (row) => {
    if (row.weight !== "not a Parameter") return sized(MATRIX, row.weight, sizesOf(row).slice(0, 2));
    if (row.computed_from) return `The decoder’s weight is not a Parameter: it is computed from decoder.weight_orig, ${ORIGIN[row.computed_from]}.`;
    return "The decoder’s weight is not a Parameter: the quantized layer keeps its own packed copy of the numbers.";
  };

  /** @type {(row: Row) => string} */
  const aboutBias = (row) => {
    if (row.bias === "not a Parameter") return "The decoder’s bias is no longer a Parameter: the quantized layer has packed it with its matrix.";
    const [, rows, ...biases] = sizesOf(row);
    const last = biases.at(-1);
    return sized(BIAS, row.bias, biases) + (last === rows ? "" : ` The decoder’s has ${last} values, for ${rows} rows of its matrix.`);
  };

  /** What a step moves, of two names. @type {(moves: string, relation: string, names: string[]) => string} */
  const moved = (moves, relation, names) => {
    const [which, parted] = moves.split(", ");
    const apart = parted ? ", and from here on the two differ" : "";
    if (which === "neither") return "neither name moves";
    if (which !== "both") return `only ${names[which === "first" ? 0 : 1]} moves${apart}`;
    if (relation === "tied") return "it moves";
    return `both names move${apart}`;
  };

  /** Two Parameters in one memory: each that has a gradient is stepped. @type {(relation: string, gradients: string, names: string[]) => string} */
  const shared = (relation, gradients, names) => {
    if (relation !== "two Parameters in one memory") return "";
    return gradients === "both" ? ", by two steps on the same numbers" : `, by one step: only ${names[gradients === "first" ? 0 : 1]} gets a gradient`;
  };

  /** @type {(row: Row) => string} */
  const aboutStep = (row) => {
    if (row.not_trained) return `The model stops${row.not_trained === "as above" ? ", as above." : `: ${row.not_trained}`}`;
    const [matrix, bias] = ["weight", "bias"].map((what, at) =>
      moved(row[`${what}_moves`], row[what], PLACES[at]) + shared(row[what], row[`${what}_gradients`], PLACES[at]));
    return `Matrix: ${matrix}. Bias: ${bias}.`;
  };

  /** @type {(row: Row) => string} */
  const aboutFile = (row) => {
    if (row.not_saved) return `save_pretrained stops: ${row.not_saved}`;
    if (row.not_loaded) return `It is saved, but from_pretrained stops: ${row.not_loaded}`;
    const silent = row.loaded_logits === "changed" && !row.missing && !row.unexpected ? ", and the load report names nothing" : "";
    return `${BACK[row.loaded_logits]}${silent}. Its matrix: ${short(row.loaded_weight)}. Its bias: ${short(row.loaded_bias)}.`;
  };

  // What is on the page.

  /** @type {(name: string, properties?: object, ...inside: (Node | string)[]) => any} */
  const html = (name, properties = {}, ...inside) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...inside);
    return made;
  };
  /** @type {(nothing: string) => HTMLSelectElement} */
  const select = (nothing) => html("select", { onchange: () => show() }, html("option", { value: "", textContent: nothing }),
    ...OPERATIONS.map(([value, code]) => html("option", { value, textContent: code })));
  const [first, then] = [select("nothing: the fresh model"), select("nothing more")];
  /** @type {(text: string, act: () => void) => HTMLButtonElement} */
  const button = (text, act) => html("button", { type: "button", className: "md-button", textContent: text, onclick: act });
  const examples = EXAMPLES.map(([text, pair]) => button(text, () => set(pair)));
  const form = html("form", { onsubmit: () => false, ariaLabel: "Break the tie" },
    html("label", {}, "First ", first), html("label", {}, "Then ", then),
    html("p", {}, "Try: ", ...examples, button("Back to the start", () => set(["", ""]))));
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "0 0 360 222");
  drawing.setAttribute("aria-hidden", "true"); // the words below say it
  const trail = html("p", { className: "trail" });
  const facts = html("dl");
  const said = html("div", { className: "said" }, trail, facts);
  said.setAttribute("role", "status");
  const names = html("tbody");
  const kept = html("table", { className: "kept" },
    html("thead", {}, html("tr", {}, ...["name", "state dict", "file", "loaded again"].map((name) => html("th", { scope: "col", textContent: name })))), names);
  const rule = html("p", { className: "legend" }, "With the flag True, from_pretrained ties two names if the file has one of them, or both with equal values. ",
    "With False it ties nothing.");
  const written = html("details", {}, html("summary", { textContent: "What the state dict and the file hold" }), kept, rule);
  const single = html("details", {}, html("summary", { textContent: "All fifteen, one at a time" }), ...box.childNodes);
  const legend = html("p", { className: "legend" }, "Each line leads from a name to what it holds. Logits are compared for the fresh model’s tokens, without those that a resize added.");

  // The drawing: names above, Parameters below, and a line from each name to what it holds.

  /** @type {(name: string, attributes: object, text?: string) => void} */
  const draw = (name, attributes, text = "") => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    part.textContent = text;
    drawing.append(part);
  };
  /** @type {(kind: string, x: number, y: number, width: number, height: number, text: string, round?: number) => void} */
  const boxed = (kind, x, y, width, height, text, round = 1) => {
    draw("rect", { class: kind, x, y, width, height, rx: round });
    draw("text", { x: x + width / 2, y: y + height / 2 + 4, "text-anchor": "middle", class: kind.includes("holder") ? "name" : "small" }, text);
  };

  /** @type {(y: number, relation: string, kind: string, names: string[], computed: string) => void} */
  function pair(y, relation, kind, [left, right], computed) {
    boxed("encoder holder", 4, y, 168, 26, left);
    boxed("head holder", 188, y, 168, 26, right, 9);
    const [low, round] = [y + 56, kind === "bias" ? 17 : 1];
    const one = relation === "tied";
    const ends = one ? [140, 220] : [88, 272];
    [88, 272].forEach((x, at) => draw("path", { class: "tie", d: `M${x} ${y + 26}L${ends[at]} ${low}` }));
    if (one) boxed(kind, 95, low, 170, 34, "one Parameter", round);
    else {
      if (relation === "two Parameters in one memory") {
        boxed("pad", 4, low - 7, 352, 48, "", 4);
        draw("text", { class: "small", x: 180, y: low - 13, "text-anchor": "middle" }, "one memory");
      }
      boxed(kind, 18, low, 140, 34, "a Parameter", round);
      const second = relation !== "not a Parameter";
      boxed(second ? kind : "pad", 202, low, 140, 34, second ? "a Parameter" : computed ? "computed" : "packed", second ? round : 1);
      if (computed === "tied") draw("path", { class: "arrow", d: `M202 ${low + 17}H160M167 ${low + 13}L160 ${low + 17}L167 ${low + 21}` });
      /** @type {Record<string, string>} */
      const signs = { "equal copies": "=", "different": "≠", "two Parameters in one memory": "≡" };
      draw("text", { class: "sign", x: 180, y: low + 22, "text-anchor": "middle" }, signs[relation] ?? "");
    }
  }

  /** @type {(row: Row) => void} */
  function redraw(row) {
    drawing.replaceChildren();
    pair(4, row.weight, "shared", ["word_embeddings.weight", "decoder.weight"], row.computed_from);
    pair(122, row.bias, "bias", ["predictions.bias", "decoder.bias"], "");
  }

  // Words.

  /** @type {(operation: string) => string} */
  const codeOf = (operation) => OPERATIONS.find(([name]) => name === operation)?.[1] ?? "";

  /** @type {(row: Row, label: string) => (Node | string)[]} */
  const step = (row, label) => [html("code", { textContent: label }), row.stopped ? " stops" : ` → matrix: ${short(row.weight)}, bias: ${short(row.bias)}`];

  /** Each name that the state dict, the file or a complaint has. @type {(row: Row) => void} */
  function tell(row) {
    const [state, file, missing, unexpected] = ["state_dict", "file", "missing", "unexpected"].map((column) => row[column].split(" ").filter(Boolean));
    const all = [...new Set([...state, ...file, ...missing])].sort();
    names.replaceChildren(...all.map((name) => {
      const again = row.not_saved || row.not_loaded ? "–"
        : missing.includes(name) ? "MISSING" : unexpected.includes(name) ? "UNEXPECTED"
        : file.includes(name) ? "read" : PLACES.flat().includes(name) ? "tied to its other name" : "–";
      return html("tr", {}, html("th", { scope: "row" }, html("code", { textContent: name })),
        ...[state.includes(name) ? "yes" : "no", row.not_saved ? "–" : file.includes(name) ? "yes" : "no", again].map((text) =>
          html("td", { textContent: text })));
    }));
    written.hidden = !all.length;
  }

  let waiting = ""; // the second operation, while the first is “nothing”

  function show() {
    if (first.value && then.disabled) then.value = waiting;
    if (!first.value && !then.disabled) [waiting, then.value] = [then.value, ""];
    then.disabled = !first.value;
    const chosen = [first.value, then.value];
    examples.forEach((one, at) => one.setAttribute("aria-pressed", String(String(chosen) === String(EXAMPLES[at][1]))));
    const row = /** @type {Row} */ (STATE.get(chosen.join(",")));
    const before = /** @type {Row} */ (STATE.get(`${chosen[0]},`));
    redraw(row.stopped ? before : row);
    trail.replaceChildren(...(first.value ? step(before, codeOf(chosen[0])) : ["A fresh BERT → matrix: tied, bias: tied"]),
      ...(then.value ? [html("br"), ...step(row, codeOf(chosen[1]))] : []));
    const told = row.stopped ? [["Error", `${row.stopped}. The drawing shows the model before this operation.`]] : [
      ["Matrix", aboutMatrix(row)],
      ["Bias", aboutBias(row)],
      ["Logits", row.not_run ? `None. The model stops: ${row.not_run}` : LOGITS[row.logits]],
      ["A step of SGD", aboutStep(row)],
      ["Saved and loaded", aboutFile(row)],
    ];
    facts.replaceChildren(...told.flatMap(([what, words]) => [html("dt", { textContent: what }), html("dd", { textContent: words })]));
    tell(row);
    remember(chosen.filter(Boolean));
  }

  /** @type {(pair: string[]) => void} */
  function set(pair) {
    [first.value, then.value] = pair;
    waiting = "";
    then.disabled = !first.value;
    show();
  }

  // In the address, beside what other parts of the page keep there.
  /** @type {(chosen: string[]) => void} */
  function remember(chosen) {
    const query = new URLSearchParams(location.search);
    query.delete("break");
    const others = String(query);
    const own = chosen.length ? `break=${chosen.join(",")}` : "";
    const search = [others, own].filter(Boolean).join("&");
    history.replaceState(null, "", `${location.pathname}${search && `?${search}`}${location.hash}`);
  }

  // The function alone, out of the program of its claim.
  const body = program?.ok && (await program.text()).match(/^def check_tie\(model\):\n(?:(?: {4}.*)?\n)+/m)?.[0].trimEnd();
  const copy = button("Copy check_tie(model)", async () => {
    const text = `import torch\nfrom torch.nn import Parameter\n\n\n${body}\n`;
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch {
      copy.replaceWith(html("pre", {}, html("code", { textContent: text }))); // it can be marked and copied by hand
    }
  });
  box.classList.add("figure");
  box.replaceChildren(form, drawing, legend, said, written, single);
  if (body) box.append(html("p", {}, "Your own model: ", copy));
  const [one = "", other = "", ...more] = (new URLSearchParams(location.search).get("break") ?? "").split(",");
  set(STATE.has(`${one},${other}`) && !more.length ? [one, other] : ["", ""]);
})();
