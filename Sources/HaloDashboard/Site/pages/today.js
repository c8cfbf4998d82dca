// The Today page: a day's dial, figures with trends, the night, charts, and missing data with reasons.

import { h } from "../core/dom.js";
import {
  dayWords, fullDate, instant, seriesOf, sleepName, sleepOf, time,
} from "../core/format.js";
import {
  big, card, datedHead, actionButton, empty, figures, keepsDays, missingCard, missingData, lesserFigures, stepsOf,
} from "../core/parts.js";
import { send } from "../core/server.js";
import { t } from "../core/texts.js";
import { dial } from "../charts/dial.js";
import { hypnogram, stageBars } from "../charts/night.js";
import { seriesCard, seriesCards } from "../charts/day.js";

export const waiting = t`Waiting for Halo to send the day …`;

export async function show({ parts, status, get, go }) {
  const today = status.today, date = parts[0] ?? today;
  const day = read(await get(`days/${date}`));
  const title = dayWords(date, today);
  const { night, start, end, missing } = day;
  const shade = night ? [night] : [], gaps = missing.filter(({ from, to }) => from && to);
  const isEmpty = !night && day.series.length === 0;
  const nightWords = day.complete ? t`The night before` : t`Last night`;
  const nightTitle = night ? sleepName(night.start, nightWords, t`Main sleep`) : nightWords;
  const isOther = ({ id }) => !["heart-rate", "steps"].includes(id);
  const synced = date === today ? status.devices.filter((device) => keepsDays(device)
    && (status.wearers.length < 2 || device.wearer === status.wearer?.id)) : [];
  const sync = synced.length > 0 ? new Sync(synced) : null;
  const content = () => h("div.cards.wide-last",
    h("section.card.of-dial", h("h2.unseen", t`The day as a ring`),
      dial({ day, middle: middle(day), now: status.now })),
    figuresOf(day),
    night ? hypnogram({ title: nightTitle, sleep: night, height: 208 }) : noNight(day, nightTitle),
    seriesCard({ series: day.heartRate, start, end, shade, gaps, height: 208 }),
    night && stages(day),
    seriesCard({ series: day.steps, start, end, gaps, height: 170, summary: total(day, "steps") }),
    seriesCards(day.series.filter(isOther), { start, end, gaps, shade }),
    missingCard(day.unknown.filter(isOther)),
    missingData(missing));
  const node = h("div",
    datedHead({
      beside: sync?.node, title, over: title === fullDate(date) ? null : fullDate(date),
      lead: isEmpty ? null : daySummary(day), base: "/today", date, first: status.firstDay, today, go,
    }),
    isEmpty ? emptyDay(day, status) : content());
  const onEvent = (type, data) => {
    if (type === "sync") sync?.onEvent(data);
    return false;
  };
  return { title, node, onEvent };
}

/** A day's report in the form that this page's charts use. */
function read(report) {
  const others = report.nights.filter((night) => !night.main && !night.doubtful);
  return {
    ...report, heartRate: seriesOf(report, "heart-rate"), steps: stepsOf(report),
    night: sleepOf(report.nights.find((night) => night.main), report.durations),
    naps: [...report.naps, ...others].map((nap) => sleepOf(nap, report.durations)),
  };
}

function figuresOf(day) {
  const main = headlines.map((id) => day.figures.find((figure) => figure.id === id)).filter(Boolean);
  const lesser = day.figures.filter((figure) => !headlines.includes(figure.id));
  return h("div.stack.headlines", figures(main, ".pairwise"),
    h("section.card", h("h2.unseen", t`More about the day`), lesserFigures(lesser)));
}

const noNight = (day, title) => card(title, h("p.soft", day.nightReason ?? t`No sleep was recorded.`),
  h("p", h("a", { href: `/sleep/${day.date}` }, t`Details`)));

/** The main figures of a day; the others are listed below. */
const headlines = ["time-asleep", "resting-heart-rate", "night-hrv", "steps"];

const figureOf = (day, ...ids) => day.figures.find(({ id, value }) => ids.includes(id) && value != null);

function middle(day) {
  const steps = figureOf(day, "steps", "daily-steps"), asleep = day.night?.asleepText;
  if (steps) {
    const sleep = asleep ? [h("span.faint", t`${asleep} asleep`)] : [];
    return [h("span.faint", t`Steps`), big(steps.text), ...sleep];
  }
  if (asleep) return [h("span.faint", t`Asleep`), big(asleep)];
  return [h("span.faint", t`No data yet`)];
}

const total = (day, id) => {
  const figure = figureOf(day, id, `daily-${id}`);
  if (!figure) return "";
  const amount = t`${figure.text} steps`;
  return day.complete || figure.goal == null ? amount : t`${amount} so far`;
};

/** Syncs all devices and shows the progress. */
class Sync {
  constructor(devices) {
    const [last] = devices.filter((device) => device.lastSync)
      .sort((a, b) => instant(b.lastSync) - instant(a.lastSync));
    this.words = h("span.faint", { role: "status" }, last ? t`synced ${last.lastSyncWords}` : t`not synced yet`);
    const button = actionButton(t`Sync`, t`Starting …`, async () => {
      this.words.setAttribute("aria-live", "polite");
      this.words.textContent = t`starting …`;
      let refused = null;
      for (const device of devices) {
        try { await send("POST", `devices/${device.id}/sync`); } catch (error) { refused = error; }
      }
      if (refused) this.words.textContent = [refused.message, refused.advice].filter(Boolean).join(" ");
    }, ".small");
    button.dataset.key = "sync";
    this.node = h("div.sync", button, this.words);
  }
  onEvent({ state, done, of: total, words, error }) {
    // The page announces the end; progress updates are not announced.
    this.words.setAttribute("aria-live", state === "failed" ? "polite" : "off");
    this.words.textContent = state === "failed" ? [error?.message ?? words, error?.advice].filter(Boolean).join(" ")
      : state === "running" && total > 0 ? t`${Math.round((100 * (done ?? 0)) / total)} % received`
        : words ?? t`syncing …`;
  }
}

/** A summary of the day in up to three short sentences. */
function daySummary(day) {
  const sentences = /** @type {unknown[]} */ ([]), beside = (id) => figureOf(day, id)?.trend?.sentence;
  if (day.night) {
    const [asleep, up, apart] = [h("b", day.night.asleepText), time(day.night.end), beside("time-asleep")];
    sentences.push(apart ? t`Slept ${asleep}, ${apart}, up at ${up}.` : t`Slept ${asleep}, up at ${up}.`);
  }
  const resting = figureOf(day, "resting-heart-rate"), steps = figureOf(day, "steps");
  if (resting) {
    const [text, apart] = [h("b", resting.text), beside("resting-heart-rate")];
    sentences.push(apart ? t`Resting heart rate ${text}, ${apart}.` : t`Resting heart rate ${text}.`);
  }
  if (steps) sentences.push(moved(day, steps, h("b", t`${steps.text} steps`)));
  return sentences.length ? sentences.map((sentence) => [sentence, " "]) : null;
}

/** The day's steps in a sentence, compared with the goal. */
function moved(day, { value, goal, goalWords }, steps) {
  if (!goal) {
    const until = day.coverage?.until;
    if (day.complete) return t`${steps}.`;
    return until ? t`${steps} until the last sync at ${time(until)}.` : t`${steps} so far.`;
  }
  if (value >= goal) return day.complete ? t`${steps}, goal reached.` : t`${steps} so far, goal reached.`;
  return day.complete ? t`${steps}, ${goalWords}.` : t`${steps} so far, ${goalWords}.`;
}

const stages = (day) => h("section.card",
  h("header", h("h2", t`Stages`), h("a", { href: `/sleep/${day.date}` }, t`More about this night`)),
  stageBars(day.night.minutes, null, day.night.durations), h("p.faint", t`The device estimates sleep stages.`));

const firstSteps =
  t`No device is paired yet. Put your ring near this computer, close the manufacturer’s app, and scan for it. Halo also reads the last days that the ring has stored.`;

function emptyDay(day, { devices, firstDay, lastDay }) {
  if (devices.length === 0 && !firstDay) {
    return empty(t`Welcome to Halo`, firstSteps,
      h("a.button.first", { href: "/devices" }, t`Pair a device`), h("a.button", { href: "/data" }, t`Import data`));
  }
  if (firstDay && day.date < firstDay) {
    return empty(t`Before the first day`, t`The data begins on ${fullDate(firstDay)}.`,
      h("a.button.first", { href: `/today/${firstDay}` }, t`Go to the first day`));
  }
  const missing = day.missing?.[0];
  const reasons = [day.nightReason, missing?.words, missing?.advice].filter(Boolean).join(" ");
  return empty(t`No data for this day`, reasons || t`The device was not worn, or was not synced in time.`,
    h("a.button.first", { href: "/devices" }, t`Sync now`),
    lastDay && lastDay !== day.date && h("a.button", { href: `/today/${lastDay}` }, t`Go to the latest day`));
}
