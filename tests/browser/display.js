// What a loaded page shows of its words: those broken inside, boxes that cut theirs, and code below a button.
window.display = (() => {
  const visible = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());

  // Texts of one element belong together where only a <wbr> stands between them.
  const runsOf = (element) => {
    const runs = [];
    for (const text of element.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      const before = text.previousSibling;
      if (before?.localName === "wbr" && before.previousSibling === runs.at(-1)?.at(-1)) runs.at(-1).push(text);
      else runs.push([text]);
    }
    return runs;
  };

  // The letters of a broken word are in boxes on two lines.
  const isBroken = (run, start, end) => {
    const range = document.createRange();
    let at = 0;
    for (const text of run) {
      if (start >= at && start < at + text.length) range.setStart(text, start - at);
      if (end > at && end <= at + text.length) range.setEnd(text, end - at);
      at += text.length;
    }
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    const [lowest, highest] = [Math.max(...boxes.map(({ top }) => top)), Math.min(...boxes.map(({ bottom }) => bottom))];
    return boxes.length > 1 && lowest >= highest - 1;
  };

  const broken = () => visible("article :not(pre *, svg *, script, style, option)").flatMap(runsOf).flatMap((run) =>
    [...run.map(({ data }) => data).join("").matchAll(/[\p{L}\p{N}]{2,}/gu)]
      .filter(({ 0: word, index }) => isBroken(run, index, index + word.length)).map(([word]) => word));

  const cut = (selector) => visible(selector).filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);

  const covered = () => visible("article pre:has(.md-code__nav)").filter((pre) => {
    const button = pre.querySelector(".md-code__button").getBoundingClientRect();
    const { right } = pre.getBoundingClientRect(); // what lies beyond is not seen
    const range = document.createRange();
    range.selectNodeContents(pre.querySelector("code"));
    return [...range.getClientRects()].some((box) => box.width > 1 && Math.min(box.right, right) > button.left + 1
      && box.left < button.right && box.top < button.bottom - 1 && box.bottom > button.top + 1);
  }).map((pre) => pre.textContent.slice(0, 60));

  return { broken, cut, covered };
})();
