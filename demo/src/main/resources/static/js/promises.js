import { showPromise } from "./api.js";
import { byId, element } from "./dom.js";
import { exactTime } from "./format.js";

const STEPS_SHOWN = 8;

/** Buttons of the promises. Returns what shows a step as it happens. */
export function promises() {
  const error = byId("promise-error");
  for (const button of document.querySelectorAll("button[data-promise]")) {
    button.addEventListener("click", async () => {
      error.hidden = true;
      button.disabled = true;
      byId(button.dataset.promise).replaceChildren();
      try {
        await showPromise(button.dataset.promise);
      } catch (problem) {
        error.textContent = problem.message;
        error.hidden = false;
      } finally {
        button.disabled = false;
      }
    });
  }
  return ({ promise, text }) => {
    const list = byId(promise);
    list.append(element("li", { text: `${exactTime(Date.now())} ${text}` }));
    if (list.childElementCount > STEPS_SHOWN) {
      list.firstElementChild.remove();
    }
  };
}
