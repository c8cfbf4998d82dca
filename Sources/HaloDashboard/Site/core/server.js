// HTTP requests, and event streams that reconnect automatically.

import { Hub, renewal } from "./streams.js";
import { language, t } from "./texts.js";

export const root = "/api/v2/";

const Signals = /** @type {AbortSignals} */ (AbortSignal);

/** Aborts pending GET requests when the page is left: they would hold connections that the next page needs. */
let leaving = new AbortController();

/** An error with the server's message, or the page's own if the server sent none. */
export class RequestError extends Error {
  /**
   * @param {string} message
   * @param {{ advice?: string | null, status?: number, code?: string | null,
   *   confirmation?: { id: string, words: string } | null }} details
   */
  constructor(message, { advice = null, status = 0, code = null, confirmation = null } = {}) {
    super(message);
    this.advice = advice;
    this.status = status;
    this.code = code;
    this.confirmation = confirmation;
  }
  /** True if there was no response at all. */
  get silent() { return this.status === 0 && this.code !== "stopped"; }
}

/**
 * Sends a request and returns its JSON. Ends after `limit` seconds at the latest.
 * @param {string} path
 * @param {{ method?: string, body?: unknown, limit?: number, signal?: AbortSignal }} options
 */
export async function ask(path, { method = "GET", body, limit = 12, signal } = {}) {
  const clock = Signals.timeout(limit * 1000);
  // Requests that change something are completed even if the page is left.
  const left = method === "GET" ? leaving.signal : null;
  const headers = { Accept: "application/json", "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    const stops = /** @type {AbortSignal[]} */ ([signal, left, clock].filter(Boolean));
    answer = await fetch(path.startsWith("/") ? path : root + path, {
      method, headers, credentials: "same-origin", cache: "no-store",
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: Signals.any(stops),
    });
    if (answer.status === 204) return null;
    if (answer.status === 410) reloadOutdatedPage();
    const json = parsed(await answer.text());
    if (answer.ok && json !== undefined) return json;
    throw requestError(answer, json);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (signal?.aborted || left?.aborted) throw new RequestError(t`Stopped.`, { code: "stopped" });
    if (error?.name === "TimeoutError") {
      throw new RequestError(t`Halo did not respond within ${limit} seconds.`,
        { advice: t`It may be busy with a device. Try again in a moment.`, code: "timeout" });
    }
    throw unreachable();
  }
}

/** This page is older than Halo's API: reload it, at most once per minute. */
function reloadOutdatedPage() {
  if (Date.now() - Number(sessionStorage.getItem("outdated")) < 60_000) return;
  sessionStorage.setItem("outdated", String(Date.now()));
  location.reload();
}

function parsed(text) {
  try { return text === "" ? null : JSON.parse(text); } catch { return undefined; }
}

function requestError(answer, json) {
  const error = json?.error ?? {};
  const message = typeof error === "string" ? error
    : error.message ?? json?.message ?? t`Halo returned the unexpected status ${answer.status}.`;
  return new RequestError(message, {
    status: answer.status, code: error.code ?? null, advice: error.advice ?? null,
    confirmation: json?.confirmation ?? null,
  });
}

/**
 * Sends a file, and returns the response's JSON. `sent` receives the part that was sent, 0 to 1. Unlike fetch, an
 * XMLHttpRequest reports that in every browser.
 */
export function upload(path, file, { sent, signal }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", root + path);
    const headers = {
      Accept: "application/json", "Accept-Language": language, "Content-Type": "application/octet-stream",
    };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => sent(total > 0 ? loaded / total : 0));
    request.upload.addEventListener("load", () => sent(1));
    request.addEventListener("load", () => {
      const json = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300 && json !== undefined) resolve(json);
      else reject(requestError(request, json));
    });
    request.addEventListener("error", () => reject(unreachable()));
    request.addEventListener("abort", () => reject(new RequestError(t`Stopped.`, { code: "stopped" })));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

const unreachable = () => new RequestError(t`Halo cannot be reached.`,
  { advice: t`Check that ‘halo serve’ is running on its computer.`, code: "unreachable" });

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{ limit?: number, signal?: AbortSignal }} options
 */
export const send = (method, path, body = {}, options = {}) => ask(path, { method, body, ...options });

/** The events in the body of a POST response. */
export async function* eventsOf(path, body, signal) {
  const answer = await fetch(root + path, {
    method: "POST", credentials: "same-origin", signal: Signals.any([signal, leaving.signal]),
    headers: { "Content-Type": "application/json", Accept: "text/event-stream", "Accept-Language": language },
    body: JSON.stringify(body ?? {}),
  });
  if (!answer.ok || !answer.body) throw requestError(answer, parsed(await answer.text()));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const pieces = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = pieces.pop() ?? "";
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
 * An event stream that is shared with the browser's other tabs, until it is closed. `heard(type, data)` receives
 * events, `changed(up, secondsUntilNext)` connection changes. A hidden tab releases the stream, unless `mayRest()`
 * returns false.
 */
export class Stream {
  /**
   * @param {string} path
   * @param {string[]} types
   * @param {(type: string, data: any) => void} onEvent
   * @param {(up: boolean, wait: number) => void} [changed]
   * @param {() => boolean} [mayRest]
   */
  constructor(path, types, onEvent, changed = () => {}, mayRest = () => true) {
    this.path = `${root}${path}?lang=${language}`;
    this.types = types;
    this.onEvent = onEvent;
    this.changed = changed;
    this.mayRest = mayRest;
    streams.add(this);
    this.begin();
  }

  begin() {
    this.want("watch");
    if (document.hidden) this.see();
  }

  want(want) { (line ??= connect())({ path: this.path, types: this.types, want }); }

  see() { this.want(document.hidden && this.mayRest() ? "rest" : "watch"); }

  /** Reconnects immediately. */
  retry() { this.want("retry"); }

  take({ type, data, up, wait, unknown }) {
    if (unknown) this.again();
    else if (data?.code === "tooManyLive") {
      this.onEvent(type, {
        message: t`This browser is already showing ${data.most} other live measurements.`,
        advice: t`Stop one of them in its tab, then try again.`,
      });
    } else if (type) this.onEvent(type, data);
    else if (up !== undefined) this.changed(up, wait);
  }

  /** Restarts after a gap in which events may have been missed. */
  again() {
    this.begin();
    if (this.types.includes("changed")) this.onEvent("changed", { what: ["everything"] });
  }

  close() {
    // A page that is refreshed briefly reads its stream twice.
    if (streams.delete(this) && ![...streams].some((stream) => stream.path === this.path)) this.want("leave");
  }
}

/** The streams of this page, and the connection to the hub. */
const streams = /** @type {Set<Stream>} */ (new Set());
let line = null, unanswered = 0, isAlone = !globalThis.SharedWorker;

function connect() {
  const onEvent = (message) => {
    unanswered = 0;
    for (const stream of [...streams]) if (stream.path === message.path) stream.take(message);
  };
  // In browsers without SharedWorker, hidden pages release their connections immediately.
  if (isAlone) return new Hub({ grace: 0 }).join((message) => queueMicrotask(() => onEvent(message)));
  // Change the name when the messages change: tabs of an older version may still use its worker.
  const worker = new SharedWorker("/shared.js", { type: "module", name: "halo-2" });
  worker.onerror = alone;
  worker.port.onmessage = ({ data }) => onEvent(data);
  return (message) => worker.port.postMessage(message);
}

/** The worker could not be started or was terminated: this page connects directly. */
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

// A page in the back/forward cache would keep its connections, and browsers allow only six per host.
addEventListener("pagehide", () => {
  leaving.abort();
  leaving = new AbortController();
  for (const each of streams) each.want("leave");
});
addEventListener("pageshow", ({ persisted }) => { if (persisted) for (const each of streams) each.begin(); });
