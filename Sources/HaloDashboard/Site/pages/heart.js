// The Heart page: a day, a week, a month or a year.

import { h } from "../core/dom.js";
import {
  dayAfter, daysBetween, fullDate, dayMonth, overDay, rowsOf, seriesOf, localTime, textAt,
} from "../core/format.js";
import { datedHead, empty, figures, missingCard } from "../core/parts.js";
import { byMeasured, seriesCard } from "../charts/day.js";
import { rangesCard, trendCard } from "../charts/days.js";
import { zonesCard } from "../charts/zones.js";
import { t } from "../core/texts.js";

const ranges = [["day", t`Day`], ["week", t`Week`], ["month", t`Month`], ["year", t`Year`]];
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
  const [heartRate, variability, oxygen, stress] =
    ["heartRate", "heartRateVariability", "oxygen", "stress"].map((name) => seriesOf(report, name));
  const title = t`Heart`;
  const isEmpty = heartRate.times.length === 0 && variability.times.length === 0;
  const more = [
    { title: t`HRV`, series: variability, height: 220 },
    { title: t`SpO₂`, series: oxygen, height: 200 },
    { title: t`Stress`, series: stress, height: 200 },
  ];
  const { measured, missing } = byMeasured(more);
  return {
    title, node: h("div",
      datedHead({
        title, over: overDay(date, status.today), base: "/heart", date, first: status.firstDay,
        today: status.today, ranges, range: "day", go,
      }),
      isEmpty ? none(status) : h("div.stack",
        figures(report.figures, ".four"),
        h("div.cards.two",
          h("div.whole", seriesCard({ title: t`Heart rate`, series: heartRate, start, end, height: 280 })),
          zonesCard(report.zones, report.zonesReason),
          measured.map((chart) => seriesCard({ ...chart, start, end, kind: "dots" })),
          missingCard(missing)))),
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
  const report = await get(`heart?from=${from}&to=${date}`), { baselines, texts, trends } = report;
  const list = rowsOf(report.days).map((day, i) =>
    ({ ...day, rangeText: textAt(texts.range, i), averageText: textAt(texts.average, i) }));
  const title =
    { week: t`A week of heart rate`, month: t`A month of heart rate`, year: t`A year of heart rate` }[range];
  const usual = (key) => (baselines[key]
    ? rowsOf({ date: report.days.date, ...baselines[key] }).filter((row) => row.usual != null) : []);
  const latest = (id) => {
    const trend = trends.find((each) => each.id.includes(id));
    return trend && t`Latest: ${trend.text}, ${trend.sentence}.`;
  };
  const trend = (title, tone, key, usualTexts, metric, note) => trendCard({
    title, tone, texts: texts[key], from, to: date, height: 230, note, baseline: usual(key),
    href: (day) => `/explain/${metric}@${day.date}`,
    days: list.map((day, i) =>
      ({ date: day.date, value: day[key], text: textAt(texts[key], i), usual: textAt(usualTexts, i) })),
  });
  const year = range === "year" ? ` ${localTime(from)?.year}` : "";
  const isEmpty = list.every((day) => day.average == null && day.resting == null && day.hrv == null);
  const content = () => h("div.cards.two",
    h("div.whole", rangesCard({
      title: t`Daily range`, days: list, texts: texts.range, from, to: date, height: 260,
      href: (day) => `/heart/${day.date}`,
    })),
    trend(t`Resting heart rate`, "heart", "resting", texts.usualResting, "resting-heart-rate", latest("resting")),
    trend(t`Overnight HRV`, "variability", "hrv", texts.usualHrv, "night-heart-rate-variability",
      latest("variability") ?? latest("hrv")));
  return {
    title, node: h("div",
      datedHead({
        title, over: `${dayMonth(from)}${year} – ${fullDate(date)}`, base: "/heart", date, step: length[range],
        first: status.firstDay, today: status.today, ranges, range, go, lead: report.summary,
      }),
      isEmpty ? none(status) : content()),
  };
}
