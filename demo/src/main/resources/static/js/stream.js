const RETRY_MILLIS = 1500;

/**
 * Follows the shop's events. Each connection begins with a snapshot, so that nothing is missing after a lost one. The handlers:
 * snapshot, order, delivery, step, state ("live" or "lost").
 */
export function follow(handlers) {
  let source;
  let retry;

  function open() {
    source = new EventSource("api/events");
    for (const name of ["snapshot", "order", "delivery", "step"]) {
      source.addEventListener(name, (event) => handlers[name](JSON.parse(event.data)));
    }
    source.addEventListener("open", () => handlers.state("live"));
    source.addEventListener("error", () => {
      handlers.state("lost");
      // The browser does not retry after some errors.
      source.close();
      retry = setTimeout(open, RETRY_MILLIS);
    });
  }

  // A browser may keep a page that was left, with its connection, and has few connections for a server.
  addEventListener("pagehide", () => {
    clearTimeout(retry);
    source.close();
  });
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
