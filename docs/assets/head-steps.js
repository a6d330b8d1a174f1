// The steps of the head, one at a time: opens the figure's window onto the chosen step, and says it in words.
// Without this script all steps stand one after another, and the switches are not shown. Paper has all of them, too.
(() => {
  const form = document.querySelector("form.stepper");
  const words = document.querySelector(".step-words");
  const drawing = document.querySelector(".figure-steps svg");
  const steps = [...drawing.querySelectorAll(".step")];
  const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
  const tall = height / steps.length; // all are
  const paper = matchMedia("print");

  function show() {
    const chosen = paper.matches ? "all" : new FormData(form).get("step");
    const index = Number(chosen) - 1;
    drawing.setAttribute("viewBox", chosen === "all" ? `0 0 ${width} ${height}` : `0 ${index * tall} ${width} ${tall}`);
    drawing.classList.toggle("one-step", chosen !== "all");
    for (const [at, step] of steps.entries()) step.classList.toggle("off", chosen !== "all" && at !== index);
    words.textContent = chosen === "all" ? "All steps are shown." : steps[index].getAttribute("aria-label");
  }

  // The choice stands in the address, so that it can be linked to; a page opened from a disk has none to change.
  function remember() {
    if (location.protocol.startsWith("http")) history.replaceState(null, "", `?${new URLSearchParams(new FormData(form))}`);
  }

  const asked = new URLSearchParams(location.search).get("step");
  for (const input of form.elements) if (input.value === asked) input.checked = true;
  form.addEventListener("change", () => { show(); remember(); });
  paper.addEventListener("change", show);
  form.hidden = false;
  words.hidden = false;
  show();
})();
