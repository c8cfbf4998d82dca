// The Heart page: a day, a week, a month or a year.

import { h } from "../core/dom.js";
import { dayAfter, daysBetween, fullDate, dayMonth, overDay, rowsOf, seriesOf, localTime, words } from "../core/format.js";
import { datedHead, empty, figures, missingCard } from "../core/parts.js";
import { seriesCard } from "../charts/day.js";
import { rangesCard, trendCard } from "../charts/days.js";
import { zonesCard } from "../charts/zones.js";
import { t } from "../core/texts.js";

const ranges = [["day", t`Day`], ["week", t`Week`], ["month", t`Month`], ["year", t`Year`]];
const length = { week: 7, month: 30, year: 365 };

export async function show(of) {
  const { parts, status } = of;
  const date = parts[0] ?? status.lastDay ?? status.today, range = length[parts[1]] ? parts[1] : "day";
  return range === "day" ? day(of, date) : days(of, date, range);
}

const none = (status) => empty(t`No heart rate in this period`,
  status.devices.length === 0 ? t`Pair a ring or a strap to see its measurements here.` : t`Check that heart rate measurement is turned on in the device’s settings, wear the device, and sync it.`,
  h("a.button.first", { href: "/devices" }, status.devices.length === 0 ? t`Pair a device` : t`Open devices`), h("a.button", { href: "/live" }, t`Measure now`));

async function day({ status, get, go }, date) {
  const report = await get(`heart/${date}`);
  const of = { ...report, ...Object.fromEntries(["heartRate", "heartRateVariability", "oxygen", "stress"].map((name) => [name, seriesOf(report, name)])) };
  const title = t`Heart`;
  const nothing = of.heartRate.times.length === 0 && of.heartRateVariability.times.length === 0;
  const more = [[t`HRV`, of.heartRateVariability, { height: 220 }], [t`SpO₂`, of.oxygen, { high: 100, height: 200 }], [t`Stress`, of.stress, { low: 0, high: 100, height: 200 }]];
  const [measured, lacking] = [more.filter(([, series]) => series?.times?.length), more.filter(([, series]) => !series?.times?.length)];
  return { title, node: h("div",
    datedHead({ title, over: overDay(date, status.today), base: "/heart", date, first: status.firstDay, today: status.today, ranges, range: "day", go }),
    nothing ? none(status) : h("div.stack",
      figures(of.figures, ".four"),
      h("div.cards.two",
        h("div.whole", seriesCard({ title: t`Heart rate`, series: of.heartRate, start: of.start, end: of.end, height: 280 })),
        zonesCard(of.zones, of.zonesReason),
        measured.map(([title, series, how]) => seriesCard({ title, series, start: of.start, end: of.end, kind: "dots", ...how })),
        missingCard(lacking.map(([title, series]) => ({ title, reason: series?.reason ?? t`No data.` })))))) };
}

/** The start of a year's chart: the first day with data if most of the year is before it, but at least a quarter of a
 * year. */
export function sinceFirst(from, date, { firstDay }, range) {
  if (range !== "year" || !firstDay || firstDay <= from) return from;
  const quarter = dayAfter(date, -90);
  return firstDay < quarter ? firstDay : daysBetween(from, quarter) > 0 ? quarter : from;
}

async function days({ status, get, go }, date, range) {
  const from = sinceFirst(dayAfter(date, 1 - length[range]), date, status, range);
  const of = await get(`heart?from=${from}&to=${date}`);
  const list = rowsOf(of.days), usual = (key) => (of.baselines[key] ? rowsOf({ date: of.days.date, ...of.baselines[key] }).filter((each) => each.usual != null) : []);
  const title = { week: t`A week of heart rate`, month: t`A month of heart rate`, year: t`A year of heart rate` }[range];
  const trend = (id) => { const newest = of.trends.find((each) => each.id.includes(id)); return newest && (newest.rare ? t`Latest: ${words(newest.value, newest.unit)}, ${newest.words}, which is rare for you.` : t`Latest: ${words(newest.value, newest.unit)}, ${newest.words}.`); };
  const link = (each) => `/heart/${each.date}`;
  return { title, node: h("div",
    datedHead({ title, over: `${dayMonth(from)}${range === "year" ? ` ${localTime(from).year}` : ""} – ${fullDate(date)}`, base: "/heart", date, step: length[range], first: status.firstDay, today: status.today, ranges, range, go, lead: of.summary }),
    list.every((each) => each.average == null && each.resting == null && each.hrv == null) ? none(status) : h("div.cards.two",
      h("div.whole", rangesCard({ title: t`Daily range`, days: list, unit: "bpm", from, to: date, height: 260, href: link })),
      trendCard({ title: t`Resting heart rate`, tone: "heart", unit: "bpm", from, to: date, height: 230, href: (each) => `/explain/resting-heart-rate@${each.date}`,
        days: list.map((each) => ({ date: each.date, value: each.resting })), baseline: usual("resting"), words: trend("resting") }),
      trendCard({ title: t`Overnight HRV`, tone: "variability", unit: "ms", from, to: date, height: 230, href: (each) => `/explain/night-heart-rate-variability@${each.date}`,
        days: list.map((each) => ({ date: each.date, value: each.hrv })), baseline: usual("hrv"), words: trend("variability") ?? trend("hrv") }))) };
}
