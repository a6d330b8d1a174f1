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

  // On a telephone no table goes on; wider, one that does says so.
  // One in a fold that a script made after all was unfolded has a size, too, but nobody sees it, or is told of that.
  const cutTables = () => [...document.querySelectorAll("article table")].filter((table) => table.checkVisibility()).flatMap((table) => {
    const box = table.closest(".md-typeset__scrollwrap") ?? table;
    if (box.scrollWidth <= box.clientWidth + 1) return [];
    const fault = `a table goes on for ${box.scrollWidth - box.clientWidth} pixels: ${table.innerText.slice(0, 40)}`;
    if (innerWidth < 600) return [fault];
    return box.dataset.scrolls && box.tabIndex === 0 ? [] : [`${fault}, and nothing says so`];
  });

  // Of the tables that are seen: text of 14 px, numbers to the right, six columns, and on a telephone a line for a row. A
  // table with a class is a script's own: boxes to type in, or names that wrap.
  const SMALLEST = 14, COLUMNS = 6, LINE = 80, NUMBER = /^[-+−]?\d[\d.,]*(\s?%)?$/;
  const poorTables = () => [...document.querySelectorAll("article table")].filter((table) => table.checkVisibility()).flatMap((table) => {
    const found = [], said = (fault) => found.push(`${fault}: ${table.innerText.slice(0, 40).replace(/\s+/g, " ")}`);
    const small = [table, ...table.querySelectorAll("*")].find((element) => element.checkVisibility()
      && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
      && parseFloat(getComputedStyle(element).fontSize) < SMALLEST);
    if (small) said(`a table has text of ${getComputedStyle(small).fontSize}, “${small.textContent.slice(0, 20)}”`);
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => row.checkVisibility() && !row.matches(".topic, .rest"));
    const seen = rows.map((row) => [...row.cells].filter((cell) => cell.checkVisibility()));
    const most = Math.max(0, ...seen.map((cells) => cells.length));
    for (let at = 0; at < most; at += 1) {
      const column = seen.map((cells) => cells[at]).filter(Boolean);
      if (column.every((cell) => NUMBER.test(cell.innerText.trim())) && column.some((cell) => !/right|end/.test(getComputedStyle(cell).textAlign))) {
        said("a table has numbers that are not to the right");
      }
    }
    if (most > COLUMNS) said(`a table has ${most} columns`);
    const high = innerWidth < 600 && most > (table.querySelector(".opener") ? 1 : 2) && !table.className
      ? rows.find((row) => row.offsetHeight > LINE && !row.querySelector("[aria-expanded=true]")) : null;
    if (high) said(`a row is ${high.offsetHeight} px high`);
    return found;
  });

  const wrongScheme = (scheme) => {
    const background = getComputedStyle(document.body).backgroundColor;
    return (background === "rgb(255, 255, 255)") === (scheme === "light") ? [] : [`not ${scheme}, but ${background}`];
  };

  // Contrast, of text and of a link to the words around it, is three quarters of axe's time. Elements of one kind (tag,
  // classes, colour, size, and what is painted behind them) have one contrast: axe is shown the first of each kind that
  // is visible.
  const SEEN = ["color-contrast", "link-in-text-block"], KINDS = "[data-contrast]";
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
      const around = element.localName === "a" ? getComputedStyle(element.parentElement).color : "";
      const own = kind(behind.get(element), name, style.color, style.fontSize, style.fontWeight, around);
      if (!seen.has(own)) element.setAttribute("data-contrast", "");
      seen.add(own);
    }
  };

  // One line for each rule and way in which it is broken, with the first element of which that is true.
  // What hangs on neither the scheme nor the width is not looked for again.
  const inaccessible = async (within = "html", again = false) => {
    if (!hurried) styled(AT_ONCE);
    hurried = true;
    await frame();
    markKinds(document.querySelector(within));
    axe.configure({ rules: SEEN.map((id) => ({ id, selector: id === "color-contrast" ? KINDS : `a${KINDS}` })) });
    const options = { resultTypes: ["violations"], elementRef: false, preload: false };
    if (again) options.runOnly = { type: "rule", values: [...SEEN, "scrollable-region-focusable"] };
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

  // What a reader has before them as the page opens. A box that scrolls by itself counts as if it were open to its end.
  const APPARATUS = ".panel, .statement, .measured-on, .badge, .covers, figure, table, pre, nav, form, details:not([open])";
  const shape = () => {
    const article = document.querySelector("article") ?? document.body;
    let { scrollHeight: height } = document.documentElement;
    for (const box of article.querySelectorAll("*")) {
      const { scrollHeight, clientHeight } = box;
      if (clientHeight && scrollHeight > clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) {
        height += scrollHeight - clientHeight;
      }
    }
    let prose = "", before = null;
    const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      const block = parentElement.closest("p, li, dd, dt");
      if (!block || block.closest(APPARATUS)) continue;
      prose += (block === before ? "" : " ") + data;
      before = block;
    }
    const words = prose.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    // A word of the glossary says what it means where it stands: nobody has to follow it.
    const links = [...article.querySelectorAll(":is(p, li, dd, dt) a[href]:not([href*='/glossary/'])")].filter((link) => !link.closest(APPARATUS));
    return {
      height,
      words,
      links: Math.round((1000 * links.length) / Math.max(words, 1)) / 10,
      marks: article.querySelectorAll("a.proof").length,
      claims: article.querySelectorAll(".panel").length,
      program: article.querySelector(".panel code")?.textContent.split("\n").filter((line) => line.trim()).length ?? 0,
      contents: [...document.querySelectorAll(".md-nav--secondary a[href^='#']")].some((one) => one.offsetHeight),
    };
  };

  const scrolls = (box) => /auto|scroll/.test(getComputedStyle(box).overflowX)
    || (box.localName !== "article" && box.parentElement !== null && scrolls(box.parentElement));

  // Code or output that goes on to the right, where nothing shows that it does.
  const cut = () => [...document.querySelectorAll("article :is(pre, pre > code, samp)")]
    .filter((box) => box.clientWidth && box.scrollWidth > box.clientWidth + 1)
    .filter((box) => !scrolls(box))
    .map((box) => `${box.localName} goes on unseen for ${box.scrollWidth} px: ${box.textContent.slice(0, 40)}`);

  // As it is now: what is wrong with the page as it opens, and with everything unfolded; and how much it is.
  const faults = async (scheme, again) => {
    choose(scheme);
    await frame(); // scripts have heard of the new width
    const found = [...sideways(""), ...wrongScheme(scheme)];
    const seen = shape();
    unfold(true);
    found.push(...sideways(", unfolded"), ...cut(), ...(await inaccessible("html", again)));
    await frame(); // and of the tables that are seen now
    found.push(...cutTables(), ...poorTables());
    unfold(false);
    return { found, shape: seen };
  };

  return { choose, faults, frame, inaccessible };
})();
