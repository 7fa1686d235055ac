const ORDERS_SHOWN = 40;
const DELIVERIES_SHOWN = 50;

/** State of the page: the shop's orders and the last callbacks. */
export class Store {
  /** Difference between the shop's clock and this machine's. */
  #clockOffset = 0;
  #orders = new Map();
  #deliveries = new Map();

  reset({ now, orders, deliveries }) {
    this.#clockOffset = Date.parse(now) - Date.now();
    this.#orders = new Map(orders.map((order) => [order.number, order]));
    this.#deliveries = new Map(deliveries.map((delivery) => [delivery.sequence, delivery]));
    this.#trim();
  }

  put(order) {
    this.#orders.set(order.number, order);
    this.#trim();
  }

  /** Adds an order from a response, unless a newer event has arrived before. */
  putNew(order) {
    if (!this.#orders.has(order.number)) {
      this.put(order);
    }
  }

  add(delivery) {
    this.#deliveries.set(delivery.sequence, delivery);
    this.#trim();
  }

  now() {
    return Date.now() + this.#clockOffset;
  }

  /** Newest first. */
  get orders() {
    return [...this.#orders.values()].sort((a, b) => b.number - a.number);
  }

  /** Newest first. */
  get deliveries() {
    return [...this.#deliveries.values()].sort((a, b) => b.sequence - a.sequence);
  }

  #trim() {
    this.orders
      .slice(ORDERS_SHOWN)
      .filter((order) => order.state !== "OPEN")
      .forEach((order) => this.#orders.delete(order.number));
    this.deliveries
      .slice(DELIVERIES_SHOWN)
      .forEach((delivery) => this.#deliveries.delete(delivery.sequence));
  }
}
