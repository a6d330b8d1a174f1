// The gradient lab: shows what the switches choose, as a figure and in words. Every number comes from the page's table, which
// has a row for each setting of mask, labels and drawn, without padding_idx and tied. With padding_idx the lookup's part is
// exactly zero; untied, the two parts lie on two rows; nothing else changes. Without this script the table and all the reasons
// are shown, and the switches are not.
(() => {
  const form = document.querySelector("form.switches");
  const figure = document.querySelector(".gradient-figure");
  const drawing = figure.querySelector("svg");
  const reasons = [...figure.querySelectorAll("[data-when]")];
  const SWITCHES = ["mask", "labels", "drawn"]; // the table's first columns
  const [SOFTMAX, LOOKUP, BOTH] = [3, 4, 5];
  const rows = [...document.querySelectorAll(".gradient-table tbody tr")];
  const cells = new Map(rows.map((row) => [row, [...row.cells].map((cell) => cell.textContent.trim())]));
  const sizes = [...cells.values()].flatMap((row) => [row[LOOKUP], row[SOFTMAX]]).map(Number).filter((size) => size > 0);
  const lowest = Math.floor(Math.log10(Math.min(...sizes))) - 1;
  const highest = Math.ceil(Math.log10(Math.max(...sizes)));
  const TOP = 22, BASE = 166, LEFT = 44, RIGHT = 356, BAR = 64;

  const power = (exponent) => "10" + String(exponent).replace("-", "−").replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).replace("−", "⁻");

  // A size as people write it: 8.66, or 1.06 × 10⁻⁶.
  const written = (text) => {
    const size = Number(text);
    if (size === 0 || size >= 0.001) return String(Number(size.toPrecision(3)));
    const [digits, exponent] = size.toExponential(2).split("e");
    return `${digits} × ${power(Number(exponent))}`;
  };

  const height = (size) => (BASE - TOP) * (Math.log10(size) - lowest) / (highest - lowest);

  const add = (name, attributes, text = "") => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    part.textContent = text;
    drawing.append(part);
    return part;
  };

  const say = (text, x, y, kind = "note", anchor = "middle") => add("text", { x, y, class: kind, "text-anchor": anchor }, text);

  function bar(kind, middle, text) {
    const size = Number(text);
    const tall = size > 0 ? height(size) : 0;
    if (size > 0) add("rect", { class: kind, x: middle - BAR / 2, y: BASE - tall, width: BAR, height: tall });
    if (kind === "softmax") {
      // Stripes beside the colour: 45 degrees, cut off at the bar's edges.
      for (let from = 8 - BAR; from < tall; from += 8) {
        const [low, high] = [Math.max(from, 0), Math.min(from + BAR, tall)];
        const x = middle - BAR / 2;
        add("path", { class: "stripe", d: `M${x + low - from} ${BASE - low}L${x + high - from} ${BASE - high}` });
      }
    }
    say(size > 0 ? written(text) : "exactly 0", middle, BASE - tall - 6, "value");
    say(kind === "lookup" ? "through the lookup" : "through the softmax", middle, BASE + 16);
    const stop = BASE + (size > 0 ? 54 : 38);
    add("path", {
      class: "arrow",
      d: `M${middle} ${BASE + 24}V${stop}` + (size > 0 ? `M${middle - 4} ${stop - 6}L${middle} ${stop}L${middle + 4} ${stop - 6}` : `M${middle - 8} ${stop}h16`),
    });
  }

  function box(kind, x, width, name, text) {
    const y = BASE + 58, tall = 48;
    add("rect", { class: kind, x, y, width, height: tall, rx: kind === "head" ? 9 : 1 });
    if (kind === "shared") {
      add("path", { class: "ruled", d: `M${x} ${y + 4}h${width}M${x} ${y + tall - 4}h${width}M${x + 4} ${y}v${tall}M${x + width - 4} ${y}v${tall}` });
    }
    say(name, x + width / 2, y + 20, "name");
    say(`its [PAD] row: ${written(text)}`, x + width / 2, y + 37);
  }

  function draw({ tied, lookup, softmax, embedding }) {
    const [left, right] = [LEFT + 76, RIGHT - 76];
    drawing.replaceChildren();
    for (let exponent = lowest; exponent <= highest; exponent += 1) {
      const y = BASE - height(10 ** exponent);
      add("path", { class: exponent === lowest ? "axis" : "grid", d: `M${LEFT} ${y}H${RIGHT}` });
      if (exponent % 2 === 0) say(exponent === 0 ? "1" : power(exponent), LEFT - 6, y + 4, "small", "end");
    }
    bar("lookup", left, lookup);
    bar("softmax", right, softmax);
    if (tied) {
      box("shared", LEFT, RIGHT - LEFT, "word embedding = decoder", embedding);
    } else {
      box("encoder", LEFT, 152, "word embedding", embedding);
      box("head", RIGHT - 152, 152, "decoder", softmax);
    }
  }

  function show() {
    const choice = new FormData(form);
    const row = rows.find((one) => SWITCHES.every((name, column) => cells.get(one)[column] === choice.get(name)));
    for (const one of rows) {
      one.classList.toggle("chosen", one === row);
      if (one === row) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
    const [tied, open] = [choice.get("weights") === "tied", choice.get("padding_idx") === "None"];
    const softmax = cells.get(row)[SOFTMAX];
    const lookup = open ? cells.get(row)[LOOKUP] : "0";
    const embedding = !tied ? lookup : open ? cells.get(row)[BOTH] : softmax;
    draw({ tied, lookup, softmax, embedding });
    for (const reason of reasons) {
      reason.hidden = ![...new URLSearchParams(reason.dataset.when)].every(([name, value]) => choice.get(name) === value);
    }
    const size = (text) => (Number(text) === 0 ? "exactly zero" : written(text));
    const landed = tied
      ? `The one matrix's [PAD] row gets ${size(embedding)}.`
      : `The embedding's [PAD] row gets ${size(embedding)}, the decoder's own ${size(softmax)}.`;
    figure.querySelector(".summary").textContent =
      `Through the lookup: ${size(lookup)}. Through the softmax: ${size(softmax)}. ${landed}`;
    figure.querySelector(".chosen-words").textContent =
      [...form.querySelectorAll("input:checked")].map((one) => one.closest("label").textContent.trim()).join(" · ");
  }

  // The choice stands in the address, so that it can be linked to; a page opened from a disk has none to change.
  function remember() {
    if (location.protocol.startsWith("http")) history.replaceState(null, "", `?${new URLSearchParams(new FormData(form))}`);
  }

  for (const [name, value] of new URLSearchParams(location.search)) {
    const input = [...form.elements].find((one) => one.name === name && one.value === value);
    if (input) input.checked = true;
  }
  form.addEventListener("change", () => { show(); remember(); });
  form.hidden = false;
  for (const part of figure.querySelectorAll("svg, figcaption")) part.removeAttribute("hidden");
  show();
})();
