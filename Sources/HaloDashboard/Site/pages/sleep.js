// A night, a week of them, or a month.

import { h } from "../core/dom.js";
import { dayAfter, dayWords, duration, fullDate, longDate, dayMonth, time, clock, number } from "../core/format.js";
import { card, datedHead, empty, explainHref, figures } from "../core/parts.js";
import { hypnogram, stageBars } from "../charts/night.js";
import { seriesCard } from "../charts/day.js";
import { bedtimesCard, nightsCard } from "../charts/days.js";

const ranges = [["night", "Night"], ["week", "Week"], ["month", "Month"]];

export async function show(of) {
  const { parts, status } = of;
  const date = parts[0] ?? status.lastDay ?? status.today, range = ["week", "month"].includes(parts[1]) ? parts[1] : "night";
  return range === "night" ? night(of, date) : nights(of, date, range);
}

async function night({ status, get, go }, date) {
  const of = await get(`nights/${date}`);
  const main = of.sleeps[0];
  const title = date === status.today ? "Last night" : `Night to ${longDate(date)}`;
  const head = datedHead({ title, over: fullDate(date), base: "/sleep", date, first: status.firstDay, today: status.today, ranges, range: "night", go,
    lead: main ? `${time(main.start)} to ${time(main.end)}, ${duration(asleepOf(main))} asleep.` : null });
  if (!main) {
    return { title, node: h("div", head,
      status.devices.length === 0 && !status.firstDay
        ? empty("No nights yet", "Pair a ring and wear it tonight. In the morning, its night is here.", h("a.button.first", { href: "/devices" }, "Pair a device"))
        : empty("No sleep was recorded", of.account.words, h("a.button.first", { href: "/devices" }, "Open devices")),
      of.naps.length > 0 && h("div.cards.two", naps(of))) };
  }
  const own = of.sleeps.slice(1);
  return { title, node: h("div", head, h("div.stack",
    figures(of.figures, ".four"),
    h("div.cards.two",
      h("div.whole", hypnogram({ title: "Through the night", sleep: main, window: of.window, height: 240, note: main.note ?? "Stages are estimates of the device." })),
      h("section.card", h("header", h("h2", "Stages against usual"), of.usual?.deep && h("span.faint", `of ${number(of.usual.deep.nights)} nights`)), stageBars(main.minutes, of.usual),
        h("p.faint", "The frame is what is usual for you, the line its middle. ", main.explain && h("a", { href: explainHref(main.explain) }, "Where from?"))),
      h("div.stack", times(of, main), naps(of)),
      seriesCard({ title: "Heart rate through the night", series: of.heartRate, ...of.window, shade: [main], height: 200 }),
      seriesCard({ title: "Blood oxygen through the night", series: of.spo2, ...of.window, kind: "dots", high: 100, shade: [main], height: 200 }),
      of.hrv?.points?.length > 0 && seriesCard({ title: "Heart rate variability through the night", series: of.hrv, ...of.window, kind: "dots", shade: [main], height: 200 }),
      own.map((each) => hypnogram({ title: each.name, sleep: each, window: of.window, height: 200,
        note: [each.note, Number.isFinite(each.confidence) && `Confidence ${number(each.confidence * 100)} %.`].filter(Boolean).join(" ") })),
      h(of.hrv?.points?.length > 0 && own.length % 2 === 0 ? "section.card" : "section.card.whole", h("h2", "What became of the night"), h("p.soft", of.account.words), Number.isFinite(of.account.confidence) && h("p.faint", `Worn for ${number(of.account.confidence * 100)} % of your usual hours of sleep.`))))) };
}

const asleepOf = (sleep) => ["deep", "light", "rem", "asleep"].reduce((sum, stage) => sum + (sleep.minutes[stage] ?? 0), 0);

function times(of, main) {
  const usual = (each) => (each ? h("span.faint", `  usually ${clock(each.low)} to ${clock(each.high)}`) : "");
  return card("Bed and wake", h("dl.pairs",
    h("dt", "Fell asleep"), h("dd", h("b", time(main.start)), usual(of.usualBed)),
    h("dt", "Woke up"), h("dd", h("b", time(main.end)), usual(of.usualWake)),
    h("dt", "Awake in between"), h("dd", h("b", duration(main.minutes.awake ?? 0)))));
}

function naps(of) {
  return card("Naps", of.naps.length === 0 ? h("p.soft", "None was seen on this day.")
    : h("ul.list", of.naps.map((each) => h("li", h("span", `${time(each.start)} – ${time(each.end)}`), h("b", duration(each.asleep))))));
}

async function nights({ status, get, go }, date, range) {
  const days = range === "week" ? 7 : 30;
  const from = dayAfter(date, 1 - days);
  const of = await get(`nights?from=${from}&to=${date}`);
  const title = range === "week" ? "A week of sleep" : "A month of sleep";
  const known = of.nights.filter((each) => each.asleep);
  const node = h("div",
    datedHead({ title, over: `${dayMonth(from)} – ${fullDate(date)}`, base: "/sleep", date, step: days, first: status.firstDay, today: status.today, ranges, range, go,
      lead: of.averages?.asleep ? `${duration(of.averages.asleep)} asleep on average of ${number(known.length)} nights.` : null }),
    known.length === 0 ? empty("No night in this time has sleep", "Go to another time, or sync a device.", h("a.button.first", { href: "/devices" }, "Open devices"))
      : h("div.cards.two",
        nightsCard({ nights: of.nights, from, to: date, goal: status.settings.sleepGoalMinutes, height: 280 }),
        bedtimesCard({ nights: of.nights, usualBed: of.usualBed, usualWake: of.usualWake, from, to: date, height: 306 }),
        of.averages && h(range === "week" ? "section.card" : "section.card.whole", h("h2", "On average, beside usual"), stageBars({ ...of.averages, asleep: null }, of.usual)),
        h(range === "week" ? "section.card" : "section.card.whole", h("h2", "Every night"), h(range === "week" ? "ul.list" : "ul.list.columns", [...of.nights].reverse().slice(0, 31).map((each) => h("li",
          h("div", h("a.over", { href: `/sleep/${each.date}` }, dayWords(each.date, status.today)), h("p.faint", each.start ? `${time(each.start)} – ${time(each.end)}${each.napMinutes ? `, and a nap of ${duration(each.napMinutes)}` : ""}` : each.accountWords)),
          h("b", each.asleep ? duration(each.asleep) : "–")))))));
  return { title, node };
}
