// The Activity page: a day, a week, a month or a year, and workouts.

import { h } from "../core/dom.js";
import { dayAfter, fullDate, dayMonth, overDay, shortDate, textAt, time } from "../core/format.js";
import { card, datedHead, empty, figures, missingData, stepsOf } from "../core/parts.js";
import { sinceFirst } from "./heart.js";
import { seriesCard, seriesCards } from "../charts/day.js";
import { barsCard } from "../charts/days.js";
import { t } from "../core/texts.js";

export const waiting = t`Waiting for Halo to send your activity …`;

const ranges = [["day", t`Day`], ["week", t`Week`], ["month", t`Month`], ["year", t`Year`]];
const length = { week: 7, month: 30, year: 365 };

export async function show(page) {
  const { parts, status } = page;
  const date = parts[0] ?? status.lastDay ?? status.today, range = length[parts[1]] ? parts[1] : "day";
  return range === "day" ? day(page, date) : days(page, date, range);
}

const textOf = (workout, id) => workout.figures.find((figure) => figure.id === id)?.text;

function workoutList(list, isDated) {
  const when = ({ start, end, device }) =>
    `${isDated ? `${shortDate(start)}, ` : ""}${time(start)} – ${time(end)}${device ? `, ${device}` : ""}`;
  const amounts = (workout) => ["distance", "average-heart-rate"].map((id) => textOf(workout, id)).filter(Boolean);
  return h("ul.list", list.map((workout) => h("li",
    h("div", h("a.over", { href: `/workouts/${workout.id}` }, workout.name), h("p.faint", when(workout))),
    h("div.ends", h("b", textOf(workout, "duration")), h("p.faint", amounts(workout).join(" · "))))));
}

const begin = () => h("p", h("a.button", { href: "/workouts/now", "data-key": "workout" }, t`Record a workout`));

async function day({ status, get, go }, date) {
  const report = await get(`activity/${date}`), { workouts, start, end } = report, steps = stepsOf(report);
  const title = t`Activity`;
  const isEmpty = steps.times.length === 0 && workouts.length === 0
    && report.figures.every((figure) => figure.value == null);
  const hasDevice = status.devices.length > 0;
  const nothing = () => empty(t`No activity in this period`,
    hasDevice ? t`The device was not worn, or was not synced in time.` : t`Pair a ring to see its steps here.`,
    h("a.button.first", { href: "/devices" }, hasDevice ? t`Sync now` : t`Pair a device`), hasDevice && begin());
  const content = () => h("div.stack", figures(report.figures, ".four"),
    h("div.cards",
      seriesCard({ title: t`Steps per 15 minutes`, series: steps, start, end, height: 260 }),
      seriesCards(report.series.filter((series) => series !== steps), { start, end }),
      missingData(report.missing),
      card(t`Workouts`, workouts.length ? workoutList(workouts, false) : h("p.soft", t`None on this day.`), begin())));
  return {
    title, node: h("div",
      datedHead({
        title, over: overDay(date, status.today), base: "/activity", date, first: status.firstDay,
        today: status.today, ranges, range: "day", go,
        lead: date === status.today && !isEmpty ? t`This day is not over yet.` : null,
      }),
      isEmpty ? nothing() : content()),
  };
}

async function days({ status, get, go }, date, range) {
  const from = sinceFirst(dayAfter(date, 1 - length[range]), date, status, range);
  const [report, { workouts }] = await Promise.all(
    [get(`activity?from=${from}&to=${date}`), get(`workouts?from=${from}&to=${date}`)]);
  const title = { week: t`A week of activity`, month: t`A month of activity`, year: t`A year of activity` }[range];
  const { complete, date: dates } = report.days, [first, ...others] = report.metrics;
  const bars = ({ name, note, average, values, texts }, more = {}) => barsCard({
    title: name, tone: "steps", from, to: date, mean: average?.words, note, texts, ...more,
    days: values.map((value, i) => ({ date: dates[i], value, text: textAt(texts, i), partial: !complete[i] })),
  });
  const nothing = () => empty(t`No activity in this period`, t`Choose another period, or sync a device.`,
    h("a.button.first", { href: "/devices" }, t`Open devices`));
  const content = () => h("div.cards.two",
    h("div.whole", bars(first, { goal: first.goal, height: 260, href: (day) => `/activity/${day.date}` })),
    others.map((metric) => bars(metric)),
    card(t`Workouts`,
      workouts.length ? workoutList(workouts, true) : h("p.soft", t`None in this period.`), begin()));
  return {
    title, node: h("div",
      datedHead({
        title, over: `${dayMonth(from)} – ${fullDate(date)}`, base: "/activity", date, step: length[range],
        first: status.firstDay, today: status.today, ranges, range, go, lead: report.summary,
      }),
      first.values.every((value) => value == null) ? nothing() : content()),
  };
}
