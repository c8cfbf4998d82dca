// SharedWorker that holds the event streams for all tabs, so that ten tabs need only as many connections as one.

import { Hub } from "./core/streams.js";

const scope = /** @type {SharedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const hub = new Hub();

scope.addEventListener("connect", ({ ports: [port] }) => {
  const send = hub.join((message) => port.postMessage(message));
  port.onmessage = ({ data }) => send(data);
  // A crashed tab sends nothing. In browsers without this event, its lease expires.
  port.addEventListener("close", () => send({ want: "gone" }));
});
