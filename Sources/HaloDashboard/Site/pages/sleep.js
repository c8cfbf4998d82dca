// The Sleep page: a night, a week or a month.

import { h } from "../core/dom.js";
import {
  dayAfter, dayWords, fullDate, longDate, dayMonth, time, clock, number, rowsOf,
  sleepName, sleepOf,
} from "../core/format.js";
import { card, datedHead, empty, explainHref, figures } from "../core/parts.js";
import { hypnogram, stageBars } from "../charts/night.js";
import { seriesCards } from "../charts/day.js";
import { bedtimesCard, nightsCard } from "../charts/days.js";
import { counted, t } from "../core/texts.js";

export const waiting = t`Waiting for Halo to send your sleep …`;

const ranges = [["night", t`Night`], ["week", t`Week`], ["month", t`Month`]];

export async function show(page) {
  const { parts, status } = page;
  const date = parts[0] ?? status.lastDay ?? status.today;
  const range = ["week", "month"].includes(parts[1]) ? parts[1] : "night";
  return range === "night" ? night(page, date) : nights(page, date, range);
}

const devicesLink = (words) => h("a.button.first", { href: "/devices" }, words);

async function night({ status, get, go }, date) {
  const report = await get(`nights/${date}`), { window, usual } = report;
  const main = sleepOf(report.main, report.durations), own = ownStages(report);
  const napped = report.naps.map((nap) => sleepOf(nap, report.durations));
  const title = date === status.today ? sleepName(main?.start, t`Last night`, t`Last sleep`)
    : sleepName(main?.start, t`Night ending ${longDate(date)}`, t`Sleep on ${longDate(date)}`);
  const head = datedHead({
    title, over: fullDate(date), base: "/sleep", date, first: status.firstDay, today: status.today, ranges,
    range: "night", go, lead: main ? nightSummary(report, main) : null,
  });
  if (!main) {
    const hasData = status.devices.length > 0 || status.firstDay;
    return {
      title, node: h("div", head,
        hasData ? empty(t`No sleep was recorded`, report.account.words, devicesLink(t`Open devices`))
          : empty(t`No nights yet`, t`Pair a ring and wear it tonight. Tomorrow you can see your sleep here.`,
            devicesLink(t`Pair a device`)),
        napped.length > 0 && h("div.cards.two", naps(napped))),
    };
  }
  const note = t`The device estimates sleep stages.`;
  return {
    title, node: h("div", head, h("div.stack",
      hypnogram({ title: t`Hypnogram`, sleep: main, window, height: 240, note }),
      figures(report.figures, ".four"),
      h("div.cards.two", stagesCard(main, usual), times(report, main, napped)),
      seriesCards(report.series, { ...window, shade: [main], height: 200 }),
      own && h("div.cards.one", ownHypnogram(own, window)))),
  };
}

const nightsWords = (count) => counted(count, t`${number(count)} night`, t`${number(count)} nights`);

function stagesCard(main, usual) {
  const known = usual?.deep;
  return h("section.card",
    h("header", h("h2", known ? t`Stages compared with usual` : t`Stages`),
      known && h("span.faint", nightsWords(known.nights))),
    stageBars(main.minutes, usual, main.durations),
    h("p.faint",
      known ? t`The frame is your usual range, the line its median.` : t`Your usual range is shown after some nights.`,
      " ", main.explain && h("a", { href: explainHref(main.explain) }, t`Explain`)));
}

function ownHypnogram(own, window) {
  const confidence = Number.isFinite(own.confidence) && t`Confidence ${number(own.confidence * 100)} %.`;
  const note = [own.note, confidence].filter(Boolean).join(" ");
  return hypnogram({ title: t`Halo’s own stages`, sleep: own, window, height: 200, note });
}

/** Halo's own stages of a night in the form that charts use. */
const ownStages = ({ main, ownStages: own, durations }) => own && {
  ...own, durations, stretches: own.stages,
  start: main?.start ?? own.stages[0]?.start, end: main?.end ?? own.stages.at(-1)?.end,
};

/** A summary of the night in one sentence. */
function nightSummary(report, main) {
  const apart = report.figures.find((figure) => figure.id === "time-asleep")?.trend?.sentence;
  const asleep = h("b", t`${main.asleepText} asleep`);
  const [from, to] = [time(main.start), time(main.end)];
  return apart ? t`${asleep}, ${apart}, from ${from} to ${to}.` : t`${asleep}, from ${from} to ${to}.`;
}

const fromTo = ({ start, end }) => `${time(start)} – ${time(end)}`;

function times({ usual, account }, main, napped) {
  const usually = (range) =>
    (range ? h("span.faint", "  ", t`usually ${clock(range.low)} to ${clock(range.high)}`) : "");
  const worn = account.confidence;
  const nap = (sleep) => h("div", h("b", sleep.asleepText), h("span.faint", fromTo(sleep)));
  return card(t`Bed and wake`, h("dl.pairs.roomy",
    h("dt", t`Fell asleep`), h("dd", h("b", time(main.start)), usually(usual?.bed)),
    h("dt", t`Woke up`), h("dd", h("b", time(main.end)), usually(usual?.wake)),
    h("dt", t`Awake in between`), h("dd", h("b", main.durations[main.minutes.awake ?? 0] ?? "–")),
    h("dt", t`Naps`), h("dd", napped.length ? napped.map(nap) : t`none recorded`),
    Number.isFinite(worn) && [h("dt", t`Worn`),
      h("dd", `${number(worn * 100)} %`, h("span.faint", t`of your usual hours of sleep`))]),
    account.kind !== "recorded" && h("p.soft", account.words));
}

function naps(napped) {
  return card(t`Naps`, napped.length === 0 ? h("p.soft", t`No naps were recorded on this day.`)
    : h("ul.list", napped.map((nap) => h("li", h("span", fromTo(nap)), h("b", nap.asleepText)))));
}

async function nights({ status, get, go }, date, range) {
  const days = range === "week" ? 7 : 30;
  const from = dayAfter(date, 1 - days);
  const report = await get(`nights?from=${from}&to=${date}`), { averages, usual, durations } = report;
  const title = range === "week" ? t`A week of sleep` : t`A month of sleep`;
  const list = rowsOf(report.nights);
  const listed = list.filter((night) => night.date >= (status.firstDay ?? from)).reverse();
  const when = (night) => {
    if (!night.start) return night.accountWords;
    const [start, end] = [time(night.start), time(night.end)];
    return night.napMinutes ? t`${start} – ${end}, and a nap of ${durations[night.napMinutes]}` : `${start} – ${end}`;
  };
  const item = (night) => h("li",
    h("div", h("a.over", { href: `/sleep/${night.date}` }, dayWords(night.date, status.today)),
      h("p.faint", when(night))),
    h("b", durations[night.asleep] ?? "–"));
  const nothing = () => empty(t`No sleep data in this period`, t`Choose another period, or sync a device.`,
    devicesLink(t`Open devices`));
  const mean = ({ value, days }) => t`On average ${durations[Math.round(value)]} (${nightsWords(days)})`;
  const content = () => h("div.cards.two",
    nightsCard({
      durations, axis: report.axis, nights: list, mean: averages && mean(averages.asleep), from, to: date, height: 280,
      goal: status.settings.sleepGoalMinutes,
    }),
    bedtimesCard({
      nights: list, durations, usualBed: usual?.bed, usualWake: usual?.wake, from, to: date, height: 306,
    }),
    averages && h("section.card.whole",
      h("header", h("h2", t`Average compared with usual`), h("span.faint", nightsWords(averages.asleep.days))),
      stageBars(Object.fromEntries(Object.entries(averages)
        .map(([stage, mean]) => [stage, stage === "asleep" ? null : Math.round(mean.value)])), usual, durations)),
    h("section.card.whole", h("h2", t`Every night`), h("ul.list.columns", listed.map(item))));
  const node = h("div",
    datedHead({
      title, over: `${dayMonth(from)} – ${fullDate(date)}`, base: "/sleep", date, step: days, first: status.firstDay,
      today: status.today, ranges, range, go, lead: report.summary,
    }),
    list.some((night) => night.asleep) ? content() : nothing());
  return { title, node };
}
