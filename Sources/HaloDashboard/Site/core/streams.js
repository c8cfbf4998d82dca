// Shares the server's event streams between tabs, with one connection per stream: browsers allow only six connections
// per host.

/** Interval at which a tab renews its streams. */
export const renewal = 20_000;
/** After `lease` without a message, a tab counts as inactive (crashed or frozen); after `forgotten` it is removed. */
const lease = 70_000, forgotten = 600_000;
/** Live measurements that one browser reads at the same time. With the events, a workout and the treadmill control,
 * that is five connections. */
const mostLive = 2;

/** One connection, which reconnects with exponential back-off. `notify` receives its events and its state. */
class Connection {
  /**
   * @param {string} path
   * @param {string[]} types the events to receive
   * @param {string | undefined} last the id of the last event that was received before
   * @param {(message: object) => void} notify
   */
  constructor(path, types, last, notify) {
    this.path = path;
    this.types = types;
    this.last = last;
    this.notify = notify;
    this.tries = 0;
    this.up = false;
    this.alive = 0;
    this.retry = () => { if (this.timer) this.open(); };
    addEventListener("online", this.retry);
    // The server sends a heartbeat every 15 seconds. Without one, the connection is dead without an error: the computer
    // slept or changed its network.
    this.watch = setInterval(() => {
      if (this.source && Date.now() - this.alive > 40_000) this.failed(this.source);
    }, 5000);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.source?.close();
    // The server resends the events after the last one received.
    const after = this.last ? `&after=${encodeURIComponent(this.last)}` : "";
    const source = (this.source = new EventSource(this.path + after));
    this.alive = Date.now();
    source.onopen = () => {
      this.alive = Date.now();
      this.tries = 0;
      this.up = true;
      this.notify({ up: true });
    };
    source.onerror = () => this.failed(source);
    source.addEventListener("beat", () => { this.alive = Date.now(); });
    for (const type of this.types) {
      source.addEventListener(type, (event) => {
        if (typeof event.data !== "string") return; // EventSource's own "error" event has the same name as the server's
        this.alive = Date.now();
        this.last = event.lastEventId || this.last;
        try {
          this.notify({ type, data: JSON.parse(event.data) });
        } catch { /* an incomplete event at the end of a connection */ }
      });
    }
  }

  failed(source) {
    source.close(); // disable its own retries, which never stop and have a fixed interval
    if (source !== this.source) return;
    this.source = null;
    this.up = false;
    const wait = Math.min(30, 2 ** this.tries++) * (0.8 + 0.4 * Math.random());
    this.retryAt = Date.now() + wait * 1000;
    this.timer = setTimeout(() => this.open(), wait * 1000);
    this.notify({ up: false, wait });
  }

  close() {
    clearTimeout(this.timer);
    clearInterval(this.watch);
    removeEventListener("online", this.retry);
    this.source?.close();
    this.source = null;
  }
}

/**
 * Connects tabs with streams. It runs in a SharedWorker (shared.js) for all tabs, or in the page itself without
 * SharedWorker support. A tab sends { path, types, want }: `watch` a stream; `rest` if the tab is hidden; `renew`
 * either; `leave`; `retry` now; `gone` if it is closed. It receives { path, type, data }, { path, up, wait }, and
 * { path, unknown } if it renews a stream that is no longer open.
 */
export class Hub {
  /** `grace`: the time in milliseconds that a stream with only hidden tabs stays open. */
  constructor({ grace = 30_000 } = {}) {
    this.grace = grace;
    this.streams = new Map();
    setInterval(() => this.sweep(), 5000);
  }

  /** Adds a tab and returns the function that receives its messages. */
  join(reply) {
    const tab = { reply };
    return (message) => this.handle(tab, message);
  }

  handle(tab, { path, types, want }) {
    const stream = this.streams.get(path);
    const reader = stream?.readers.get(tab);
    if (want === "gone") for (const other of this.streams.values()) other.readers.delete(tab);
    else if (want === "watch") this.read(tab, path, types);
    else if (want === "leave") stream?.readers.delete(tab);
    else if (want === "retry") stream?.connection?.retry();
    else if (!reader) { if (want === "renew") tab.reply({ path, unknown: true }); }
    else {
      reader.at = Date.now();
      if (want === "rest") reader.watches = false;
      else tab.reply({ path, here: true });
    }
    this.sweep();
  }

  read(tab, path, types) {
    const isLive = path.includes("/live/");
    const openLive = [...this.streams].filter(([other, { connection }]) =>
      other !== path && other.includes("/live/") && connection);
    if (isLive && openLive.length >= mostLive) {
      tab.reply({ path, type: "error", data: { code: "tooManyLive", most: mostLive } });
      return;
    }
    const stream = this.streams.get(path)
      ?? { readers: new Map(), latest: new Map(), connection: null, last: undefined, idle: null };
    this.streams.set(path, stream);
    const wasThere = stream.readers.has(tab);
    stream.readers.set(tab, { watches: true, at: Date.now() });
    stream.idle = null;
    if (stream.connection) {
      // A tab that joins receives the current state.
      if (wasThere) return;
      const { up, timer, retryAt } = stream.connection;
      if (up || timer) tab.reply(up ? { path, up } : { path, up, wait: Math.max(0, (retryAt - Date.now()) / 1000) });
      for (const [type, data] of stream.latest) tab.reply({ path, type, data });
    } else {
      stream.connection = new Connection(path, types, stream.last, (message) => this.receive(path, stream, message));
      // Hidden before the first event arrived, so the server cannot know which events were missed.
      if (wasThere && stream.last === undefined) tab.reply({ path, unknown: true });
    }
  }

  receive(path, stream, message) {
    if (this.streams.get(path) !== stream) return;
    if (["state", "value", "values"].includes(message.type)) stream.latest.set(message.type, message.data);
    for (const tab of stream.readers.keys()) tab.reply({ path, ...message });
    // Reconnecting would restart the measurement.
    if (message.type === "end" || message.type === "error") { stream.readers.clear(); this.sweep(); }
  }

  /** Closes unused streams: immediately if no tab uses them, after a grace period if all tabs are hidden. */
  sweep() {
    const now = Date.now();
    for (const [path, stream] of this.streams) {
      for (const [tab, reader] of stream.readers) if (now - reader.at > forgotten) stream.readers.delete(tab);
      const isWatched = [...stream.readers.values()].some((each) => each.watches && now - each.at < lease);
      stream.idle = isWatched ? null : stream.idle ?? now;
      if (isWatched || (stream.readers.size > 0 && now - stream.idle < this.grace)) continue;
      stream.last = stream.connection?.last ?? stream.last;
      stream.connection?.close();
      stream.connection = null;
      stream.latest.clear();
      if (stream.readers.size === 0) this.streams.delete(path);
    }
  }
}
