// The Activity page: a day, a week, a month or a year, and workouts.

import { h } from "../core/dom.js";
import { dayAfter, fullDate, dayMonth, overDay, rowsOf, seriesOf, shortDate, time } from "../core/format.js";
import { card, datedHead, empty, figures } from "../core/parts.js";
import { sinceFirst } from "./heart.js";
import { seriesCard } from "../charts/day.js";
import { barsCard } from "../charts/days.js";
import { t } from "../core/texts.js";

const ranges = [["day", t`Day`], ["week", t`Week`], ["month", t`Month`], ["year", t`Year`]];
const length = { week: 7, month: 30, year: 365 };

export async function show(of) {
  const { parts, status } = of;
  const date = parts[0] ?? status.lastDay ?? status.today, range = length[parts[1]] ? parts[1] : "day";
  return range === "day" ? day(of, date) : days(of, date, range);
}

const textOf = (workout, id) => workout.figures.find((each) => each.id === id)?.text;

const workoutList = (list, dated) => h("ul.list", list.map((each) => h("li",
  h("div", h("a.over", { href: `/workouts/${each.id}` }, each.name),
    h("p.faint", `${dated ? `${shortDate(each.start)}, ` : ""}${time(each.start)} – ${time(each.end)}${each.device ? `, ${each.device}` : ""}`)),
  h("div", h("b", textOf(each, "duration")), h("p.faint", ["distance", "average-heart-rate"].map((id) => textOf(each, id)).filter(Boolean).join(" · "))))));

const begin = () => h("p", h("a.button", { href: "/workouts/now", "data-key": "workout" }, t`Record a workout`));

async function day({ status, get, go }, date) {
  const of = await get(`activity/${date}`), steps = seriesOf(of, "steps");
  const title = t`Activity`;
  const nothing = steps.times.length === 0 && of.workouts.length === 0 && of.figures.every((each) => each.value == null);
  return { title, node: h("div",
    datedHead({ title, over: overDay(date, status.today), base: "/activity", date, first: status.firstDay, today: status.today, ranges, range: "day", go,
      lead: of.complete || nothing ? null : t`This day is not over yet.` }),
    nothing ? empty(t`No activity in this period`, status.devices.length === 0 ? t`Pair a ring to see its steps here.` : t`The device was not worn, or was not synced in time.`, h("a.button.first", { href: "/devices" }, status.devices.length === 0 ? t`Pair a device` : t`Sync now`), status.devices.length > 0 && begin())
      : h("div.stack", figures(of.figures, ".four"),
        h("div.cards", seriesCard({ title: t`Steps per 15 minutes`, series: steps, start: of.start, end: of.end, kind: "bars", height: 260 }),
          card(t`Workouts`, of.workouts.length ? workoutList(of.workouts) : h("p.soft", t`None on this day.`), begin()))) ) };
}

async function days({ status, get, go }, date, range) {
  const from = sinceFirst(dayAfter(date, 1 - length[range]), date, status, range);
  const [of, { workouts }] = await Promise.all([get(`activity?from=${from}&to=${date}`), get(`workouts?from=${from}&to=${date}`)]);
  const title = { week: t`A week of activity`, month: t`A month of activity`, year: t`A year of activity` }[range];
  const list = rowsOf(of.days), values = (key) => list.map((each) => ({ date: each.date, value: each[key], partial: !each.complete }));
  const shared = { from, to: date, tone: "steps", href: undefined }, mean = of.averages?.words ?? {};
  return { title, node: h("div",
    datedHead({ title, over: `${dayMonth(from)} – ${fullDate(date)}`, base: "/activity", date, step: length[range], first: status.firstDay, today: status.today, ranges, range, go, lead: of.words }),
    list.every((each) => each.steps == null) ? empty(t`No activity in this period`, t`Choose another period, or sync a device.`, h("a.button.first", { href: "/devices" }, t`Open devices`))
      : h("div.cards.two",
        h("div.whole", barsCard({ ...shared, title: t`Steps`, days: values("steps"), unit: "steps", mean: mean.steps, goal: of.stepGoal, height: 260, href: (each) => `/activity/${each.date}` })),
        barsCard({ ...shared, title: t`Distance`, days: values("distance"), unit: "m", mean: mean.distance }),
        barsCard({ ...shared, title: t`Active minutes`, days: values("activeMinutes"), unit: "min", mean: mean.activeMinutes }),
        barsCard({ ...shared, title: t`Energy`, days: values("energy"), unit: "kcal", mean: mean.energy, note: t`Estimated by the device.` }),
        card(t`Workouts`, workouts.length ? workoutList([...workouts].reverse(), true) : h("p.soft", t`None in this period.`), begin()))) };
}
