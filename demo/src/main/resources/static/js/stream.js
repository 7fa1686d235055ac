const RETRY_MILLIS = 1500;

/**
 * Follows the shop's events. Each connection begins with a snapshot, so that after a lost one nothing is missing.
 * The handlers: snapshot, order, delivery, state ("live" or "lost").
 */
export function follow(handlers) {
  const source = new EventSource("api/events");
  for (const name of ["snapshot", "order", "delivery"]) {
    source.addEventListener(name, (event) => handlers[name](JSON.parse(event.data)));
  }
  source.addEventListener("open", () => handlers.state("live"));
  source.addEventListener("error", () => {
    handlers.state("lost");
    // The browser gives up on some errors, so this does not rely on it.
    source.close();
    setTimeout(() => follow(handlers), RETRY_MILLIS);
  });
}
