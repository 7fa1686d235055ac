import { placeOrder } from "./api.js";
import { byId } from "./dom.js";

/** Sends the form and hands the new order over. */
export function orderForm(onPlaced) {
  const form = byId("place");
  const error = byId("place-error");
  const button = form.querySelector("button");

  const fail = (text) => {
    error.textContent = text;
    error.hidden = false;
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.hidden = true;
    const item = form.elements.item.value.trim();
    if (item === "") {
      fail("Please say what you would like.");
      form.elements.item.focus();
      return;
    }
    button.disabled = true;
    try {
      onPlaced(await placeOrder(item, Number(form.elements.paymentSeconds.value)));
    } catch (problem) {
      fail(problem.message);
    } finally {
      button.disabled = false;
    }
  });
}
