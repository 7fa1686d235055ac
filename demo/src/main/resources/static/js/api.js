export const placeOrder = (item, paymentSeconds) => send("POST", "api/orders", { item, paymentSeconds });

export const payOrder = (number) => send("PUT", `api/orders/${number}/payment`);

export const withdrawOrder = (number) => send("PUT", `api/orders/${number}/withdrawal`);

export const showPromise = (promise) => send("POST", `api/promises/${promise}`);

export const mailServer = () => send("GET", "api/mail-server");

export const switchMailServer = (up) => send("PUT", "api/mail-server", { up });

/** Returns the response of the shop, or throws an error with a message for the customer. */
async function send(method, url, body) {
  let response;
  try {
    response = await fetch(url, {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new Error("The shop cannot be reached. Please try again.");
  }
  if (response.ok) {
    return response.status === 204 ? undefined : response.json();
  }
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? `That did not work (${response.status}). Please try again.`);
}
