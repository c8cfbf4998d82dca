// The Today page: a day's dial, figures with trends, the night, charts, and missing data with reasons.

import { h } from "../core/dom.js";
import { ago, compared, dateTime, dayWords, duration, fullDate, inKilometers, instant, number, seriesOf, sleepName, sleepOf, time, words } from "../core/format.js";
import { big, card, datedHead, actionButton, empty, figures, keepsDays, missingCard, lesserFigures } from "../core/parts.js";
import { send } from "../core/server.js";
import { t } from "../core/texts.js";
import { dial } from "../charts/dial.js";
import { hypnogram, stageBars } from "../charts/night.js";
import { seriesCard } from "../charts/day.js";

export async function show({ parts, status, get, go }) {
  const today = status.today, date = parts[0] ?? today;
  const day = read(await get(`days/${date}`));
  const title = dayWords(date, today);
  const shade = day.night ? [day.night] : [], gaps = day.missing.filter((each) => each.from && each.to);
  const nothing = !day.night && [day.heartRate, day.steps, day.oxygen, day.stress, day.heartRateVariability, day.speed, day.cadence].every((each) => !each?.times?.length);
  const [head, lesser] = [headlines.map((id) => day.figures.find((each) => each.id === id)).filter(Boolean), day.figures.filter((each) => !headlines.includes(each.id))];
  const nightTitle = day.night ? sleepName(day.night.start, day.complete ? t`The night before` : t`Last night`, t`Main sleep`) : day.complete ? t`The night before` : t`Last night`;
  const more = [
    [t`SpO₂`, day.oxygen, { shade, high: 100 }], [t`HRV`, day.heartRateVariability, { shade }],
    [t`Stress`, day.stress, { low: 0, high: 100, shade, note: t`The device’s own scale from 0 to 100. The manufacturer does not document how it is computed.` }],
    ...[[t`Speed`, inKilometers(day.speed), {}], [t`Cadence`, day.cadence, {}]].filter(([, series]) => series?.times.length),
  ];
  const [measured, lacking] = [more.filter(([, series]) => series?.times?.length), more.filter(([, series]) => !series?.times?.length)];
  const own = status.devices.filter((each) => keepsDays(each) && (status.wearers.length < 2 || each.wearer === status.wearer?.id));
  const synced = date === today && own.length > 0 ? new Sync(own, status.now) : null;
  const node = h("div",
    datedHead({ beside: synced?.node, title, over: title === fullDate(date) ? null : fullDate(date), lead: nothing ? null : daySummary(day), base: "/today", date, first: status.firstDay, today, go }),
    nothing ? emptyDay(day, status) : h("div.cards.wide-last",
      h("section.card.of-dial", h("h2.unseen", t`The day as a ring`), dial({ day, middle: middle(day), now: status.now })),
      h("div.stack.headlines", figures(head, ".pairwise"), h("section.card", h("h2.unseen", t`More about the day`), lesserFigures(lesser))),
      day.night ? hypnogram({ title: nightTitle, sleep: day.night, height: 208 }) : card(nightTitle, h("p.soft", day.unknown.night?.words ?? t`No sleep was recorded.`), h("p", h("a", { href: `/sleep/${day.date}` }, t`Details`))),
      seriesCard({ title: t`Heart rate`, series: day.heartRate, start: day.start, end: day.end, shade, gaps, height: 208 }),
      day.night && stages(day),
      seriesCard({ title: t`Steps`, series: day.steps, start: day.start, end: day.end, kind: "bars", gaps, height: 170, summary: total(day, "steps") }),
      measured.length > 0 && h(`div.cards.whole.${["", "one", "two", "three"][Math.min(measured.length, 3)]}`, measured.map(([title, series, how]) => seriesCard({ title, series, start: day.start, end: day.end, kind: "dots", gaps, ...how }))),
      missingCard(lacking.map(([title, series]) => ({ title, reason: series?.reason ?? t`No data.` }))),
      day.missing.length > 0 && h("section.card.whole", h("h2", t`Missing data`),
        h("ul.list", day.missing.map((each) => h("li", h("div", h("h3", each.what, each.from && h("span.faint", `  ${dateTime(each.from)}${each.to ? ` – ${time(each.to)}` : ""}`)), h("p.soft", each.words), each.advice && h("p.faint", each.advice))))))));
  return { title, node, onEvent: (type, data) => { if (type === "sync") synced?.onEvent(data); return false; } };
}

/** A day's report in the form that this page's charts use. */
function read(report) {
  const series = Object.fromEntries(["heartRate", "steps", "oxygen", "stress", "heartRateVariability", "speed", "cadence"].map((name) => [name, seriesOf(report, name)]));
  if (report.movement) series.steps.reason ??= t`No steps were counted.`;
  return { ...report, ...series, night: sleepOf(report.nights.find((each) => each.main)), naps: [...report.naps, ...report.nights.filter((each) => !each.main && !each.doubtful)].map(sleepOf) };
}

/** The main figures of a day; the others are listed below. */
const headlines = ["time-asleep", "resting-heart-rate", "night-hrv", "steps"];

const figureOf = (day, ...ids) => day.figures.find((each) => ids.includes(each.id) && each.value != null);

function middle(day) {
  const steps = figureOf(day, "steps", "daily-steps"), asleep = day.night?.asleep;
  if (steps) return [h("span.faint", t`Steps`), big(steps.value, ""), asleep ? h("span.faint", t`${duration(asleep)} asleep`) : null].filter(Boolean);
  if (asleep) return [h("span.faint", t`Asleep`), big(asleep, "min")];
  return [h("span.faint", t`No data yet`)];
}

const total = (day, id) => {
  const of = figureOf(day, id, `daily-${id}`);
  return !of ? "" : day.complete || of.goal == null ? words(of.value, of.unit) : t`${words(of.value, of.unit)} so far`;
};

/** Syncs all devices and shows the progress. */
class Sync {
  constructor(devices, now) {
    const last = devices.map((each) => each.lastSync).filter(Boolean).sort((a, b) => instant(b) - instant(a))[0];
    this.words = h("span.faint", { role: "status" }, last ? t`synced ${ago(last, instant(now))}` : t`not synced yet`);
    this.node = h("div.sync", actionButton(t`Sync`, t`Starting …`, async () => {
      this.words.setAttribute("aria-live", "polite");
      this.words.textContent = t`starting …`;
      let refused = null;
      for (const each of devices) {
        try { await send("POST", `devices/${each.id}/sync`); } catch (error) { refused = error; }
      }
      if (refused) { this.words.textContent = [refused.message, refused.advice].filter(Boolean).join(" "); }
    }, ".small"), this.words);
    this.node.querySelector("button").dataset.key = "sync";
  }
  onEvent({ state, done, of, words, error }) {
    this.words.setAttribute("aria-live", state === "failed" ? "polite" : "off"); // the page announces the end; progress updates are not announced
    this.words.textContent = state === "failed" ? [error?.message ?? words, error?.advice].filter(Boolean).join(" ")
      : state === "running" && of > 0 ? t`${Math.round((100 * (done ?? 0)) / of)} % received` : words ?? t`syncing …`;
  }
}

/** A summary of the day in up to three short sentences. */
function daySummary(day) {
  const said = [], beside = (id) => compared(figureOf(day, id)?.trend);
  if (day.night) {
    const [asleep, up, apart] = [h("b", duration(day.night.asleep)), time(day.night.end), beside("time-asleep")];
    said.push(apart ? t`Slept ${asleep}, ${apart}, up at ${up}.` : t`Slept ${asleep}, up at ${up}.`);
  }
  const resting = figureOf(day, "resting-heart-rate"), steps = figureOf(day, "steps");
  if (resting) {
    const [text, apart] = [h("b", resting.text), beside("resting-heart-rate")];
    said.push(apart ? t`Resting heart rate ${text}, ${apart}.` : t`Resting heart rate ${text}.`);
  }
  if (steps) said.push(moved(day, steps, h("b", words(steps.value, "steps"))));
  return said.length ? said.map((each) => [each, " "]) : null;
}

/** The day's steps in a sentence, compared with the goal. */
function moved(day, { value, goal }, steps) {
  if (!goal) return day.complete ? t`${steps}.` : day.coverage?.until ? t`${steps} until the last sync at ${time(day.coverage.until)}.` : t`${steps} so far.`;
  if (value >= goal) return day.complete ? t`${steps}, goal reached.` : t`${steps} so far, goal reached.`;
  const share = number((value / goal) * 100);
  return day.complete ? t`${steps}, ${share} % of the goal.` : t`${steps} so far, ${share} % of the goal.`;
}

const stages = (day) => h("section.card", h("header", h("h2", t`Stages`), h("a", { href: `/sleep/${day.date}` }, t`More about this night`)),
  stageBars(day.night.minutes, null), h("p.faint", t`The device estimates sleep stages.`));

function emptyDay(day, status) {
  if (status.devices.length === 0 && !status.firstDay) {
    return empty(t`Welcome to Halo`, t`No device is paired yet. Put your ring near this computer, close the manufacturer’s app, and scan for it. Halo also reads the last days that the ring has stored.`,
      h("a.button.first", { href: "/devices" }, t`Pair a device`), h("a.button", { href: "/data" }, t`Import data`));
  }
  if (status.firstDay && day.date < status.firstDay) {
    return empty(t`Before the first day`, t`The data begins on ${fullDate(status.firstDay)}.`, h("a.button.first", { href: `/today/${status.firstDay}` }, t`Go to the first day`));
  }
  const missing = day.missing?.[0];
  return empty(t`No data for this day`, [day.unknown.night?.words, missing?.words, missing?.advice].filter(Boolean).join(" ") || t`The device was not worn, or was not synced in time.`,
    h("a.button.first", { href: "/devices" }, t`Sync now`), status.lastDay && status.lastDay !== day.date && h("a.button", { href: `/today/${status.lastDay}` }, t`Go to the latest day`));
}
