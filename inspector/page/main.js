// One script for both sides: in the page it wakes the box, in the worker it reads. So a page has one file to keep.

import { wake } from "./box.js";
import { reading, shut } from "./worker.js";

// A worker has no document.
if (typeof document === "undefined") {
  shut(self);
  const read = reading((message) => self.postMessage(message));
  self.addEventListener("message", (event) => void read(event.data));
} else {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const box = document.getElementById("inspector");
  if (box) wake(box, script?.src ?? "");
}
