// SharedWorker that holds the event streams for all tabs, so that ten tabs need only as many connections as one.

import { Hub } from "./core/streams.js";

const hub = new Hub();

addEventListener("connect", ({ ports: [port] }) => {
  const send = hub.join((message) => port.postMessage(message));
  port.onmessage = ({ data }) => send(data);
  port.onclose = () => send({ want: "gone" }); // a crashed tab sends nothing; in browsers without this event, its lease expires
});
