// The Heart page: a day, a week, a month or a year.

import { h } from "../core/dom.js";
import {
  dayAfter, daysBetween, fullDate, dayMonth, overDay, rowsOf, seriesOf, localTime, textAt,
} from "../core/format.js";
import { datedHead, empty, figures, missingCard, toneOf } from "../core/parts.js";
import { seriesCard, seriesCards } from "../charts/day.js";
import { rangesCard, trendCard } from "../charts/days.js";
import { zonesCard } from "../charts/zones.js";
import { t } from "../core/texts.js";

export const waiting = t`Waiting for Halo to send your heart rate …`;

const spans = [["day", t`Day`], ["week", t`Week`], ["month", t`Month`], ["year", t`Year`]];
const length = { week: 7, month: 30, year: 365 };

export async function show(page) {
  const { parts, status } = page;
  const date = parts[0] ?? status.lastDay ?? status.today, range = length[parts[1]] ? parts[1] : "day";
  return range === "day" ? day(page, date) : days(page, date, range);
}

function none(status) {
  const hasDevice = status.devices.length > 0;
  return empty(t`No heart rate in this period`,
    hasDevice ? checkSettings : t`Pair a ring or a strap to see its measurements here.`,
    h("a.button.first", { href: "/devices" }, hasDevice ? t`Open devices` : t`Pair a device`),
    h("a.button", { href: "/live" }, t`Measure now`));
}
const checkSettings =
  t`Check that heart rate measurement is turned on in the device’s settings, wear the device, and sync it.`;

async function day({ status, get, go }, date) {
  const report = await get(`heart/${date}`), { start, end } = report;
  const heartRate = seriesOf(report, "heart-rate"), isOther = ({ id }) => id !== "heart-rate";
  const title = t`Heart`;
  const isEmpty = report.series.length === 0;
  return {
    title, node: h("div",
      datedHead({
        title, over: overDay(date, status.today), base: "/heart", date, first: status.firstDay,
        today: status.today, ranges: spans, range: "day", go,
      }),
      isEmpty ? none(status) : h("div.stack",
        figures(report.figures, ".four"),
        h("div.cards.two",
          h("div.whole", seriesCard({ series: heartRate, start, end, height: 280 })),
          zonesCard(report.zones, report.zonesReason),
          seriesCards(report.series.filter(isOther), { start, end, height: 220 }),
          missingCard(report.unknown.filter(isOther))))),
  };
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
  const report = await get(`heart?from=${from}&to=${date}`), dates = report.days.date;
  const title =
    { week: t`A week of heart rate`, month: t`A month of heart rate`, year: t`A year of heart rate` }[range];
  const ranges = ({ name, id, low, average, high, texts, averageTexts }) => rangesCard({
    title: name, tone: toneOf(id), texts, from, to: date, height: id === "heart-rate" ? 260 : 200,
    href: (day) => `/heart/${day.date}`,
    days: rowsOf({ date: dates, low, average, high }).map((day, i) =>
      ({ ...day, rangeText: textAt(texts, i), averageText: textAt(averageTexts, i) })),
  });
  const trend = ({ name, id, explain, values, texts, usualTexts, baseline, trend: latest }) => trendCard({
    title: name, tone: toneOf(id), texts, from, to: date, height: 230,
    note: latest && t`Latest: ${latest.text}, ${latest.sentence}.`,
    baseline: baseline ? rowsOf({ date: dates, ...baseline }).filter((row) => row.usual != null) : [],
    href: (day) => `/explain/${explain}@${day.date}`,
    days: values.map((value, i) => ({ date: dates[i], value, text: textAt(texts, i), usual: textAt(usualTexts, i) })),
  });
  const year = range === "year" ? ` ${localTime(from)?.year}` : "";
  const [first, ...others] = report.series;
  const isEmpty = !first && report.metrics.every((metric) => metric.values.every((value) => value == null));
  const content = () => h("div.cards.two",
    first && h("div.whole", ranges(first)), report.metrics.map(trend), others.map(ranges));
  return {
    title, node: h("div",
      datedHead({
        title, over: `${dayMonth(from)}${year} – ${fullDate(date)}`, base: "/heart", date, step: length[range],
        first: status.firstDay, today: status.today, ranges: spans, range, go, lead: report.summary,
      }),
      isEmpty ? none(status) : content()),
  };
}
