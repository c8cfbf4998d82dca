// Charts with a value per day: bars, ranges, trends with baselines, bedtimes and sleep stages.

import { h, s } from "../core/dom.js";
import { number, words, shortDate, dayMonth, weekday, monthShort, localTime, dayAfter, daysBetween, clockWords, duration, hourWords, stageNames, time } from "../core/format.js";
import { stageRect, stageLegend } from "../core/parts.js";
import { t } from "../core/texts.js";
import { chart, gutter, hatched, hourTicks, scale, ticks, valueAxis } from "./plot.js";
import { lacking } from "./day.js";

/** The x axis: dates with labels for weekdays, dates or months, depending on the available width. */
function dateAxis(svg, from, to, width, base) {
  const count = daysBetween(from, to) + 1, room = width / count;
  const x = (date) => (daysBetween(from, date) + 0.5) * room;
  const every = Math.max(1, Math.ceil(42 / room));
  for (let i = 0; i < count; i++) {
    const date = dayAfter(from, i);
    let text = null;
    if (count <= 10) text = weekday(date);
    else if (count <= 62) text = (count - 1 - i) % every === 0 ? dayMonth(date) : null;
    else if (localTime(date).day === 1) text = monthShort(date);
    if (!text) continue;
    const place = x(date);
    if (count > 62) svg.append(s("line.grid", { x1: place, x2: place, y1: 0, y2: base }));
    svg.append(s("text", { x: place, y: base + 16, "text-anchor": "middle" }, text));
  }
  svg.append(s("line.base", { x1: 0, x2: width, y1: base, y2: base }));
  return { x, room, thick: Math.max(1.2, Math.min(26, room * (count > 62 ? 0.86 : 0.62))) };
}

/** A line for the goal. Its label is in the gutter, to avoid the bars. */
function goalLine(svg, y, width) {
  svg.append(s("line.goal", { x1: 0, x2: width, y1: y, y2: y }), s("text.strong", { x: width + gutter, y: y + 4, "text-anchor": "end" }, t`Goal`));
}
/** Removes ticks whose labels would overlap the goal's label. */
const clear = (values, goal, y) => values.filter((each) => !goal || Math.abs(y(each) - y(goal)) > 15);

/** A bar per day. `days`: [{ date, value, partial }]; `goal`: a horizontal line; `mean`: text. */
export function barsCard({ title, tone, days, unit, goal, from, to, height = 200, mean, href, note }) {
  const known = days.filter((each) => each.value != null);
  if (known.length === 0) return lacking(title, t`No data in this period.`);
  const top = Math.max(...known.map((each) => each.value), goal ?? 0) * 1.08 || 1;
  return chart({
    title, tone, height, note, className: `section.card.chart.tone-${tone}`,
    summary: [mean, goal && t`goal ${words(goal, unit)}`].filter(Boolean).join(", "),
    columns: [t`Day`, `${title}#`], rows: () => days.map((each) => [shortDate(each.date), each.value == null ? "–" : words(each.value, unit)]),
    draw(svg, room, full) {
      const width = room - gutter, base = full - 22, y = scale(0, top, base, 10);
      const inUnit = unit === "min" ? hourTicks(top, 3) : ticks(0, top, 3);
      valueAxis(svg, clear(inUnit.filter((each) => each > 0), goal, y), y, width, (v) => (unit === "min" ? (top < 90 ? `${number(v)} min` : `${number(v / 60, 1)} h`) : unit === "m" ? words(v, unit) : number(v)));
      const { x, thick } = dateAxis(svg, from, to, width, base);
      const inPart = known.some((each) => each.partial) ? hatched(svg, "of-bar") : null;
      for (const each of known) {
        svg.append(s(each.partial ? "rect.bar-part" : "rect.bar", { fill: each.partial ? inPart : undefined, x: x(each.date) - thick / 2, y: y(each.value), width: thick, height: Math.max(1, base - y(each.value)), rx: Math.min(4, thick / 2.5) }));
      }
      if (goal) goalLine(svg, y(goal), width);
      return known.map((each) => ({ x: x(each.date), x1: x(each.date) - thick / 2, x2: x(each.date) + thick / 2, words: `${shortDate(each.date)}: ${each.partial ? t`${words(each.value, unit)}, partial data` : words(each.value, unit)}`,
        parts: [words(each.value, unit), each.partial ? t`${shortDate(each.date)}, partial data` : shortDate(each.date)], href: href?.(each) }));
    },
  });
}

/** A bar from the lowest to the highest value of each day, with a mark at the average. */
export function rangesCard({ title, tone = "heart", days, unit, from, to, height = 220, href }) {
  const known = days.filter((each) => Number.isFinite(each.low) && Number.isFinite(each.high));
  if (known.length === 0) return lacking(title, t`No data in this period.`);
  const least = Math.min(...known.map((each) => each.low)), most = Math.max(...known.map((each) => each.high));
  return chart({
    title, tone, height, className: `section.card.chart.tone-${tone}`, summary: t`${number(least)} to ${words(most, unit)}`,
    columns: [t`Day`, `${t`Lowest`}#`, `${t`Average`}#`, `${t`Highest`}#`],
    rows: () => days.map((each) => [shortDate(each.date), ...[each.low, each.average, each.high].map((v) => (Number.isFinite(v) ? words(v, unit) : "–"))]),
    draw(svg, whole, full) {
      const width = whole - gutter, base = full - 22, y = scale(least - 4, most + 6, base, 8);
      valueAxis(svg, ticks(least, most, 4), y, width, (v) => number(v));
      const { x, thick } = dateAxis(svg, from, to, width, base);
      const wide = Math.min(14, thick);
      for (const each of known) {
        svg.append(s("rect.bar", { x: x(each.date) - wide / 2, y: y(each.high), width: wide, height: Math.max(2, y(each.low) - y(each.high)), rx: Math.min(7, wide / 2), "fill-opacity": wide < 5 ? 0.28 : 0.45 }));
        if (wide >= 5 && Number.isFinite(each.average)) svg.append(s("rect.bar", { x: x(each.date) - wide / 2, y: y(each.average) - 1.5, width: wide, height: 3, rx: 1 }));
      }
      if (wide < 5) svg.append(s("path.trace", { d: known.filter((each) => Number.isFinite(each.average)).map((each, i) => `${i ? "L" : "M"}${x(each.date).toFixed(1)} ${y(each.average).toFixed(1)}`).join("") }));
      return known.map((each) => ({ x: x(each.date), x1: x(each.date) - thick / 2, x2: x(each.date) + thick / 2,
        words: Number.isFinite(each.average) ? t`${shortDate(each.date)}: ${number(each.low)} to ${words(each.high, unit)}, average ${number(each.average)}` : t`${shortDate(each.date)}: ${number(each.low)} to ${words(each.high, unit)}`,
        parts: [`${number(each.low)} – ${words(each.high, unit)}`, shortDate(each.date)], href: href?.(each) }));
    },
  });
}

/** A value per day with the baseline: the usual range as a band, its median as a dashed line. */
export function trendCard({ title, tone, days, baseline = [], unit, from, to, height = 190, href, note, words: said }) {
  const known = days.filter((each) => Number.isFinite(each.value));
  if (known.length === 0) return lacking(title, t`No data in this period.`);
  const band = baseline.filter((each) => Number.isFinite(each.usual) && each.date >= from && each.date <= to);
  const all = [...known.map((each) => each.value), ...band.flatMap((each) => [each.low, each.high]).filter(Number.isFinite)];
  const least = Math.min(...all), most = Math.max(...all), pad = Math.max((most - least) * 0.1, 1);
  return chart({
    title, tone, height, note: said ?? note, className: `section.card.chart.tone-${tone}`,
    summary: band.length ? t`Usual for you ${words(band.at(-1).usual, unit)}` : t`${number(Math.min(...known.map((e) => e.value)))} to ${words(Math.max(...known.map((e) => e.value)), unit)}`,
    legend: band.length > 0 && h("ul.legend",
      h("li", s("svg", { viewBox: "0 0 16 12", "aria-hidden": "true" }, s("circle.lone-swatch", { cx: 8, cy: 6, r: 3.5 })), t`Each day`),
      h("li", s("svg", { viewBox: "0 0 16 12", "aria-hidden": "true" }, s("rect.band-swatch", { width: 16, height: 12 }), s("line.mid-swatch", { x1: 0, x2: 16, y1: 6, y2: 6 })), t`Usual for you`)),
    columns: [t`Day`, `${title}#`, `${t`Usual`}#`],
    rows: () => days.map((each) => [shortDate(each.date), Number.isFinite(each.value) ? words(each.value, unit) : "–", usualOn(band, each.date, unit)]),
    draw(svg, whole, full) {
      const width = whole - gutter, base = full - 22, y = scale(least - pad, most + pad, base, 8);
      valueAxis(svg, ticks(least, most, 3), y, width, (v) => number(v, v % 1 ? 1 : 0));
      const { x, room } = dateAxis(svg, from, to, width, base);
      if (band.length > 1) {
        const path = (key) => band.map((each) => `${x(each.date).toFixed(1)} ${y(each[key]).toFixed(1)}`);
        if (band.every((each) => Number.isFinite(each.low) && Number.isFinite(each.high))) svg.append(s("path.band", { d: `M${path("high").join("L")}L${path("low").reverse().join("L")}Z` }));
        svg.append(s("path.mid", { d: `M${path("usual").join("L")}` }));
      }
      let run = [];
      const flush = () => { if (run.length > 1) svg.append(s("path.trace", { d: `M${run.join("L")}`, "stroke-opacity": room < 8 ? 1 : 0.55 })); run = []; };
      let before = null;
      for (const each of known) {
        if (before && daysBetween(before, each.date) > 2) flush();
        run.push(`${x(each.date).toFixed(1)} ${y(each.value).toFixed(1)}`);
        before = each.date;
      }
      flush();
      if (room >= 8) for (const each of known) svg.append(s("circle.lone", { cx: x(each.date), cy: y(each.value), r: 3.6 }));
      return known.map((each) => ({ x: x(each.date), y: y(each.value), words: `${shortDate(each.date)}: ${words(each.value, unit)}`,
        parts: [words(each.value, unit), shortDate(each.date)], href: href?.(each) }));
    },
  });
}

function usualOn(band, date, unit) {
  const found = band.find((each) => each.date === date);
  return found ? words(found.usual, unit) : "–";
}

/** Minutes since noon of the previous day, so that a night is contiguous. */
export function sinceNoon(text) {
  const found = /(\d{2}):(\d{2})(?!.*T)/.exec(text.includes("T") ? text.slice(11, 16) : text);
  if (!found) return null;
  const minutes = +found[1] * 60 + +found[2];
  return minutes < 720 ? minutes + 720 : minutes - 720;
}

/** A bar per night from bedtime to waking up, with the time of day on the y axis. */
export function bedtimesCard({ nights, usualBed, usualWake, from, to, height = 260 }) {
  const title = t`Bed and wake times`;
  // A main sleep during the day (night shift) may cross noon: compute its end from its length.
  const known = nights.filter((each) => each.start && each.end).map((each) => {
    const bed = sinceNoon(each.start), length = (Date.parse(each.end) - Date.parse(each.start)) / 60_000;
    return { ...each, bed, wake: bed + length };
  });
  if (known.length === 0) return lacking(title, t`No sleep data in this period.`);
  const first = Math.floor(Math.min(...known.map((each) => each.bed)) / 60) * 60, last = Math.ceil(Math.max(...known.map((each) => each.wake)) / 60) * 60;
  const timeOf = (minutes) => clockWords(Math.floor(((minutes + 720) % 1440) / 60), Math.round(minutes % 60));
  const step = last - first > 900 ? 240 : 120;
  return chart({
    title, tone: "sleep", height, className: "section.card.chart.tone-sleep",
    summary: usualBed?.median && usualWake?.median ? t`Usually ${timeOf(sinceNoon(usualBed.median))} to ${timeOf(sinceNoon(usualWake.median))}` : "",
    columns: [t`Night ending`, `${t`Bed`}#`, `${t`Wake`}#`, `${t`Asleep`}#`], rows: () => nights.map((each) => [shortDate(each.date), each.start ? time(each.start) : "–", each.end ? time(each.end) : "–", each.asleep ? duration(each.asleep) : each.accountWords ?? "–"]),
    draw(svg, whole, full) {
      const width = whole - gutter, base = full - 22, y = scale(first, last, 8, base);
      for (let at = Math.ceil(first / step) * step; at <= last; at += step) {
        svg.append(s("line.grid", { x1: 0, x2: width, y1: y(at), y2: y(at) }), s("text", { x: width + gutter, y: y(at) + 4, "text-anchor": "end" }, hourWords((at / 60 + 12) % 24)));
      }
      const { x, thick } = dateAxis(svg, from, to, width, base);
      for (const usual of [usualBed, usualWake]) {
        if (!usual?.median) continue;
        // A usual sleep across noon ends after the bedtime, so add a day to the wake time.
        const when = (text) => { const of = sinceNoon(text), bed = sinceNoon(usualBed?.median ?? text); return usual === usualWake && of < bed ? of + 1440 : of; };
        const at = y(when(usual.median));
        if (usual.low && usual.high) { const a = y(when(usual.low)), b = y(when(usual.high)); svg.append(s("rect.band", { x: 0, width, y: Math.min(a, b), height: Math.max(1, Math.abs(b - a)) })); }
        svg.append(s("line.mid", { x1: 0, x2: width, y1: at, y2: at }));
      }
      for (const each of known) svg.append(s("rect.bar", { x: x(each.date) - thick / 2, y: y(each.bed), width: thick, height: Math.max(2, y(each.wake) - y(each.bed)), rx: Math.min(8, thick / 2) }));
      return known.map((each) => ({ x: x(each.date), x1: x(each.date) - thick / 2, x2: x(each.date) + thick / 2,
        words: t`Night ending ${shortDate(each.date)}: ${time(each.start)} to ${time(each.end)}, ${duration(each.asleep)} asleep`,
        parts: [`${time(each.start)} – ${time(each.end)}`, shortDate(each.date)], href: `/sleep/${each.date}` }));
    },
  });
}

/** Stacked bars of the minutes in each stage per night: deep at the bottom, awake on top. */
export function nightsCard({ nights, from, to, height = 240, goal, mean }) {
  const title = t`Sleep stages`;
  const order = ["deep", "light", "rem", "awake"];
  const piled = (each) => ["deep", "light", "rem", "unstaged", "awake"].map((stage) => [stage === "unstaged" ? "asleep" : stage, each[stage] ?? 0]);
  const known = nights.filter((each) => each.asleep);
  if (known.length === 0) return lacking(title, t`No sleep data in this period.`);
  const sum = (each) => piled(each).reduce((all, [, minutes]) => all + minutes, 0);
  const top = Math.max(...known.map(sum), goal ?? 0) * 1.06;
  return chart({
    title, tone: "sleep", height, className: "section.card.chart.tone-sleep", legend: stageLegend(order),
    summary: [mean != null && t`On average ${duration(mean)}`, goal && t`goal ${duration(goal)}`].filter(Boolean).join(", "),
    columns: [t`Night ending`, `${t`Asleep`}#`, ...order.map((stage) => `${stageNames[stage]}#`)],
    rows: () => nights.map((each) => [each.asleep ? h("a", { href: `/sleep/${each.date}` }, shortDate(each.date)) : shortDate(each.date), each.asleep ? duration(each.asleep) : "–",
      ...order.map((stage) => (each[stage] != null ? duration(each[stage]) : "–"))]),
    draw(svg, whole, full) {
      const width = whole - gutter, base = full - 22, y = scale(0, top, base, 8);
      valueAxis(svg, clear(hourTicks(top), goal, y), y, width, (v) => (top < 90 ? `${number(v)} min` : `${number(v / 60, 1)} h`));
      const { x, thick } = dateAxis(svg, from, to, width, base);
      for (const each of known) {
        let below = 0;
        for (const [stage, minutes] of piled(each)) {
          if (minutes <= 0) continue;
          svg.append(stageRect(stage, { x: x(each.date) - thick / 2, width: thick, y: y(below + minutes), height: Math.max(1, y(below) - y(below + minutes) - 1), rx: Math.min(2, thick / 4) }));
          below += minutes;
        }
      }
      if (goal) goalLine(svg, y(goal), width);
      return known.map((each) => ({ x: x(each.date), x1: x(each.date) - thick / 2, x2: x(each.date) + thick / 2,
        words: [t`Night ending ${shortDate(each.date)}: ${duration(each.asleep)} asleep`, order.filter((stage) => each[stage]).map((stage) => `${stageNames[stage]} ${duration(each[stage])}`).join(", ")].filter(Boolean).join("; "),
        parts: [duration(each.asleep), shortDate(each.date)], href: `/sleep/${each.date}` }));
    },
  });
}
