// The Sleep page: a night, a week or a month.

import { h } from "../core/dom.js";
import { compared, dayAfter, dayWords, duration, fullDate, longDate, dayMonth, time, clock, number, rowsOf, seriesOf, sleepName, sleepOf } from "../core/format.js";
import { card, datedHead, empty, explainHref, figures, missingCard } from "../core/parts.js";
import { hypnogram, stageBars } from "../charts/night.js";
import { seriesCard } from "../charts/day.js";
import { bedtimesCard, nightsCard } from "../charts/days.js";
import { counted, t } from "../core/texts.js";

const ranges = [["night", t`Night`], ["week", t`Week`], ["month", t`Month`]];

export async function show(of) {
  const { parts, status } = of;
  const date = parts[0] ?? status.lastDay ?? status.today, range = ["week", "month"].includes(parts[1]) ? parts[1] : "night";
  return range === "night" ? night(of, date) : nights(of, date, range);
}

async function night({ status, get, go }, date) {
  const of = await get(`nights/${date}`);
  const main = sleepOf(of.main), own = ownStages(of), napped = of.naps.map(sleepOf);
  const title = date === status.today ? sleepName(main?.start, t`Last night`, t`Last sleep`) : sleepName(main?.start, t`Night ending ${longDate(date)}`, t`Sleep on ${longDate(date)}`);
  const head = datedHead({ title, over: fullDate(date), base: "/sleep", date, first: status.firstDay, today: status.today, ranges, range: "night", go,
    lead: main ? nightSummary(of, main) : null });
  if (!main) {
    return { title, node: h("div", head,
      status.devices.length === 0 && !status.firstDay
        ? empty(t`No nights yet`, t`Pair a ring and wear it tonight. Tomorrow you can see your sleep here.`, h("a.button.first", { href: "/devices" }, t`Pair a device`))
        : empty(t`No sleep was recorded`, of.account.words, h("a.button.first", { href: "/devices" }, t`Open devices`)),
      napped.length > 0 && h("div.cards.two", naps(napped))) };
  }
  const more = [[t`Heart rate at night`, seriesOf(of, "heartRate"), {}], [t`SpO₂ at night`, seriesOf(of, "oxygen"), { kind: "dots", high: 100 }], [t`HRV at night`, seriesOf(of, "heartRateVariability"), { kind: "dots" }]];
  const [measured, lacking] = [more.filter(([, series]) => series?.times?.length), more.filter(([, series]) => series && !series.times.length)];
  return { title, node: h("div", head, h("div.stack",
    hypnogram({ title: t`Hypnogram`, sleep: main, window: of.window, height: 240, note: t`The device estimates sleep stages.` }),
    figures(of.figures, ".four"),
    h("div.cards.two",
      h("section.card", h("header", h("h2", of.usual?.deep ? t`Stages compared with usual` : t`Stages`), of.usual?.deep && h("span.faint", counted(of.usual.deep.nights, t`${number(of.usual.deep.nights)} night`, t`${number(of.usual.deep.nights)} nights`))), stageBars(main.minutes, of.usual),
        h("p.faint", of.usual?.deep ? t`The frame is your usual range, the line its median.` : t`Your usual range is shown after some nights.`, " ", main.explain && h("a", { href: explainHref(main.explain) }, t`Explain`))),
      times(of, main, napped)),
    measured.length > 0 && h(`div.cards.${["", "one", "two", "three"][measured.length]}`, measured.map(([name, series, how]) =>
      seriesCard({ title: name, series, ...of.window, ...how, shade: [main], height: 200 }))),
    missingCard(lacking.map(([name, series]) => ({ title: name, reason: series.reason ?? t`No data.` }))),
    own && h("div.cards.one", hypnogram({ title: t`Halo’s own stages`, sleep: own, window: of.window, height: 200,
      note: [own.note, Number.isFinite(own.confidence) && t`Confidence ${number(own.confidence * 100)} %.`].filter(Boolean).join(" ") })))) };
}

/** Halo's own stages of a night in the form that charts use. */
const ownStages = ({ main, ownStages: own }) => own && { ...own, start: main?.start ?? own.stages[0]?.start, end: main?.end ?? own.stages.at(-1)?.end, stretches: own.stages };

const asleepOf = (sleep) => ["deep", "light", "rem", "asleep"].reduce((sum, stage) => sum + (sleep.minutes[stage] ?? 0), 0);

/** A summary of the night in one sentence. */
function nightSummary(of, main) {
  const apart = compared(of.figures.find((each) => each.id === "time-asleep")?.trend), asleep = h("b", t`${duration(asleepOf(main))} asleep`);
  const [from, to] = [time(main.start), time(main.end)];
  return apart ? t`${asleep}, ${apart}, from ${from} to ${to}.` : t`${asleep}, from ${from} to ${to}.`;
}

function times(of, main, napped) {
  const usual = (each) => (each ? h("span.faint", "  ", t`usually ${clock(each.low)} to ${clock(each.high)}`) : "");
  const worn = of.account.confidence;
  return card(t`Bed and wake`, h("dl.pairs.roomy",
    h("dt", t`Fell asleep`), h("dd", h("b", time(main.start)), usual(of.usual?.bed)),
    h("dt", t`Woke up`), h("dd", h("b", time(main.end)), usual(of.usual?.wake)),
    h("dt", t`Awake in between`), h("dd", h("b", duration(main.minutes.awake ?? 0))),
    h("dt", t`Naps`), h("dd", napped.length ? napped.map((each) => h("div", h("b", duration(each.asleep)), h("span.faint", `${time(each.start)} – ${time(each.end)}`))) : t`none recorded`),
    Number.isFinite(worn) && [h("dt", t`Worn`), h("dd", `${number(worn * 100)} %`, h("span.faint", t`of your usual hours of sleep`))]),
    of.account.kind !== "recorded" && h("p.soft", of.account.words));
}

function naps(napped) {
  return card(t`Naps`, napped.length === 0 ? h("p.soft", t`No naps were recorded on this day.`)
    : h("ul.list", napped.map((each) => h("li", h("span", `${time(each.start)} – ${time(each.end)}`), h("b", duration(each.asleep))))));
}

async function nights({ status, get, go }, date, range) {
  const days = range === "week" ? 7 : 30;
  const from = dayAfter(date, 1 - days);
  const of = await get(`nights?from=${from}&to=${date}`);
  const title = range === "week" ? t`A week of sleep` : t`A month of sleep`;
  const list = rowsOf(of.nights), known = list.filter((each) => each.asleep);
  const node = h("div",
    datedHead({ title, over: `${dayMonth(from)} – ${fullDate(date)}`, base: "/sleep", date, step: days, first: status.firstDay, today: status.today, ranges, range, go,
      lead: of.summary }),
    known.length === 0 ? empty(t`No sleep data in this period`, t`Choose another period, or sync a device.`, h("a.button.first", { href: "/devices" }, t`Open devices`))
      : h("div.cards.two",
        nightsCard({ nights: list, mean: of.averages?.asleep, from, to: date, goal: status.settings.sleepGoalMinutes, height: 280 }),
        bedtimesCard({ nights: list, usualBed: of.usual?.bed, usualWake: of.usual?.wake, from, to: date, height: 306 }),
        of.averages && h("section.card.whole", h("h2", t`Average compared with usual`), stageBars({ ...of.averages, asleep: null }, of.usual)),
        h("section.card.whole", h("h2", t`Every night`), h("ul.list.columns", list.filter((each) => each.date >= (status.firstDay ?? from)).reverse().map((each) => h("li",
          h("div", h("a.over", { href: `/sleep/${each.date}` }, dayWords(each.date, status.today)), h("p.faint", each.start ? each.napMinutes ? t`${time(each.start)} – ${time(each.end)}, and a nap of ${duration(each.napMinutes)}` : `${time(each.start)} – ${time(each.end)}` : each.accountWords)),
          h("b", each.asleep ? duration(each.asleep) : "–")))))));
  return { title, node };
}
