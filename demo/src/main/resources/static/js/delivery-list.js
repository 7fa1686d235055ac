import { byId, element, setText } from "./dom.js";
import { exactTime, median, millis } from "./format.js";

/** List of the last callbacks with their lateness, newest first. */
export class DeliveryList {
  #table = byId("deliveries-table");
  #body = byId("deliveries");
  #empty = byId("deliveries-empty");
  #lateness = byId("lateness");
  #rows = new Map();

  show(deliveries) {
    const sequences = new Set(deliveries.map((delivery) => delivery.sequence));
    for (const [sequence, row] of this.#rows) {
      if (!sequences.has(sequence)) {
        row.remove();
        this.#rows.delete(sequence);
      }
    }
    deliveries.forEach((delivery, index) => {
      const row = this.#row(delivery);
      if (this.#body.children[index] !== row) {
        this.#body.insertBefore(row, this.#body.children[index] ?? null);
      }
    });
    this.#table.hidden = deliveries.length === 0;
    this.#empty.hidden = deliveries.length > 0;
    const late = deliveries.map((delivery) => delivery.latenessMillis);
    setText(this.#lateness, late.length > 0 ? `median ${millis(median(late))} late` : "");
  }

  #row(delivery) {
    if (!this.#rows.has(delivery.sequence)) {
      const { startedAt, task, order, latenessMillis, outcome } = delivery;
      this.#rows.set(
        delivery.sequence,
        element(
          "tr",
          {},
          element(
            "td",
            {},
            element("span", { className: "topic", text: `${task.topic} #${order}` }),
            element("span", { className: "outcome", text: `${exactTime(Date.parse(startedAt))} · ${outcome}` }),
          ),
          element("td", { className: "number", text: millis(latenessMillis) }),
        ),
      );
    }
    return this.#rows.get(delivery.sequence);
  }
}
