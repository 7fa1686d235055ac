import { placeOrder } from "./api.js";
import { byId } from "./dom.js";

/** Sends the form and passes the new order on. */
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
    const values = new FormData(form);
    const item = values.get("item").trim();
    if (item === "") {
      fail("Please say what you would like.");
      byId("item").focus();
      return;
    }
    button.disabled = true;
    try {
      onPlaced(await placeOrder(item, Number(values.get("paymentSeconds"))));
    } catch (problem) {
      fail(problem.message);
    } finally {
      button.disabled = false;
    }
  });
}
