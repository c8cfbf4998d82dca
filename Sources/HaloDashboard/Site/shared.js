// The worker that all tabs of a browser share: it holds the event streams, so that ten tabs need no more connections than one.

import { Hub } from "./core/streams.js";

const hub = new Hub();

addEventListener("connect", ({ ports: [port] }) => {
  const tell = hub.join((message) => port.postMessage(message));
  port.onmessage = ({ data }) => tell(data);
  port.onclose = () => tell({ want: "gone" }); // a tab that crashed says nothing; browsers without this event wait for its lease to end
});
