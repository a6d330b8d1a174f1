// What a loaded page is asked. The browser runs this before the page's own scripts, and axe before this.
window.checks = (() => {
  const OPEN_TABS = ".tabbed-set > .tabbed-content > .tabbed-block { display: block !important }";
  const AT_ONCE = "*, ::before, ::after { transition: none !important; animation: none !important }";
  let folded = null; // the details that the page itself shows closed
  let opener = null;
  let hurried = false;

  // Colours and places are read at once, not halfway to where they go.
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  const styled = (text) => {
    const style = document.createElement("style");
    style.textContent = text;
    document.head.append(style);
    return style;
  };

  // Everything that a click would show is checked too.
  const unfold = (open) => {
    if (folded === null) {
      folded = [...document.querySelectorAll("details:not([open])")];
      opener = styled(OPEN_TABS);
    }
    opener.disabled = !open;
    for (const details of folded) details.open = open;
  };

  // As a reader does: the theme asks for the system's scheme only once.
  const choose = (scheme) => {
    const name = scheme === "dark" ? "slate" : "default";
    const input = document.querySelector(`input[name=__palette][data-md-color-scheme=${name}]`);
    if (input && !input.checked) input.click();
  };

  const sideways = (how) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`the page scrolls sideways${how}`] : [];
  };

  // On a telephone rows are cards, but for the one table of all versions; wider, a table that goes on says so.
  const cutTables = () => [...document.querySelectorAll("article table")].flatMap((table) => {
    const box = table.closest(".md-typeset__scrollwrap") ?? table;
    if (box.scrollWidth <= box.clientWidth + 1) return [];
    const fault = `a table goes on for ${box.scrollWidth - box.clientWidth} pixels: ${table.innerText.slice(0, 40)}`;
    if (innerWidth < 600 && !table.closest(".versions")) return [fault];
    return box.dataset.scrolls && box.tabIndex === 0 ? [] : [`${fault}, and nothing says so`];
  });

  const wrongScheme = (scheme) => {
    const background = getComputedStyle(document.body).backgroundColor;
    return (background === "rgb(255, 255, 255)") === (scheme === "light") ? [] : [`not ${scheme}, but ${background}`];
  };

  // Contrast is three quarters of axe's time. Elements of one kind (tag, classes, colour, size, and what is painted
  // behind them) have one contrast: axe is shown the first of each kind that is visible.
  const PLAIN = "rgba(0, 0, 0, 0),none,1,none,normal,none,static,visible,none,none";
  const markKinds = (inside) => {
    const kinds = new Map();
    const kind = (...parts) => {
      const text = parts.join("|");
      return kinds.get(text) ?? kinds.set(text, kinds.size).get(text);
    };
    const behind = new Map(), seen = new Set();
    for (const element of document.querySelectorAll("body, body *")) {
      element.removeAttribute("data-contrast");
      const below = behind.get(element.parentElement) ?? 0;
      const style = getComputedStyle(element);
      const name = `${element.localName}.${element.getAttribute("class")}.${element.getAttribute("aria-disabled")}`;
      const painted = [
        style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode,
        style.textShadow, style.position, style.overflow, style.transform, style.float,
      ].join();
      behind.set(element, painted === PLAIN ? below : kind(below, painted, name));
      if (!inside.contains(element)) continue;
      const written = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (!written && !element.matches("input, textarea, select")) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const own = kind(behind.get(element), name, style.color, style.fontSize, style.fontWeight);
      if (!seen.has(own)) element.setAttribute("data-contrast", "");
      seen.add(own);
    }
  };

  // One line for each rule and way in which it is broken, with the first element of which that is true.
  const inaccessible = async (within = "html") => {
    if (!hurried) styled(AT_ONCE);
    hurried = true;
    await frame();
    markKinds(document.querySelector(within));
    axe.configure({ rules: [{ id: "color-contrast", selector: "[data-contrast]" }] });
    const options = { resultTypes: ["violations"], elementRef: false, preload: false };
    const broken = new Map();
    const { violations } = await axe.run(within === "html" ? document : within, options);
    for (const { id, nodes } of violations) {
      for (const { failureSummary, target } of nodes) {
        const reason = `axe: ${id}: ${failureSummary.replace(/\s+/g, " ")}`;
        broken.set(reason, [...(broken.get(reason) ?? []), String(target)]);
      }
    }
    return [...broken].map(([reason, where]) => `${reason} ${where[0]} and ${where.length - 1} more`);
  };

  // As it is now: what is wrong with the page as it opens, and with everything unfolded.
  const faults = async (scheme) => {
    choose(scheme);
    await frame(); // scripts have heard of the new width
    const found = [...sideways(""), ...wrongScheme(scheme)];
    unfold(true);
    found.push(...sideways(", unfolded"), ...(await inaccessible()), ...cutTables());
    unfold(false);
    return found;
  };

  return { choose, faults, inaccessible };
})();
