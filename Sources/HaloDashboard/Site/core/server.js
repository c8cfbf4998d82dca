// Requests to the server, which end, and streams of events, which come back by themselves.

import { Hub, renewal } from "./streams.js";
import { language, t } from "./texts.js";

export const root = "/api/v2/";

/** Aborted when the page is left: what it still reads would hold a connection that the next page needs. */
let leaving = new AbortController();

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
  // What changes something is done also if the page is left meanwhile.
  const left = method === "GET" ? leaving.signal : null;
  const headers = { Accept: "application/json", "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (file) headers["Content-Type"] = "application/octet-stream";
  let answer;
  try {
    answer = await fetch(path.startsWith("/") ? path : root + path, {
      method, headers, credentials: "same-origin", cache: "no-store",
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: AbortSignal.any([signal, left, clock].filter(Boolean)),
    });
    if (answer.status === 204) return null;
    if (answer.status === 410) outdated();
    const said = await answer.text();
    const json = parsed(said);
    if (answer.ok && json !== undefined) return json;
    throw trouble(answer, json);
  } catch (error) {
    if (error instanceof Trouble) throw error;
    if (signal?.aborted || left?.aborted) throw new Trouble(t`Stopped.`, { code: "stopped" });
    if (error?.name === "TimeoutError") {
      throw new Trouble(t`Halo did not answer within ${limit} seconds.`, { advice: t`It may be busy with a device. Try again in a moment.`, code: "timeout" });
    }
    throw new Trouble(t`Halo cannot be reached.`, { advice: t`See whether ‘halo serve’ still runs on its machine.`, code: "unreachable" });
  }
}

/** This page is older than Halo's API: it is loaded again, at most once a minute. */
function outdated() {
  if (Date.now() - Number(sessionStorage.getItem("outdated")) < 60_000) return;
  sessionStorage.setItem("outdated", Date.now());
  location.reload();
}

function parsed(text) {
  try { return text === "" ? null : JSON.parse(text); } catch { return undefined; }
}

function trouble(answer, json) {
  const error = json?.error ?? {};
  const message = typeof error === "string" ? error : error.message ?? json?.message ?? t`Halo answered with ${answer.status}, which this page does not understand.`;
  return new Trouble(message, {
    status: answer.status, code: error.code ?? null, advice: error.advice ?? null, confirmation: json?.confirmation ?? null,
  });
}

export const send = (method, path, body = {}, more = {}) => ask(path, { method, body, ...more });

/** The events in a response's body, for streams that are asked for by POST. */
export async function* eventsOf(path, body, signal) {
  const answer = await fetch(root + path, {
    method: "POST", credentials: "same-origin", signal: AbortSignal.any([signal, leaving.signal]),
    headers: { "Content-Type": "application/json", Accept: "text/event-stream", "Accept-Language": language }, body: JSON.stringify(body ?? {}),
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
 * A stream of events, shared with the browser's other tabs, until it is closed.
 * `heard(type, data)` for events, `changed(up, secondsUntilNext)` when the connection comes or goes.
 * A tab that is hidden gives it up, unless `mayRest()` is false.
 */
export class Stream {
  constructor(path, types, heard, changed = () => {}, mayRest = () => true) {
    Object.assign(this, { path: `${root}${path}?lang=${language}`, types, heard, changed, mayRest });
    streams.add(this);
    this.begin();
  }

  begin() {
    this.want("watch");
    if (document.hidden) this.see();
  }

  want(want) { (line ??= connect())({ path: this.path, types: this.types, want }); }

  see() { this.want(document.hidden && this.mayRest() ? "rest" : "watch"); }

  /** Connects now instead of later. */
  retry() { this.want("retry"); }

  take({ type, data, up, wait, unknown }) {
    if (unknown) this.again();
    else if (data?.code === "tooManyLive") this.heard(type, { message: t`This browser already shows ${data.most} other live measurements.`, advice: t`Stop one of them in its tab, then measure again.` });
    else if (type) this.heard(type, data);
    else if (up !== undefined) this.changed(up, wait);
  }

  /** Begins again after a gap: what happened in it is not known. */
  again() {
    this.begin();
    if (this.types.includes("changed")) this.heard("changed", { what: ["everything"] });
  }

  close() {
    // A page that is made anew reads its stream twice for a moment.
    if (streams.delete(this) && ![...streams].some((each) => each.path === this.path)) this.want("leave");
  }
}

/** The streams that this page reads, and the way to the hub that connects them. */
const streams = new Set();
let line = null, unanswered = 0, isAlone = !globalThis.SharedWorker;

function connect() {
  const heard = (message) => {
    unanswered = 0;
    for (const each of [...streams]) if (each.path === message.path) each.take(message);
  };
  // Hidden pages of a browser that cannot share give their connections up at once.
  if (isAlone) return new Hub({ grace: 0 }).join((message) => queueMicrotask(() => heard(message)));
  // Another name if the messages change: tabs of a version before may still use its worker.
  const worker = new SharedWorker("/shared.js", { type: "module", name: "halo-2" });
  worker.onerror = alone;
  worker.port.onmessage = ({ data }) => heard(data);
  return (message) => worker.port.postMessage(message);
}

/** The worker could not be started, or was ended: this page connects by itself. */
function alone() {
  if (isAlone) return;
  isAlone = true;
  line = connect();
  for (const each of [...streams]) each.again();
}

setInterval(() => {
  for (const each of streams) each.want("renew");
  if (streams.size > 0 && !document.hidden && ++unanswered > 2) alone();
}, renewal);
document.addEventListener("visibilitychange", () => { for (const each of streams) each.see(); });

// A page in the back/forward cache would keep its connections, and six of them are all that a browser has.
addEventListener("pagehide", () => {
  leaving.abort();
  leaving = new AbortController();
  for (const each of streams) each.want("leave");
});
addEventListener("pageshow", ({ persisted }) => { if (persisted) for (const each of streams) each.begin(); });
