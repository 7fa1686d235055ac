import { byId, setText } from "./dom.js";
import { OrderCard } from "./order-card.js";

/** List of cards, newest order first. Cards move only down, for new ones. */
export class OrderList {
  #list = byId("orders");
  #empty = byId("orders-empty");
  #count = byId("open-count");
  #cards = new Map();

  show(orders, deliveries) {
    const numbers = new Set(orders.map((order) => order.number));
    for (const [number, card] of this.#cards) {
      if (!numbers.has(number)) {
        card.node.remove();
        this.#cards.delete(number);
      }
    }
    orders.forEach((order, index) => {
      const card = this.#card(order);
      card.update(order, deliveries);
      if (this.#list.children[index] !== card.node) {
        this.#list.insertBefore(card.node, this.#list.children[index] ?? null);
      }
    });
    const open = orders.filter((order) => order.state === "OPEN").length;
    setText(this.#count, orders.length > 0 ? `${open} open` : "");
    this.#empty.hidden = orders.length > 0;
  }

  /** Scrolls to a new order if the page is too narrow for the list beside the form. */
  reveal(number) {
    this.#cards.get(number)?.node.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  tick(now) {
    this.#cards.forEach((card) => card.tick(now));
  }

  #card(order) {
    if (!this.#cards.has(order.number)) {
      this.#cards.set(order.number, new OrderCard(order));
    }
    return this.#cards.get(order.number);
  }
}
