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
  const LEFT = 4, RIGHT = 356, TOP = 14, BOX = 78; // of the drawing; where ways begin, and where they end

  const power = (exponent) => "10" + String(exponent).replace("-", "−").replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).replace("−", "⁻");

  // A size as people write it: 8.66, or 1.06 × 10⁻⁶.
  const written = (text) => {
    const size = Number(text);
    if (size === 0 || size >= 0.001) return String(Number(size.toPrecision(3)));
    const [digits, exponent] = size.toExponential(2).split("e");
    return `${digits} × ${power(Number(exponent))}`;
  };

  const add = (name, attributes, text = "") => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    part.textContent = text;
    drawing.append(part);
    return part;
  };

  const say = (text, x, y, kind = "note", anchor = "middle") => add("text", { x, y, class: kind, "text-anchor": anchor }, text);

  // A way of the gradient: open it ends in an arrow, closed in a bar.
  function way(name, middle, text) {
    const open = Number(text) > 0;
    const stop = open ? BOX - 3 : BOX - 18;
    say(`through the ${name}`, middle, TOP);
    add("path", {
      class: open ? "arrow open" : "arrow",
      d: `M${middle} ${TOP + 6}V${stop}` + (open ? `M${middle - 5} ${stop - 7}L${middle} ${stop}L${middle + 5} ${stop - 7}` : `M${middle - 9} ${stop}h18`),
    });
    say(open ? written(text) : "exactly 0", middle + 12, TOP + 30, "value", "start");
  }

  function box(kind, x, width, name, text) {
    const y = BOX, tall = 48;
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
    way("lookup", left, lookup);
    way("softmax", right, softmax);
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
