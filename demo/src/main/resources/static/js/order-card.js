import { payOrder, withdrawOrder } from "./api.js";
import { element, setText } from "./dom.js";
import { clockTime, countdown, millis } from "./format.js";

const BADGES = { OPEN: "Unpaid", PAID: "Paid", CANCELLED: "Cancelled", WITHDRAWN: "Withdrawn" };

/** Card of an order. Updated in place, so that focus and scroll position are kept. */
export class OrderCard {
  #order;
  #badge = element("span", { className: "badge" });
  #left = element("span", { attributes: { role: "timer" } });
  #countdown = element("p", { className: "left" }, this.#left, element("small", { text: "left to pay" }));
  #bar = element("span");
  #note = element("p", { className: "note" });
  #error = element("p", { className: "error", attributes: { role: "alert", hidden: "" } });
  #pay = element("button", { className: "pay", text: "Pay now", attributes: { type: "button" } });
  #withdraw = element("button", { className: "pay", text: "Withdraw", attributes: { type: "button" } });
  #actions = element("div", { className: "actions" }, this.#pay, this.#withdraw);
  #title;
  #track;

  constructor(order) {
    this.#title = element("h3", { attributes: { tabindex: "-1" } });
    this.#title.append(element("span", { className: "order-number", text: `#${order.number}` }), ` ${order.item}`);
    this.#pay.setAttribute("aria-label", `Pay order ${order.number}, ${order.item}`);
    this.#withdraw.setAttribute("aria-label", `Withdraw order ${order.number}, ${order.item}`);
    this.#pay.addEventListener("click", () => this.#close(payOrder));
    this.#withdraw.addEventListener("click", () => this.#close(withdrawOrder));
    this.#track = element("div", { className: "track", attributes: { "aria-hidden": "true" } }, this.#bar);
    this.node = element(
      "li",
      { className: "card" },
      element("div", { className: "card-head" }, this.#title, this.#badge),
      element("div", { className: "card-body" }, element("div", {}, this.#countdown, this.#note), this.#actions),
      this.#track,
      this.#error,
    );
  }

  update(order, deliveries) {
    this.#order = order;
    this.node.dataset.state = order.state;
    setText(this.#badge, BADGES[order.state]);
    setText(this.#note, this.#noteText(deliveries));
    const open = order.state === "OPEN";
    if (!open && this.#actions.contains(document.activeElement)) {
      this.#title.focus();
    }
    this.#actions.hidden = !open;
    this.#countdown.hidden = !open;
    this.#track.hidden = !open;
  }

  tick(now) {
    if (this.#order.state !== "OPEN") {
      return;
    }
    const { placedAt, payBy } = this.#order.times;
    const total = Date.parse(payBy) - Date.parse(placedAt);
    const left = Math.min(total, Date.parse(payBy) - now);
    setText(this.#left, countdown(left));
    this.#bar.style.transform = `scaleX(${Math.max(0, left / total)})`;
  }

  #noteText(deliveries) {
    const { number, state, remindedAt, closedAt, times } = this.#order;
    const late = (topic) => deliveries.find((one) => one.order === number && one.task.topic === topic)?.latenessMillis;
    const after = (value) => (value === undefined ? "" : `, ${millis(value)} after its time`);
    if (state === "CANCELLED") {
      return `Not paid, so it cancelled itself${after(late("cancel-unpaid"))}.`;
    }
    if (state === "WITHDRAWN") {
      return `Withdrawn: remind-${number} and cancel-${number} were removed from Redis by the order's number.`;
    }
    if (state === "PAID") {
      const spare = countdown(Date.parse(times.payBy) - Date.parse(closedAt));
      const check = late("cancel-unpaid");
      return check === undefined
        ? `Paid with ${spare} to spare.`
        : `Paid with ${spare} to spare. The cancellation came${after(check).slice(1)} and found nothing to do.`;
    }
    return remindedAt
      ? `Reminder sent${after(late("remind"))}.`
      : `A reminder comes at ${clockTime(Date.parse(times.remindAt))}.`;
  }

  async #close(close) {
    this.#pay.disabled = this.#withdraw.disabled = true;
    this.#error.hidden = true;
    try {
      await close(this.#order.number);
      this.#title.focus();
    } catch (problem) {
      this.#error.textContent = problem.message;
      this.#error.hidden = false;
    } finally {
      this.#pay.disabled = this.#withdraw.disabled = false;
    }
  }
}
