// A head of three tokens and two dimensions: every number can be changed, and one step of SGD moves the rows. It starts with the
// numbers of the page's table, which is all that is there without this script. What the boxes show is the whole state: a step
// writes its results back into them, to three decimals, and the address holds the same numbers.
(() => {
  /** @typedef {{h: number[], rate: number, right: number, rows: number[][], biases: number[]}} Head */
  const box = /** @type {HTMLElement} */ (document.querySelector(".three-tokens"));
  const MOST = 100; // larger numbers are refused: their softmax is all or nothing, and no arrow shows them
  const WIDTH = 360, HEIGHT = 190, MARGIN = 32;
  const cells = [...box.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
  const TOKENS = cells.map(([token]) => token);

  // The head, as arithmetic.

  /** @type {(left: number[], right: number[]) => number} */
  const dot = (left, right) => left.reduce((sum, value, at) => sum + value * right[at], 0);

  /** @type {(head: Head) => number[]} */
  const logits = ({ h, rows, biases }) => rows.map((row, at) => dot(row, h) + biases[at]);

  /** @type {(scores: number[]) => number[]} */
  const softmax = (scores) => {
    const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
    return powers.map((power) => power / powers.reduce((sum, one) => sum + one));
  };

  /** p − y: of the right token its probability less one. @type {(head: Head) => number[]} */
  const errors = (head) => softmax(logits(head)).map((p, at) => p - Number(at === head.right));

  /** @type {(head: Head) => Head} */
  const stepped = (head) => {
    const moves = errors(head).map((error) => -head.rate * error);
    return {
      ...head,
      rows: head.rows.map((row, at) => row.map((value, axis) => rounded(value + moves[at] * head.h[axis]))),
      biases: head.biases.map((bias, at) => rounded(bias + moves[at])),
    };
  };

  /** @type {(value: number) => number} */
  const rounded = (value) => Number(value.toFixed(3)) || 0; // and no −0

  // The numbers in a row, as the boxes and the address have them.

  /** @type {(head: Head) => number[]} */
  const flat = ({ h, rate, right, rows, biases }) => [...h, rate, right, ...rows.flatMap((row, at) => [...row, biases[at]])];

  /** @type {(numbers: number[]) => Head} */
  const unflat = ([first, second, rate, right, ...rest]) => ({
    h: [first, second], rate, right,
    rows: TOKENS.map((_, at) => rest.slice(3 * at, 3 * at + 2)),
    biases: TOKENS.map((_, at) => rest[3 * at + 2]),
  });

  /** @type {(numbers: number[]) => boolean} */
  const usable = (numbers) => numbers.length === 4 + 3 * TOKENS.length
    && numbers.every((one) => Math.abs(one) <= MOST) && numbers[2] >= 0 && TOKENS[numbers[3]] !== undefined;

  const START = flat({
    h: [Number(box.dataset.first), Number(box.dataset.second)],
    rate: Number(box.dataset.rate),
    right: TOKENS.indexOf(box.dataset.right ?? ""),
    rows: cells.map(([, row]) => row.split(",").map(Number)),
    biases: cells.map(([, , bias]) => Number(bias)),
  });

  // What is on the page.

  /** @type {(name: string, properties?: object, ...inside: (Node | string)[]) => any} */
  const html = (name, properties = {}, ...inside) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...inside);
    return made;
  };

  /** @type {(text: string) => HTMLElement} */
  const bold = (text) => html("b", { textContent: text });

  /** @type {(label: string) => HTMLInputElement} */
  const number = (label) => html("input", { type: "number", step: "0.1", ariaLabel: label, autocomplete: "off" });

  const [first, second, rate] = [number("h, first number"), number("h, second number"), number("learning rate")];
  rate.min = "0";
  const radios = TOKENS.map((token, at) =>
    /** @type {HTMLInputElement} */ (html("input", { type: "radio", name: "right", value: String(at), ariaLabel: `${token} is the right answer` })));
  const boxes = TOKENS.map((token) =>
    [number(`${token}, row, first number`), number(`${token}, row, second number`), number(`${token}, bias`)]);
  const outputs = TOKENS.map(() => [html("td"), html("td"), html("td")]);
  const table = html("table", { className: "tokens" },
    html("thead", {}, html("tr", {}, ...["right answer", "row", "bias", "logit", "p", "p − y"].map((name) =>
      html("th", { scope: "col", textContent: name })))),
    html("tbody", {}, ...TOKENS.map((token, at) => html("tr", {},
      html("th", { scope: "row" }, html("label", {}, radios[at], ` ${token}`)),
      html("td", {}, boxes[at][0], boxes[at][1]),
      html("td", {}, boxes[at][2]),
      ...outputs[at]))));
  const summary = html("p", { className: "summary" });
  summary.setAttribute("role", "status");
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  drawing.setAttribute("aria-hidden", "true"); // the summary says it
  /** @type {(text: string, act: () => void) => HTMLButtonElement} */
  const button = (text, act) => html("button", { type: "button", className: "md-button", textContent: text, onclick: act });
  const form = html("form", { noValidate: true, onsubmit: () => false },
    html("p", {}, html("span", {}, "vector ", bold("h"), " ", first, " ", second), html("label", {}, "learning rate ", rate)),
    table,
    html("p", {}, button("One step", () => set(flat(stepped(unflat(typed()))))), button("Back to the start", () => { view = undefined; set(START); })));
  form.setAttribute("aria-label", "A head of three tokens");

  /** @type {() => number[]} */
  const typed = () => [first, second, rate, ...radios.filter((radio) => radio.checked), ...boxes.flat()].map((input) =>
    input.value === "" ? NaN : Number(input.value));

  /** @type {(numbers: number[]) => void} */
  function set(numbers) {
    if (!usable(numbers)) return;
    const [right, ...others] = [numbers[3], ...numbers.slice(0, 3), ...numbers.slice(4)];
    radios[right].checked = true;
    [first, second, rate, ...boxes.flat()].forEach((input, at) => { input.value = String(others[at]); });
    show();
  }

  // The drawing: arrows from zero, and dashed where a step takes each row.

  /** @type {(name: string, attributes: object, text?: string) => void} */
  const draw = (name, attributes, text = "") => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    part.textContent = text;
    drawing.append(part);
  };

  /** @typedef {{scale: number, middle: number[]}} View */
  /** @type {View | undefined} */
  let view; // it stays while all fits into it and fills half of it, so that what moves is seen to move

  /** @type {(view: View) => (point: number[]) => number[]} */
  const placed = ({ scale, middle }) => ([x, y]) => [WIDTH / 2 + scale * (x - middle[0]), HEIGHT / 2 - scale * (y - middle[1])];

  /** @type {(points: number[][]) => View} */
  const fitted = (points) => {
    const span = [0, 1].map((axis) => [Math.min([-1.1, -0.1][axis], ...points.map((one) => one[axis])), Math.max(0.5, ...points.map((one) => one[axis]))]);
    const scale = Math.min(...[WIDTH, HEIGHT].map((size, axis) => (size - 2 * MARGIN) / (span[axis][1] - span[axis][0])));
    const middle = span.map(([least, most]) => (least + most) / 2);
    const inside = view && points.map(placed(view)).every(([x, y]) => Math.min(x, y, WIDTH - x, HEIGHT - y) > 6);
    return view && inside && scale < 2 * view.scale ? view : { scale, middle };
  };

  /** @type {(from: number[], to: number[], kind: string) => void} */
  const arrow = (from, to, kind) => {
    const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const barb = (/** @type {number} */ side) => [to[0] - 6 * Math.cos(turn + side), to[1] - 6 * Math.sin(turn + side)];
    draw("path", { class: kind, d: `M${from}L${to}M${barb(0.4)}L${to}L${barb(-0.4)}` });
  };

  /** The lines' numbers: 1 apart, or 2, 5, 10, … where those would be too close. @type {(place: (point: number[]) => number[]) => void} */
  function ticks(place) {
    const [zero, { scale }] = [place([0, 0]), /** @type {View} */ (view)];
    const step = [1, 2, 5, 10, 20, 50].find((one) => one * scale >= 28) ?? 100;
    [WIDTH, HEIGHT].forEach((size, axis) => {
      for (let value = -100; value <= 100; value += step) {
        const at = place([value, value])[axis];
        if (!value || at < 12 || at > size - 12) continue;
        const [x, y] = axis ? [zero[0], at] : [at, zero[1]];
        draw("path", { class: "tick", d: axis ? `M${x - 3} ${y}h6` : `M${x} ${y - 3}v6` });
        draw("text", { class: "tick", x: x - 7 * axis, y: axis ? y + 3.5 : y + 14, "text-anchor": axis ? "end" : "middle" }, written(value, 0));
      }
    });
  }

  // Around the arrow's point, where most room is left.
  /** @type {(text: string, kind: string, tip: number[], taken: number[][]) => void} */
  const name = (text, kind, tip, taken) => {
    const room = (/** @type {number[]} */ [x, y]) => Math.min(x - 8, WIDTH - 8 - x, y - 4, HEIGHT - 4 - y,
      ...taken.map((one) => Math.hypot((one[0] - x) / 1.4, one[1] - y)));
    const places = Array.from({ length: 16 }, (_, at) => [tip[0] + 18 * Math.cos((at * Math.PI) / 8), tip[1] + 13 * Math.sin((at * Math.PI) / 8)]);
    const [x, y] = places.reduce((best, one) => (room(one) > room(best) ? one : best));
    draw("text", { class: kind, x, y: y + 4, "text-anchor": "middle" }, text);
    taken.push([x - 8, y], [x, y], [x + 8, y]);
  };

  /** Points on the way. @type {(from: number[], to: number[]) => number[][]} */
  const along = (from, to) => Array.from({ length: 21 }, (_, at) => from.map((one, axis) => one + ((to[axis] - one) * at) / 20));

  /** @type {(head: Head, next: Head) => void} */
  function redraw(head, next) {
    view = fitted([[0, 0], head.h, ...head.rows, ...next.rows]);
    const place = placed(view);
    const zero = place([0, 0]);
    const [h, tips, ends] = [place(head.h), head.rows.map(place), next.rows.map(place)];
    drawing.replaceChildren();
    draw("path", { class: "rule", d: `M0 ${zero[1]}H${WIDTH}M${zero[0]} 0V${HEIGHT}` });
    ticks(place);
    arrow(zero, h, "vector");
    tips.forEach((tip, at) => {
      arrow(zero, tip, "row");
      draw("path", { class: "next", d: `M${tip}L${ends[at]}` });
    });
    for (const [cx, cy] of ends) draw("circle", { class: "next", cx, cy, r: 3.5 });
    const taken = [h, ...tips].flatMap((tip) => along(zero, tip)).concat(tips.flatMap((tip, at) => along(tip, ends[at])));
    tips.forEach((tip, at) => name(TOKENS[at], at === head.right ? "answer" : "", tip, taken));
    name("h", "h", h, taken);
  }

  /** @type {(value: number, digits?: number) => string} */
  const written = (value, digits = 3) => value.toFixed(digits).replace("-", "−");

  /** @type {(head: Head, next: Head) => (Node | string)[]} */
  function inWords(head, next) {
    const [before, after] = [head, next].map((one) => softmax(logits(one)));
    const best = before.indexOf(Math.max(...before));
    const first = before[head.right] >= before[best] ? "" : `“${TOKENS[best]}” comes first with ${written(before[best])}. `;
    return [`${first}The right token, “${TOKENS[head.right]}”, has ${written(before[head.right])}; after the next step ${written(after[head.right])}. That step moves the rows by `,
      ...errors(head).flatMap((error, at) => [at ? ", " : "", `${written(-head.rate * error)} · `, bold("h"), ` (${TOKENS[at]})`]), ", and each bias by the same number, without ", bold("h"), "."];
  }

  function show() {
    const numbers = typed();
    const goesOn = usable(numbers) && usable(flat(stepped(unflat(numbers))));
    for (const one of form.querySelectorAll("button")) one.disabled = one.textContent === "One step" && !goesOn;
    if (!usable(numbers)) {
      summary.textContent = `Each box needs a number from −${MOST} to ${MOST}, and the learning rate none below 0.`;
      return;
    }
    const head = unflat(numbers);
    const [scores, chances, wrong, next] = [logits(head), softmax(logits(head)), errors(head), stepped(head)];
    outputs.forEach(([logit, p, error], at) => {
      logit.textContent = String(rounded(scores[at])).replace("-", "−");
      p.textContent = written(chances[at]);
      error.textContent = (wrong[at] > 0 ? "+" : "") + written(wrong[at]);
    });
    redraw(head, next);
    summary.replaceChildren(...inWords(head, next));
    remember(numbers);
  }

  // The numbers are in the address, beside what other parts of the page keep there. A page opened from a disk has none to change.
  /** @type {(numbers: number[]) => void} */
  function remember(numbers) {
    if (!location.protocol.startsWith("http")) return;
    const query = new URLSearchParams(location.search);
    if (String(numbers) === String(START)) query.delete("toy");
    else query.set("toy", numbers.join("_"));
    history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}${location.hash}`);
  }

  form.addEventListener("input", show);
  const legend = html("p", { className: "legend" }, "Thick: the vector ", bold("h"), ". Thin: the tokens' rows. Dashed, to a ring: where the next step takes them.");
  box.replaceChildren(drawing, legend, form, summary);
  const asked = (new URLSearchParams(location.search).get("toy") ?? "").split("_").map((one) => (one === "" ? NaN : Number(one)));
  set(usable(asked) ? asked : START);
})();
