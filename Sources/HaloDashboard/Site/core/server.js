// Words with the server: requests that end, and events that come back by themselves.

export const root = "/api/v1/";

/** What went wrong, in the words of the server or, where it said nothing, of the page. */
export class Trouble extends Error {
  constructor(message, { advice = null, status = 0, code = null, confirmation = null } = {}) {
    super(message);
    Object.assign(this, { advice, status, code, confirmation });
  }
  /** Nobody answered at all. */
  get silent() { return this.status === 0 && this.code !== "stopped"; }
}

/** Asks the server and gives its JSON. Ends after `limit` seconds whatever happens. */
export async function ask(path, { method = "GET", body, file, limit = 12, signal } = {}) {
  const clock = AbortSignal.timeout(limit * 1000);
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (file) headers["Content-Type"] = "application/octet-stream";
  let answer;
  try {
    answer = await fetch(path.startsWith("/") ? path : root + path, {
      method, headers, credentials: "same-origin", cache: "no-store",
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: signal ? AbortSignal.any([signal, clock]) : clock,
    });
    if (answer.status === 204) return null;
    const said = await answer.text();
    const json = parsed(said);
    if (answer.ok && json !== undefined) return json;
    throw trouble(answer, json);
  } catch (error) {
    if (error instanceof Trouble) throw error;
    if (signal?.aborted) throw new Trouble("Stopped.", { code: "stopped" });
    if (error?.name === "TimeoutError") {
      throw new Trouble(`Halo did not answer within ${limit} seconds.`, { advice: "It may be busy with a device. Try again in a moment.", code: "timeout" });
    }
    throw new Trouble("Halo cannot be reached.", { advice: "See whether ‘halo serve’ still runs on its machine.", code: "unreachable" });
  }
}

function parsed(text) {
  try { return text === "" ? null : JSON.parse(text); } catch { return undefined; }
}

function trouble(answer, json) {
  const error = json?.error ?? {};
  const message = typeof error === "string" ? error : error.message ?? json?.message ?? `Halo answered with ${answer.status}, which this page does not understand.`;
  return new Trouble(message, {
    status: answer.status, code: error.code ?? null, advice: error.advice ?? null, confirmation: json?.confirmation ?? null,
  });
}

export const send = (method, path, body = {}, more = {}) => ask(path, { method, body, ...more });

/** The events in a response's body, for streams that are asked for by POST. */
export async function* eventsOf(path, body, signal) {
  const answer = await fetch(root + path, {
    method: "POST", credentials: "same-origin", signal,
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" }, body: JSON.stringify(body ?? {}),
  });
  if (!answer.ok) throw trouble(answer, parsed(await answer.text()));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const pieces = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = pieces.pop();
    for (const piece of pieces) {
      const event = { type: "message", data: "" };
      for (const line of piece.split("\n")) {
        if (line.startsWith("event:")) event.type = line.slice(6).trim();
        else if (line.startsWith("data:")) event.data += line.slice(5).trim();
      }
      if (event.data) yield { type: event.type, data: parsed(event.data) };
    }
  }
}

/**
 * A stream of events that connects again, later each time, until it is closed.
 * `heard(type, data)` for events, `changed(up, secondsUntilNext)` when the stream comes or goes.
 */
export class Stream {
  constructor(path, types, heard, changed = () => {}) {
    Object.assign(this, { path, types, heard, changed, tries: 0, closed: false });
    this.wake = () => { if (!this.closed && this.timer) this.open(); };
    addEventListener("online", this.wake);
    // The server's heart beats every 15 seconds. Where it does not, the link is dead without a word: the machine slept, or the network is another.
    this.watch = setInterval(() => {
      if (this.source && !this.timer && Date.now() - this.alive > 40_000) this.source.onerror();
    }, 5000);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.timer = null;
    this.source?.close();
    const source = (this.source = new EventSource(root + this.path));
    this.alive = Date.now();
    source.addEventListener("beat", () => { this.alive = Date.now(); });
    source.onopen = () => { this.alive = Date.now(); this.tries = 0; this.changed(true); };
    source.onerror = () => {
      source.close(); // its own retry is endless and even; ours waits longer each time, and says so
      if (source !== this.source || this.closed) return; // paused, or opened anew
      const wait = Math.min(30, 2 ** this.tries++) * (0.8 + 0.4 * Math.random());
      this.timer = setTimeout(() => this.open(), wait * 1000);
      this.changed(false, wait);
    };
    for (const type of this.types) {
      source.addEventListener(type, (event) => {
        if (typeof event.data !== "string") return; // the connection's own error has the same name as ours
        this.alive = Date.now();
        const data = parsed(event.data);
        if (data !== undefined) this.heard(type, data);
      });
    }
  }

  /** Leaves until `open`: browsers allow six connections to one place, and tabs that nobody sees need none. */
  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.source?.close();
    this.source = null;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    this.source?.close();
    removeEventListener("online", this.wake);
  }
}
