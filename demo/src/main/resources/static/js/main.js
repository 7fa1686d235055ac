import { DeliveryList } from "./delivery-list.js";
import { byId, setText } from "./dom.js";
import { mailSwitch } from "./mail-switch.js";
import { orderForm } from "./order-form.js";
import { OrderList } from "./order-list.js";
import { promises } from "./promises.js";
import { Store } from "./store.js";
import { follow } from "./stream.js";

const TICK_MILLIS = 100;
const LINK = { live: "Live", lost: "Connection lost, trying again" };

const store = new Store();
const orderList = new OrderList();
const deliveryList = new DeliveryList();
const mine = new Set();
const drawn = [];
let drawing = false;

/** Draws at most once a frame. */
function draw(then) {
  if (then) {
    drawn.push(then);
  }
  if (drawing) {
    return;
  }
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    const deliveries = store.deliveries;
    orderList.show(store.orders, deliveries);
    orderList.tick(store.now());
    deliveryList.show(deliveries);
    drawn.splice(0).forEach((one) => one());
  });
}

/** Announces the state of orders of this page to screen readers. */
function announce(text) {
  setText(byId("announcer"), text);
}

orderForm((order) => {
  mine.add(order.number);
  store.putNew(order);
  draw(() => orderList.reveal(order.number));
  announce(`Order ${order.number} placed.`);
});

mailSwitch();

follow({
  snapshot(snapshot) {
    store.reset(snapshot);
    draw();
  },
  order(order) {
    store.put(order);
    draw();
  },
  delivery(delivery) {
    store.add(delivery);
    draw();
    if (mine.has(delivery.order)) {
      announce(`Order ${delivery.order}: ${delivery.outcome}.`);
    }
  },
  step: promises(),
  state(state) {
    const link = byId("link");
    link.dataset.state = state;
    setText(link, LINK[state]);
  },
});

setInterval(() => orderList.tick(store.now()), TICK_MILLIS);
