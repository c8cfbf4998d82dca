// Entry point: signs in, routes between pages, and handles the server's events and outages.

import { h, byId, find, announce } from "./core/dom.js";
import { chosen } from "./core/format.js";
import { choose, t, translate } from "./core/texts.js";
import { ask, Stream, RequestError } from "./core/server.js";
import { battery, errorCard, dialog, keepsDays, waitingFor } from "./core/parts.js";

translate(document);
const place = byId("page");
const notice = byId("notice");
const menu = /** @type {PopoverElement} */ (byId("more-pages"));

/**
 * A page is a module of pages/. It exports `waiting`, the text that is shown while it is loading, and `show`, which
 * returns its title and content, and functions that are called when it is shown, when it is
 * left, and for each event of the server (`onEvent` returns true if the page has handled it). A page that is `still`
 * is not refreshed; an incomplete one lacks a module.
 * @typedef {{ title: string, node: Element, ready?: () => void, leave?: () => void, still?: boolean,
 *   onEvent?: (type: string, data: any) => boolean, enter?: (token: string) => void, incomplete?: boolean }} Page
 */

let status = /** @type {any} */ (null);       // the latest status from the server
let events = /** @type {Stream | null} */ (null);
let current = /** @type {(Page & { name: string }) | null} */ (null);
let showing = /** @type {AbortController | null} */ (null);  // for the page that is loading
let sheet = /** @type {Sheet | null} */ (null);              // the explanation over the page
let lost = false;

// Status

function take(news) {
  status = news;
  chosen.clock = news.settings?.clock ?? "24";
  if (choose(news.settings?.language)) return;
  document.body.classList.remove("closed");
  // If there are several wearers, always show whose data this is.
  const { wearer, radio, trouble } = news, several = news.wearers?.length > 1;
  const own = news.devices?.filter((device) => !several || device.wearer === wearer?.id) ?? [];
  const first = own.find(keepsDays) ?? own[0];
  const wearerLink = () => h("a.whose",
    { href: "/data", "aria-label": t`Showing ${wearer.name}. Change the wearer` }, h("span", wearer.name));
  const deviceLink = ({ name, state, stateWords, battery: level }) => h("a",
    { href: "/devices", "aria-label": `${name}: ${stateWords ?? state}` }, h("span", name), battery(level));
  byId("ring").replaceChildren(
    several && wearer ? wearerLink() : "",
    first ? deviceLink(first) : h("a", { href: "/devices" }, h("span", t`Pair a ring`)));
  if (radio && !radio.ready && radio.message) showNotice("radio", radio.message, { kind: "" });
  else hideNotice("radio");
  if (trouble) showNotice("trouble", trouble); else hideNotice("trouble");
  showWorkoutNotice();
}

/** Shows a notice on every page while a workout is being recorded. */
function showWorkoutNotice() {
  const isShown = location.pathname.split("/").slice(0, 3).join("/") === "/workouts/now";
  if (!status?.workout || isShown) { hideNotice("workout"); return; }
  showNotice("workout", status.workout.words, { kind: "fine", action: [t`Open`, () => go("/workouts/now")] });
}

// Notices above the page: one for each reason.

/**
 * @param {string} reason
 * @param {string} text
 * @param {{ kind?: string, action?: [string, () => void], counting?: string }} options
 */
function showNotice(reason, text, { kind = "", action, counting = "" } = {}) {
  let bar = find(`[data-reason="${reason}"]`, notice);
  if (!bar) notice.append((bar = h("div", { "data-reason": reason })));
  bar.className = kind;
  const [words, count] = bar.querySelectorAll("p > span");
  if (words && !action === !find("button", bar)) {
    if (words.textContent !== text) words.textContent = text;
    count.textContent = counting;
    return;
  }
  // The countdown is hidden from screen readers, which would read it without end.
  bar.replaceChildren(h("p", h("span", text), " ", h("span", { "aria-hidden": "true" }, counting)),
    action ? h("button.button.small", { type: "button", onclick: action[1] }, action[0]) : "");
}
const hideNotice = (reason) => find(`[data-reason="${reason}"]`, notice)?.remove();

// Events of the server

function listen() {
  if (events) return;
  let since = 0, timer = 0;
  const onReturn = async () => {
    try {
      const news = await ask("status");
      // A new version has other files. Browsers do not retry a module that failed to load.
      if (news.version !== status?.version || current?.incomplete) { location.reload(); return; }
      take(news);
      showNotice("lost", t`Halo is available again.`, { kind: "fine" });
      setTimeout(() => hideNotice("lost"), 4000);
      show({ quiet: true });
    } catch (error) { if (error.status === 401) signedOut(); }
  };
  const onChange = async (up, wait) => {
    clearInterval(timer);
    if (up) {
      if (!lost) return;
      lost = false;
      since = 0;
      await onReturn();
      return;
    }
    since ||= Date.now();
    lost = true;
    let left = Math.ceil(wait);
    // Do not report outages shorter than a second; after that, show a countdown.
    const count = () => {
      if (!lost) return;
      if (Date.now() - since > 800) {
        showNotice("lost", t`Halo is not responding. The data shown may be outdated.`, {
          counting: left > 0 ? t`Retrying in ${left} s.` : t`Retrying …`,
          action: [t`Try now`, () => events?.retry()],
        });
      }
      left -= 1;
    };
    setTimeout(count, 900);
    timer = setInterval(count, 1000);
    // An EventSource does not expose the HTTP status, so request the status.
    try { await ask("status", { limit: 5 }); } catch (error) { if (error.status === 401) signedOut(); }
  };
  events = new Stream("events", ["hello", "device", "sync", "workout", "changed", "problem"], onEvent, onChange);
}

function onEvent(type, data) {
  if (type === "device" && status) {
    const at = status.devices.findIndex((device) => device.id === data.id);
    if (at < 0) status.devices.push(data); else status.devices[at] = data;
    take(status);
  }
  if (type === "workout" && status) { status.workout = data.workout; showWorkoutNotice(); }
  if (type === "sync" && data.state === "done") announce(data.words ?? t`Synced.`);
  if (type === "problem" && data.device == null) {
    // The radio or the journal: the status contains the problem, and when it is resolved.
    refreshSoon({ dates: [] });
  } else if (type === "problem") {
    showNotice("problem", [data.message, data.advice].filter(Boolean).join(" "),
      { action: [t`Close`, () => hideNotice("problem")] });
  }
  if (current?.onEvent?.(type, data)) return;
  if (type === "changed") refreshSoon(data);
}

let waiting = 0, isNews = false, isStale = false;
function refreshSoon(data) {
  // Combine several changes into one refresh.
  isNews ||= !(data.dates?.length === 0 && !data.what?.includes("settings")) || current?.name === "data";
  clearTimeout(waiting);
  isStale = document.hidden; // hidden tabs refresh when they are shown again
  if (isStale) return;
  waiting = setTimeout(refreshNow, 700);
}

async function refreshNow() {
  clearTimeout(waiting);
  isStale = false;
  // Do not refresh while a dialog is open, a request is running, or a selected file has not been imported.
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("input[type=file]"));
  const hasFile = [...fields].some(({ files }) => files && files.length > 0);
  if (hasFile || find("dialog[open]") || find(".button[aria-busy=true]", place)) {
    waiting = setTimeout(refreshNow, 1500);
    return;
  }
  const shows = isNews && current && !current.still;
  isNews = false;
  let news;
  try { news = await ask("status"); } catch (error) { if (error.status === 401) signedOut(); return; }
  if (news.version !== status?.version) { location.reload(); return; }
  take(news);
  if (shows) show({ quiet: true });
}

/** The session is over: show the sign-in page. */
function signedOut() {
  events?.close();
  events = null;
  status = null;
  lost = false;
  notice.replaceChildren();
  document.body.classList.add("closed");
  show({ page: "enter" });
}

// Pages

function address() {
  const [name = "", ...rest] = location.pathname.split("/").filter(Boolean).map(decoded);
  // Replace invalid dates with today, without asking the server.
  const isDated = ["today", "sleep", "heart", "activity"].includes(name);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(rest[0]) && !Number.isNaN(Date.parse(`${rest[0]}T12:00:00Z`));
  return { name: isPage(name) ? name : "today", parts: isDated && !isDay ? [] : rest };
}

/** True if there is a page of this name. The server answers others, but the address can also change within the page. */
function isPage(name) {
  return /^[a-z]+$/.test(name)
    && (["workouts", "explain"].includes(name) || document.querySelector(`a[data-page="${name}"]`) !== null);
}

function decoded(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

export function go(path, { replace = false } = {}) {
  if (path === location.pathname + location.search) { show(); return; }
  history[replace ? "replaceState" : "pushState"]({ inside: true }, "", path);
  show();
}

/**
 * Shows the page of the current URL. `quiet`: refreshes the same page and keeps focus and scroll position.
 * @param {{ quiet?: boolean, page?: string }} options
 */
async function show({ quiet = false, page } = {}) {
  const { name: asked, parts } = address();
  const name = page ?? asked;
  showing?.abort();
  const stop = (showing = new AbortController());
  unfinished = { quiet, page };
  if (!quiet) {
    leaveSheet();
    menu.hidePopover?.();
    mark(name);
  }

  let words = t`Waiting for Halo to send this page …`;
  const slow = setTimeout(() => !quiet && skeleton(() => words), 180);
  place.setAttribute("aria-busy", "true");
  let made = /** @type {Page | undefined} */ (undefined);
  try {
    const module = await import(`./pages/${name}.js`).catch(() => { throw incomplete(); });
    words = module.waiting;
    if (stop.signal.aborted) return;
    made = await module.show({
      parts, status, go, take, signedOut,
      signedIn(session) { take(session.status); listen(); },
      refresh: () => show({ quiet: true }),
      get: (path, options) => ask(path, { ...options, signal: stop.signal }),
      signal: stop.signal,
    });
  } catch (error) {
    if (stop.signal.aborted || error.code === "stopped") return;
    if (error.status === 401) { signedOut(); return; }
    if (quiet) { unfinished = null; return; } // keep the outdated data; a notice says why
    console.info(error.message);
    made = errorPage(error);
  } finally {
    clearTimeout(slow);
    if (showing === stop) place.removeAttribute("aria-busy");
  }
  if (stop.signal.aborted || !made) return;
  unfinished = null;

  current?.leave?.();
  current = { ...made, name };
  document.title = `${made.title} · Halo`;
  showWorkoutNotice();
  const restore = quiet ? viewState() : () => scrollTo(0, 0);
  place.replaceChildren(made.node,
    h("p.foot", t`Halo shows measurements and estimates of consumer devices. It is not medical advice.`));
  restore();
  made.ready?.();
  if (!quiet && started) (find("[autofocus]", place) ?? find("h1", place) ?? place).focus({ preventScroll: true });
  started = true;
}
let started = false, unfinished = /** @type {{ quiet: boolean, page?: string } | null} */ (null);

const incomplete = () => new RequestError(t`This part of the page could not be loaded.`,
  { advice: t`Check that ‘halo serve’ is running, then try again.`, code: "incomplete" });

function errorPage(error) {
  const isIncomplete = error.code === "incomplete";
  const shown = error instanceof RequestError ? error
    : new RequestError(t`This page could not be shown.`, { advice: error.message });
  const title = t`Something went wrong`;
  return {
    title, incomplete: isIncomplete, node: h("div", h("h1.unseen", { tabindex: -1 }, title),
      errorCard(shown, () => (isIncomplete ? location.reload() : show()))),
  };
}

/** Returns a function that restores what is visible now, in the new content: open sections, cursors, scroll position
 * and focus. */
function viewState() {
  const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("[data-key]"));
  const key = focused?.dataset.key;
  const titleOf = (details) => details.querySelector("summary")?.textContent;
  const open = [...place.querySelectorAll("details[open]")].map(titleOf);
  const plots = /** @type {NodeListOf<import("./charts/plot.js").PlotElement>} */ (
    place.querySelectorAll(".plot[data-key]"));
  const cursors = [...plots].map((plot) => ({ key: plot.dataset.key, at: plot.reading?.() ?? -1 }));
  const scrolled = scrollY;
  const element = (key) => find(`[data-key="${CSS.escape(key)}"]`, place);
  return () => {
    for (const details of place.querySelectorAll("details")) if (open.includes(titleOf(details))) details.open = true;
    for (const cursor of cursors) {
      const plot = /** @type {import("./charts/plot.js").PlotElement | null} */ (element(cursor.key));
      if (cursor.at >= 0) plot?.readTo?.(cursor.at);
    }
    scrollTo(0, scrolled);
    if (key) element(key)?.focus({ preventScroll: true });
  };
}

/** A placeholder for a page that is loading. */
function skeleton(words) {
  place.replaceChildren(h("div.waiting",
    h("span.unseen", { role: "status" }, t`Loading …`), waitingFor(words), h("i"), h("i"), h("i")));
}

function mark(name) {
  const marked = name === "workouts" ? "activity" : name;
  const isMore = find(`[data-page="${marked}"]`, menu) !== null;
  const links = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-page]"));
  for (const link of links) {
    const { page } = link.dataset;
    if (page === marked) link.setAttribute("aria-current", "page");
    else if (page === "more" && isMore) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

// Links are handled in the page; explanations open in a dialog.

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element
    && /** @type {HTMLAnchorElement | null} */ (event.target.closest("a[href]"));
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || to.pathname.startsWith("/api/")) return;
  if (link.target || link.hasAttribute("download")) return;
  if (to.hash && to.pathname === location.pathname) {
    if (to.hash === "#page") { event.preventDefault(); place.focus(); }
    return;
  }
  event.preventDefault();
  menu.hidePopover?.();
  if (to.pathname.startsWith("/explain/") && !location.pathname.startsWith("/explain/")) explainHere(to.pathname);
  else go(to.pathname + to.search);
});

/** Explanations in a dialog. Links in it to other explanations turn its content. */
class Sheet {
  constructor(explanation) {
    this.explanation = explanation;
    this.trail = /** @type {string[]} */ ([]);
    /** True if the dialog closes because the browser shows another page or state. */
    this.isLeft = false;
    this.inside = h("div.stack");
    // Make the browser's Back button close the explanation, as in apps, and stay on the page.
    history.pushState({ inside: true, sheet: true }, "", location.href);
    this.box = dialog("sheet", t`Where this number comes from`, this.inside, () => {
      if (sheet === this) sheet = null;
      if (this.isLeft || !history.state?.sheet) return;
      ignoresPopstate = true;
      history.back();
    });
  }

  open(path) {
    this.trail.push(path);
    return this.load(path);
  }

  back() {
    this.trail.pop();
    return this.load(this.trail[this.trail.length - 1]);
  }

  leave() {
    this.isLeft = true;
    this.box.close();
  }

  async load(path) {
    this.inside.replaceChildren(h("p.soft", { role: "status" }, t`Loading the explanation …`));
    try {
      const node = await this.explanation(decodeURIComponent(path.slice("/explain/".length)), (part) => ask(part));
      const back = h("button.button.small", { type: "button", onclick: () => this.back() }, t`← Back`);
      const openAsPage = (event) => {
        event.preventDefault();
        event.stopPropagation();
        this.leave();
        go(path, { replace: true });
      };
      this.inside.replaceChildren(
        h("div.buttons", this.trail.length > 1 && back,
          h("a.button.small", { href: path, target: "_self", onclick: openAsPage }, t`Open as a page`)), node);
      this.box.scrollTop = 0;
    } catch (error) { this.inside.replaceChildren(errorCard(error, () => this.load(path))); }
  }
}

async function explainHere(path) {
  const { explanation } = await import("./pages/explain.js");
  if (!sheet?.box.open) sheet = new Sheet(explanation);
  sheet.open(path);
}

/** Closes the explanation if it is open, because the browser shows something else. */
function leaveSheet() {
  const isOpen = sheet !== null;
  sheet?.leave();
  return isOpen;
}

let ignoresPopstate = false; // ignores the popstate event of an explanation that was closed
addEventListener("popstate", () => {
  if (ignoresPopstate) { ignoresPopstate = false; return; }
  if (!leaveSheet()) show();
});

// Refresh after the page was hidden for a while, or restored from the back/forward cache.
let hiddenSince = 0;
addEventListener("visibilitychange", () => {
  if (document.hidden) { hiddenSince = Date.now(); return; }
  if (!events) return;
  if (lost) { events.retry(); return; }
  if (isStale || Date.now() - hiddenSince > 30_000) refreshAll();
});
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  if (unfinished) show(unfinished); // its requests were aborted when the page was left
  else if (events) refreshAll();
});

function refreshAll() { isNews = true; refreshNow(); }

// Start: sign in with the link's token or with the cookie, or show the sign-in page.

if (location.pathname === "/enter") {
  const token = location.hash.slice(1);
  history.replaceState({}, "", "/enter"); // keep the token out of the URL and the history
  show({ page: "enter" }).then(() => token && current?.enter?.(token));
} else {
  const slow = setTimeout(skeleton, 180, () => t`Waiting for Halo to send its state …`);
  try {
    const session = await ask("session");
    clearTimeout(slow);
    take(session.status);
    listen();
    await show();
  } catch (error) {
    clearTimeout(slow);
    if (error.status === 401) signedOut();
    else {
      place.replaceChildren(errorCard(error, () => location.reload()));
      setTimeout(() => location.reload(), 15_000);
    }
  }
}
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/worker.js").catch(() => {});
