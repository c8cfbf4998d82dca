// Movement: quarters of an hour to months, and workouts.

import { h } from "../core/dom.js";
import { dayAfter, dayWords, fullDate, dayMonth, rowsOf, seriesOf, shortDate, time } from "../core/format.js";
import { card, datedHead, empty, figures } from "../core/parts.js";
import { sinceFirst } from "./heart.js";
import { seriesCard } from "../charts/day.js";
import { barsCard } from "../charts/days.js";

const ranges = [["day", "Day"], ["week", "Week"], ["month", "Month"], ["year", "Year"]];
const length = { week: 7, month: 30, year: 365 };

export async function show(of) {
  const { parts, status } = of;
  const date = parts[0] ?? status.lastDay ?? status.today, range = length[parts[1]] ? parts[1] : "day";
  return range === "day" ? day(of, date) : days(of, date, range);
}

const textOf = (workout, id) => workout.figures.find((each) => each.id === id)?.text;

export const workoutList = (list, dated) => h("ul.list", list.map((each) => h("li",
  h("div", h("a.over", { href: `/workouts/${each.id}` }, each.name),
    h("p.faint", `${dated ? `${shortDate(each.start)}, ` : ""}${time(each.start)} – ${time(each.end)}${each.device ? `, ${each.device}` : ""}`)),
  h("div", h("b", textOf(each, "duration")), h("p.faint", ["distance", "average-heart-rate"].map((id) => textOf(each, id)).filter(Boolean).join(" · "))))));

const begin = () => h("p", h("a.button", { href: "/workouts/now", "data-key": "workout" }, "Record a workout"));

async function day({ status, get, go }, date) {
  const of = await get(`activity/${date}`), steps = seriesOf(of, "steps");
  const title = "Activity";
  const nothing = steps.times.length === 0 && of.workouts.length === 0 && of.figures.every((each) => each.value == null);
  return { title, node: h("div",
    datedHead({ title, over: dayWords(date, status.today) === "Today" ? `Today, ${fullDate(date)}` : fullDate(date), base: "/activity", date, first: status.firstDay, today: status.today, ranges, range: "day", go,
      lead: of.complete || nothing ? null : "The day is not over." }),
    nothing ? empty("No movement in this time", status.devices.length === 0 ? "Pair a ring; its steps come here by quarters of an hour." : "The device was not worn, or was not synced in time.", h("a.button.first", { href: "/devices" }, status.devices.length === 0 ? "Pair a device" : "Sync now"), status.devices.length > 0 && begin())
      : h("div.stack", figures(of.figures, ".four"),
        h("div.cards", seriesCard({ title: "Steps by quarters of an hour", series: steps, start: of.start, end: of.end, kind: "bars", height: 260 }),
          card("Workouts", of.workouts.length ? workoutList(of.workouts) : h("p.soft", "None on this day."), begin()))) ) };
}

async function days({ status, get, go }, date, range) {
  const from = sinceFirst(dayAfter(date, 1 - length[range]), date, status, range);
  const [of, { workouts }] = await Promise.all([get(`activity?from=${from}&to=${date}`), get(`workouts?from=${from}&to=${date}`)]);
  const title = { week: "A week of movement", month: "A month of movement", year: "A year of movement" }[range];
  const list = rowsOf(of.days), values = (key) => list.map((each) => ({ date: each.date, value: each[key], partial: !each.complete }));
  const shared = { from, to: date, tone: "steps", href: undefined }, mean = of.averages?.words ?? {};
  return { title, node: h("div",
    datedHead({ title, over: `${dayMonth(from)} – ${fullDate(date)}`, base: "/activity", date, step: length[range], first: status.firstDay, today: status.today, ranges, range, go, lead: of.words }),
    list.every((each) => each.steps == null) ? empty("No movement in this time", "Go to another time, or sync a device.", h("a.button.first", { href: "/devices" }, "Open devices"))
      : h("div.cards.two",
        h("div.whole", barsCard({ ...shared, title: "Steps", days: values("steps"), unit: "steps", mean: mean.steps, goal: of.stepGoal, height: 260, href: (each) => `/activity/${each.date}` })),
        barsCard({ ...shared, title: "Distance", days: values("distance"), unit: "m", mean: mean.distance }),
        barsCard({ ...shared, title: "Minutes active", days: values("activeMinutes"), unit: "min", mean: mean.activeMinutes }),
        barsCard({ ...shared, title: "Energy", days: values("energy"), unit: "kcal", mean: mean.energy, note: "The device’s estimate." }),
        card("Workouts", workouts.length ? workoutList([...workouts].reverse(), true) : h("p.soft", "None in this time."), begin()))) };
}
