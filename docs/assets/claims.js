// Filters the statements by topic and verdict. Without this script all of them are shown, and the filters are not.
const form = document.querySelector("form.filters");
const statements = [...document.querySelectorAll(".statement")];

function show() {
  const chosen = new FormData(form);
  const wanted = ["topic", "verdict"].filter((name) => chosen.get(name)).map((name) => `${name}-${chosen.get(name)}`);
  for (const one of statements) {
    one.hidden = !wanted.every((name) => one.classList.contains(name));
  }
  const left = statements.filter((one) => !one.hidden).length;
  form.querySelector(".count").textContent = `${left} of ${statements.length} statements`;
}

function remember() {
  const chosen = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", chosen.size ? `?${chosen}` : location.pathname);
}

for (const [name, value] of new URLSearchParams(location.search)) {
  const input = [...form.elements].find((one) => one.name === name && one.value === value);
  if (input) input.checked = true;
}
form.addEventListener("change", () => { show(); remember(); });
form.hidden = false;
show();
