// Components of all pages: headings, figures, cards, empty and error states, and dialogs.

import { h, s, find, announce, unique } from "./dom.js";
import { dateTime, dayAfter, seriesOf, stageNames, time } from "./format.js";
import { send } from "./server.js";
import { t } from "./texts.js";

/** The color of a measurement, the same on every page. */
export function toneOf(id = "") {
  const name = id.toLowerCase();
  if (/sleep|asleep|nap|regular|night-account|bed|wake|efficien/.test(name)) return "sleep";
  if (/hrv|variab/.test(name)) return "variability";
  if (/spo2|oxygen/.test(name)) return "oxygen";
  if (/stress/.test(name)) return "stress";
  if (/heart|pulse|rate/.test(name)) return "heart";
  return "steps";
}

/** The text of a value with its numbers in large type; of "85 of 100" only the first is large. */
export function big(text, extra = "", isScore = false) {
  if (text == null) return h(`span.value.none${extra}`, "–");
  const pieces = text.split(/([−-]?\d[\d.,:]*)/);
  const isSmall = (i) => i % 2 === 0 || (isScore && i > 1);
  return h(`span.value${extra}`, pieces.map((piece, i) => (piece && isSmall(i) ? h("small", piece) : piece)));
}

/** The page's URL of an explanation, from the API's URL. */
export const explainHref = (address) => (address ? `/explain/${address.replace(/^.*\/explain\//, "")}` : null);

/** A figure as a card that links to its explanation. */
export function figureCard(figure) {
  const { id, name, value, text, unit, goal, goalWords, trend, explain, reason, note } = figure;
  const href = explainHref(explain), tone = unit === "bpm" ? "heart" : toneOf(id);
  const none = value == null;
  const inside = [
    h("span.name", name), big(text, "", unit === ""),
    none ? h("span.note", reason ?? note ?? t`Not measured.`)
      : trend ? h("span.note", trend.words, trend.rare && h("span.rare", t`rare for you`))
        : h("span.note", goalWords ?? note ?? ""),
    !none && trend && usualBar(trend),
    !none && goal && !trend && goalBar(figure),
  ];
  return href ? h(`a.figure.tone-${tone}`, { href, "data-key": `figure-${id}` }, inside, explainHint())
    : h(`div.figure.tone-${tone}`, inside);
}

/** The end of a figure's link for screen readers. */
const explainHint = () => h("span.unseen", t`. Explain this number`);

/** Secondary figures: one line each, with a link to the explanation. */
export const lesserFigures = (list) => h("ul.lesser", list.map((figure) => {
  const { id, name, text, explain, reason } = figure, href = explainHref(explain);
  const inside = [h("span.name", name), text == null ? h("span.faint", reason ?? t`not measured`) : h("b", text)];
  return h(`li.tone-${toneOf(id)}`,
    href ? h("a", { href, "data-key": `figure-${id}` }, inside, explainHint()) : h("div", inside));
}));

/** A fraction as a percentage for SVG and CSS, with a decimal point in every language. */
export const percent = (share) => `${(share * 100).toFixed(1)}%`;

/** The usual range as a band, with the value as a dot. */
function usualBar({ value, usual, low: from, high: to, words }) {
  if (![value, usual, from, to].every(Number.isFinite)) return null;
  const room = Math.max(to - from, 1e-6);
  const min = Math.min(from, value) - room * 0.35, max = Math.max(to, value) + room * 0.35;
  const x = (v) => percent((v - min) / (max - min));
  return s("svg.usual-bar.usual", { role: "img", "aria-label": words },
    s("rect.track", { x: 0, y: 4, width: "100%", height: 6, rx: 3 }),
    s("rect.band", { x: x(from), y: 2, width: percent((to - from) / (max - min)), height: 10, rx: 5 }),
    s("line.mid", { x1: x(usual), x2: x(usual), y1: 3, y2: 11 }),
    s("circle.now", { cx: x(value), cy: 7, r: 5.5 }));
}

function goalBar({ value, goal, goalWords }) {
  const done = Math.max(0, Math.min(1, value / goal)) * 100;
  return s("svg.usual-bar.usual", { role: "img", "aria-label": goalWords },
    s("rect.track", { x: 0, y: 4, width: "100%", height: 6, rx: 3 }),
    s("rect.now", { x: 0, y: 3, width: `${Math.max(2, done)}%`, height: 8, rx: 4 }));
}

export const figures = (list, extra = "") => h(`div.figures${extra}`, list.map((each) => figureCard(each)));

const arrow = (path) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));

/**
 * The head of a page with a date: title, lead, links to other days, and the choice of the period.
 * @param {{ title: string, over: string | null, lead?: unknown, base: string, date: string, step?: number,
 *   first?: string, today: string, ranges?: string[][], range?: string, go: (path: string) => void,
 *   beside?: Element }} page `beside`: an element beside the links
 */
export function datedHead({ title, over, lead, base, date, step = 1, first, today, ranges = [], range, go, beside }) {
  const suffix = range && range !== ranges[0]?.[0] ? `/${range}` : "";
  const before = dayAfter(date, -step), next = dayAfter(date, step);
  const after = date === today ? null : next > today ? today : next;
  const hasBefore = !first || before >= first || date > first;
  const link = (to, key, label, path) =>
    h("a", { href: `${base}/${to}${suffix}`, "aria-label": label, "data-key": key }, arrow(path));
  const noLink = (path) => h("span.no", { "aria-hidden": "true" }, arrow(path));
  const [left, right] = ["M15 5l-7 7 7 7", "M9 5l7 7-7 7"];
  const turn = h("div.days",
    hasBefore ? link(before, "before", step > 1 ? t`Earlier` : t`The day before`, left) : noLink(left),
    h("input", {
      type: "date", value: date, min: first ?? undefined, max: today, "aria-label": t`Date`, "data-key": "date",
      onchange: ({ target }) => target.value && target.checkValidity() && go(`${base}/${target.value}${suffix}`),
    }),
    after ? link(after, "after", step > 1 ? t`Later` : t`The day after`, right) : noLink(right));
  const rangeLink = (/** @type {string[]} */ [id, word], index) => h("a", {
    href: `${base}/${date}${index === 0 ? "" : `/${id}`}`, "aria-current": id === range ? "true" : null,
    "data-key": `range-${id}`,
  }, word);
  return h("div.head",
    h("div.words", over && h("span.over", over), h("h1", { tabindex: -1 }, title), lead && h("p.lead", lead)),
    h("div.turn", beside,
      ranges.length > 1 && h("div.choice", { role: "group", "aria-label": t`Period` }, ranges.map(rangeLink)),
      turn));
}

export const head = (title, lead, ...side) =>
  h("div.head", h("div", h("h1", { tabindex: -1 }, title), lead && h("p.lead", lead)),
    side.length > 0 && h("div.buttons", side));

export const card = (title, ...inside) => h("section.card", title && h("h2", title), inside);

const haloMark = () => s("svg.mark", { viewBox: "0 0 32 32", "aria-hidden": "true" },
  s("circle.brand-ring", { cx: 16, cy: 16, r: 12, fill: "none", "stroke-width": 3, "stroke-dasharray": "2 3" }),
  s("circle.brand-arc", { cx: 16, cy: 16, r: 12, fill: "none", "stroke-width": 3, "stroke-linecap": "round",
    pathLength: 100, "stroke-dasharray": "14 100" }));

/** An empty state, with actions. */
export const empty = (title, text, ...actions) =>
  h("section.card.empty", haloMark(), h("h2", title), text && h("p", text),
    actions.length > 0 && h("div.buttons", actions));

/** A report's series without data in one card, instead of an empty chart for each. */
export function missingCard(unknown) {
  if (unknown.length === 0) return null;
  return h("section.card.whole", h("h2", t`Not measured`),
    h("ul.list", unknown.map(({ name, words }) => h("li", h("div", h("h3", name), h("p.soft", words))))));
}

/** The missing parts of a day, with reasons. */
export function missingData(missing) {
  const item = ({ what, from, to, words: why, advice }) => {
    const when = () => `  ${dateTime(from)}${to ? ` – ${time(to)}` : ""}`;
    return h("li", h("div", h("h3", what, from && h("span.faint", when())), h("p.soft", why),
      advice && h("p.faint", advice)));
  };
  return missing.length > 0 && h("section.card.whole", h("h2", t`Missing data`), h("ul.list", missing.map(item)));
}

/** A day's steps. If a device counted none, the reason is not that it has no data. */
export function stepsOf(report) {
  const steps = seriesOf(report, "steps");
  if (report.movement ?? report.figures.some(({ id, value }) => id === "steps" && value != null)) {
    steps.reason ??= t`No steps were counted.`;
  }
  return steps;
}

/** An error with advice and a button to retry. */
export function errorCard(error, again) {
  return h("section.card.empty", { role: "alert" }, h("h2", error.message ?? String(error)),
    error.advice && h("p", error.advice),
    h("div.buttons", again && h("button.button.first", { type: "button", onclick: again }, t`Try again`),
      [400, 404].includes(error.status) && h("a.button", { href: "/today" }, t`Go to today`)));
}

/** An error's message and advice, for a place beside what failed. */
export const errorMessage = ({ message, advice }) => h("div.said.bad", { role: "alert" }, h("p", message),
  advice && !message.includes(advice) && h("p.faint", advice));

/** Shows a waiting message after two seconds, the one of that moment. The content that arrives replaces it. */
export function waitingFor(words) {
  const place = h("p.waiting-words", { role: "status" });
  setTimeout(() => (place.textContent = words()), 2000);
  return place;
}

/** The message while waiting for a device's response. */
export const waitingForDevice = ({ kind }) => ({
  ring: t`Waiting for the ring …`, watch: t`Waiting for the watch …`,
  strap: t`Waiting for the strap …`, machine: t`Waiting for the machine …`,
})[kind] ?? t`Waiting for the device …`;

const stageSwatch = (stage) =>
  s("svg", { viewBox: "0 0 16 12", "aria-hidden": "true" }, stageRect(stage, { width: 16, height: 12 }));

/** A rectangle with a stage's color and pattern. */
export const stageRect = (stage, attributes) =>
  ["light", "rem", "awake"].includes(stage)
    ? s("rect.fill", { ...attributes, fill: `url(#pattern-${stage})` })
    : s(`rect.fill.of-${stage}`, attributes);

export const stageLegend = (stages) =>
  h("ul.legend", stages.map((stage) => h("li", stageSwatch(stage), stageNames[stage])));

/** A battery with its level; null if the level is unknown. */
export function battery(level) {
  if (!level || level.percent == null) return null;
  const { percent, words } = level;
  return h("span.battery",
    s("svg", { viewBox: "0 0 26 13", "aria-hidden": "true" },
      s("rect.shell", { x: 0.5, y: 0.5, width: 22, height: 12, rx: 3.5 }),
      s("rect.fill", { x: 2.5, y: 2.5, width: 18 * Math.max(0.04, percent / 100), height: 8, rx: 1.8 }),
      s("path.fill", { d: "M24 4.2v4.6a2.4 2.4 0 0 0 0-4.6z" })),
    words);
}

/**
 * A modal dialog that restores the focus when it closes.
 * @param {"ask" | "ask.import" | "sheet"} kind
 * @param {string} title
 * @param {unknown} inside
 * @param {() => void} closed
 */
export function dialog(kind, title, inside, closed) {
  const id = unique("title");
  const close = h("button.close", { type: "button", "aria-label": t`Close` }, "✕");
  const heading = h("h2", { id, tabindex: -1, autofocus: true }, title);
  const box = h(`dialog.${kind}`, { "aria-labelledby": id },
    h("div.in-dialog", h("div.dialog-head", heading, close), inside));
  const before = document.activeElement;
  close.addEventListener("click", () => box.close());
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => {
    box.remove();
    closed();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** Asks for confirmation. Resolves to true if the user confirmed. */
export function askToConfirm(title, text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const box = dialog("ask", title, [
      h("p.soft", text),
      h("div.buttons",
        h("button.button.grave", { type: "button", onclick: () => { answer = true; box.close(); } }, yes),
        h("button.button", { type: "button", onclick: () => box.close() }, t`Cancel`)),
    ], () => resolve(answer));
  });
}

/** Sends a command. If the server requires a confirmation, shows its text and sends the command again with the
 * confirmation. Null: not confirmed. */
export async function order(method, path, body = {}, options = {}) {
  const { title = t`Are you sure?`, yes = t`Yes, do it`, limit = 30 } = options;
  try {
    return (await send(method, path, body, { limit })) ?? {};
  } catch (error) {
    if (error.status !== 409 || !error.confirmation) throw error;
    if (!(await askToConfirm(title, error.confirmation.words, yes))) return null;
    return (await send(method, path, { ...body, confirmation: error.confirmation.id }, { limit })) ?? {};
  }
}

/** A button for an asynchronous action: it shows progress, cannot be pressed twice, and shows the result beside it. */
export function actionButton(name, busy, act, kind = "") {
  const button = h(`button.button${kind}`, { type: "button" }, name);
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    messageAt(button, null);
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("aria-busy", "true");
    button.textContent = busy;
    announce(busy);
    try {
      const result = await act();
      if (result?.words) messageAt(button, h("div.said", { role: "status" }, result.words));
    } catch (error) {
      if (error.code !== "stopped") messageAt(button, errorMessage(error));
    } finally {
      button.removeAttribute("aria-disabled");
      button.removeAttribute("aria-busy");
      button.textContent = name;
    }
  });
  return button;
}

/** Shows a message at a button: below its row of buttons, otherwise after it. Null removes the previous message. */
function messageAt(button, message) {
  const row = button.closest(".buttons");
  find(":scope > .said", row ?? button.parentElement)?.remove();
  if (message && row) row.append(message); else if (message) button.after(message);
}

/** True if a device stores daily data that can be synced. Straps and machines only report current values. */
export const keepsDays = (device) => device.kind !== "strap" && device.kind !== "machine";

/** A table of a chart's values. Columns whose name ends in "#" are numeric. */
export function table(columns, rows, caption) {
  const isNumber = columns.map((column) => column.endsWith("#"));
  const heading = (column, i) => h(isNumber[i] ? "th.n" : "th", { scope: "col" }, column.replace("#", ""));
  return h("div.table", { tabindex: 0, role: "region", "aria-label": caption },
    h("table", h("caption.unseen", caption),
      h("thead", h("tr", columns.map(heading))),
      h("tbody", rows.map((row) => h("tr", row.map((cell, i) => h(isNumber[i] ? "td.n" : "td", cell)))))));
}

