// Charts with a value per day: bars, ranges, trends with baselines, bedtimes and sleep stages.

import { h, s } from "../core/dom.js";
import {
  shortDate, dayMonth, weekday, monthShort, localTime, dayAfter, daysBetween, clockWords, hourWords, stageNames, time,
} from "../core/format.js";
import { stageRect, stageLegend } from "../core/parts.js";
import { t } from "../core/texts.js";
import { chart, gutter, hatched, scale, valueAxis } from "./plot.js";
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
    else if (localTime(date)?.day === 1) text = monthShort(date);
    if (!text) continue;
    const place = x(date);
    if (count > 62) svg.append(s("line.grid", { x1: place, x2: place, y1: 0, y2: base }));
    svg.append(s("text", { x: place, y: base + 16, "text-anchor": "middle" }, text));
  }
  svg.append(s("line.base", { x1: 0, x2: width, y1: base, y2: base }));
  return { x, room, thick: Math.max(1.2, Math.min(26, room * (count > 62 ? 0.86 : 0.62))) };
}

/** The coordinates of a day's bar for the cursor. */
const across = (x, thick) => ({ x, x1: x - thick / 2, x2: x + thick / 2 });

/** A line for the goal. Its label is in the gutter, to avoid the bars. */
function goalLine(svg, y, width) {
  svg.append(s("line.goal", { x1: 0, x2: width, y1: y, y2: y }),
    s("text.strong", { x: width + gutter, y: y + 4, "text-anchor": "end" }, t`Goal`));
}
/**
 * A bar per day. `goal` is a horizontal line, `mean` a text, `texts` has the axis and the goal's text.
 * @param {{ title: string, tone: string, days: { date: string, value: any, text: string, partial?: boolean }[],
 *   texts: any, goal?: number | null, from: string, to: string, height?: number, mean?: string,
 *   href?: (day: { date: string }) => string, note?: string }} options
 */
export function barsCard({ title, tone, days, texts, goal, from, to, height = 200, mean, href, note }) {
  const known = days.filter(({ value }) => value != null), { axis } = texts;
  if (known.length === 0) return lacking(title, t`No data in this period.`);
  return chart({
    title, height, note, className: `section.card.chart.tone-${tone}`,
    summary: [mean, goal && t`goal ${texts.goal}`].filter(Boolean).join(", "),
    columns: [t`Day`, `${title}#`],
    rows: () => days.map(({ date, text }) => [shortDate(date), text]),
    draw(svg, room, full) {
      const width = room - gutter, base = full - 22, y = scale(axis.low, axis.high, base, 10);
      valueAxis(svg, axis, y, width, goal);
      const { x, thick } = dateAxis(svg, from, to, width, base);
      const inPart = known.some((day) => day.partial) ? hatched(svg, "of-bar") : null;
      for (const { date, value, partial } of known) {
        svg.append(s(partial ? "rect.bar-part" : "rect.bar", {
          fill: partial ? inPart : undefined, x: x(date) - thick / 2, y: y(value), width: thick,
          height: Math.max(1, base - y(value)), rx: Math.min(4, thick / 2.5),
        }));
      }
      if (goal) goalLine(svg, y(goal), width);
      return known.map((day) => {
        const date = shortDate(day.date), value = day.text;
        return {
          ...across(x(day.date), thick), href: href?.(day),
          words: `${date}: ${day.partial ? t`${value}, partial data` : value}`,
          parts: [value, day.partial ? t`${date}, partial data` : date],
        };
      });
    },
  });
}

/**
 * A bar from the lowest to the highest value of each day, with a mark at the average.
 * @param {{ title: string, tone: string, days: any[], texts: any, from: string, to: string, height?: number,
 *   href: (day: { date: string }) => string }} options
 */
export function rangesCard({ title, tone, days, texts, from, to, height = 220, href }) {
  const known = days.filter((day) => Number.isFinite(day.low) && Number.isFinite(day.high));
  if (known.length === 0) return lacking(title, t`No data in this period.`);
  const averaged = known.filter((day) => Number.isFinite(day.average)), { axis, range } = texts;
  return chart({
    title, height, className: `section.card.chart.tone-${tone}`, summary: range,
    columns: [t`Day`, `${t`Range`}#`, `${t`Average`}#`],
    rows: () => days.map(({ date, rangeText, averageText }) => [shortDate(date), rangeText, averageText]),
    draw(svg, whole, full) {
      const width = whole - gutter, base = full - 22, y = scale(axis.low, axis.high, base, 8);
      valueAxis(svg, axis, y, width);
      const { x, thick } = dateAxis(svg, from, to, width, base);
      const wide = Math.min(14, thick);
      for (const { date, low, average, high } of known) {
        const left = x(date) - wide / 2;
        svg.append(s("rect.bar", {
          x: left, y: y(high), width: wide, height: Math.max(2, y(low) - y(high)), rx: Math.min(7, wide / 2),
          "fill-opacity": wide < 5 ? 0.28 : 0.45,
        }));
        if (wide >= 5 && Number.isFinite(average)) {
          svg.append(s("rect.bar", { x: left, y: y(average) - 1.5, width: wide, height: 3, rx: 1 }));
        }
      }
      if (wide < 5) {
        const places = averaged.map(({ date, average }) => `${x(date).toFixed(1)} ${y(average).toFixed(1)}`);
        svg.append(s("path.trace", { d: places.length ? `M${places.join("L")}` : "" }));
      }
      return known.map((day) => {
        const { rangeText, averageText } = day, date = shortDate(day.date);
        return {
          ...across(x(day.date), thick), href: href(day),
          words: Number.isFinite(day.average) ? t`${date}: ${rangeText}, average ${averageText}`
            : `${date}: ${rangeText}`,
          parts: [rangeText, date],
        };
      });
    },
  });
}

/** The legend of trends: a dot for each day, and a band for the usual range. */
const trendLegend = () => h("ul.legend",
  h("li", s("svg", { viewBox: "0 0 16 12", "aria-hidden": "true" }, s("circle.lone-swatch", { cx: 8, cy: 6, r: 3.5 })),
    t`Each day`),
  h("li", s("svg", { viewBox: "0 0 16 12", "aria-hidden": "true" }, s("rect.band-swatch", { width: 16, height: 12 }),
    s("line.mid-swatch", { x1: 0, x2: 16, y1: 6, y2: 6 })), t`Usual for you`));

/**
 * A value per day with the baseline: the usual range as a band, its median as a dashed line.
 * @param {{ title: string, tone: string, days: { date: string, value: any, text: string, usual: string }[],
 *   baseline: any[], texts: any, from: string, to: string, height?: number, href: (day: { date: string }) => string,
 *   note?: string }} options
 */
export function trendCard({ title, tone, days, baseline, texts, from, to, height = 190, href, note }) {
  const known = days.filter((day) => Number.isFinite(day.value));
  if (known.length === 0) return lacking(title, t`No data in this period.`);
  const band = baseline.filter((day) => Number.isFinite(day.usual) && day.date >= from && day.date <= to);
  const { axis, range } = texts, latest = band.at(-1)?.date;
  return chart({
    title, height, note, className: `section.card.chart.tone-${tone}`,
    summary: latest ? t`Usual for you ${days.find(({ date }) => date === latest)?.usual}` : range,
    legend: band.length > 0 && trendLegend(),
    columns: [t`Day`, `${title}#`, `${t`Usual`}#`],
    rows: () => days.map(({ date, text, usual }) => [shortDate(date), text, usual]),
    draw(svg, whole, full) {
      const width = whole - gutter, base = full - 22, y = scale(axis.low, axis.high, base, 8);
      valueAxis(svg, axis, y, width);
      const { x, room } = dateAxis(svg, from, to, width, base);
      const place = (date, value) => `${x(date).toFixed(1)} ${y(value).toFixed(1)}`;
      if (band.length > 1) {
        const path = (key) => band.map((day) => place(day.date, day[key]));
        if (band.every((day) => Number.isFinite(day.low) && Number.isFinite(day.high))) {
          svg.append(s("path.band", { d: `M${path("high").join("L")}L${path("low").reverse().join("L")}Z` }));
        }
        svg.append(s("path.mid", { d: `M${path("usual").join("L")}` }));
      }
      let run = [];
      const flush = () => {
        const opacity = room < 8 ? 1 : 0.55;
        if (run.length > 1) svg.append(s("path.trace", { d: `M${run.join("L")}`, "stroke-opacity": opacity }));
        run = [];
      };
      let before = null;
      for (const { date, value } of known) {
        if (before && daysBetween(before, date) > 2) flush();
        run.push(place(date, value));
        before = date;
      }
      flush();
      if (room >= 8) {
        for (const { date, value } of known) svg.append(s("circle.lone", { cx: x(date), cy: y(value), r: 3.6 }));
      }
      return known.map((day) => {
        const date = shortDate(day.date), value = day.text;
        return { x: x(day.date), y: y(day.value), words: `${date}: ${value}`, parts: [value, date], href: href(day) };
      });
    },
  });
}

/**
 * Minutes since noon of the previous day, so that a night is contiguous.
 * @param {string} text a time with a date, or "23:40"
 */
export function sinceNoon(text) {
  const found = /(\d{2}):(\d{2})(?!.*T)/.exec(text.includes("T") ? text.slice(11, 16) : text);
  if (!found) return NaN;
  const minutes = +found[1] * 60 + +found[2];
  return minutes < 720 ? minutes + 720 : minutes - 720;
}

/**
 * A bar per night from bedtime to waking up, with the time of day on the y axis.
 * @param {{ nights: any[], durations: any, usualBed: any, usualWake: any, from: string, to: string, height?: number
 * }} options
 */
export function bedtimesCard({ nights, durations, usualBed, usualWake, from, to, height = 260 }) {
  const title = t`Bed and wake times`;
  // A main sleep during the day (night shift) may cross noon: compute its end from its length.
  const known = nights.filter((night) => night.start && night.end).map((night) => {
    const bed = sinceNoon(night.start), length = (Date.parse(night.end) - Date.parse(night.start)) / 60_000;
    return { ...night, bed, wake: bed + length };
  });
  if (known.length === 0) return lacking(title, t`No sleep data in this period.`);
  const first = Math.floor(Math.min(...known.map((night) => night.bed)) / 60) * 60;
  const last = Math.ceil(Math.max(...known.map((night) => night.wake)) / 60) * 60;
  const timeOf = (minutes) => clockWords(Math.floor(((minutes + 720) % 1440) / 60), Math.round(minutes % 60));
  const step = last - first > 900 ? 240 : 120;
  const usually = () => t`Usually ${timeOf(sinceNoon(usualBed.median))} to ${timeOf(sinceNoon(usualWake.median))}`;
  return chart({
    title, height, className: "section.card.chart.tone-sleep",
    summary: usualBed?.median && usualWake?.median ? usually() : "",
    columns: [t`Night ending`, `${t`Bed`}#`, `${t`Wake`}#`, `${t`Asleep`}#`],
    rows: () => nights.map(({ date, start, end, asleep, accountWords }) => [
      shortDate(date), start ? time(start) : "–", end ? time(end) : "–",
      asleep ? durations[asleep] : accountWords ?? "–",
    ]),
    draw(svg, whole, full) {
      const width = whole - gutter, base = full - 22, y = scale(first, last, 8, base);
      for (let at = Math.ceil(first / step) * step; at <= last; at += step) {
        svg.append(s("line.grid", { x1: 0, x2: width, y1: y(at), y2: y(at) }),
          s("text", { x: width + gutter, y: y(at) + 4, "text-anchor": "end" }, hourWords((at / 60 + 12) % 24)));
      }
      const { x, thick } = dateAxis(svg, from, to, width, base);
      for (const usual of [usualBed, usualWake]) {
        if (!usual?.median) continue;
        // A usual sleep across noon ends after the bedtime, so add a day to the wake time.
        const place = (text) => {
          const minutes = sinceNoon(text), bed = sinceNoon(usualBed?.median ?? text);
          return y(usual === usualWake && minutes < bed ? minutes + 1440 : minutes);
        };
        if (usual.low && usual.high) {
          const [a, b] = [place(usual.low), place(usual.high)];
          svg.append(s("rect.band", { x: 0, width, y: Math.min(a, b), height: Math.max(1, Math.abs(b - a)) }));
        }
        svg.append(s("line.mid", { x1: 0, x2: width, y1: place(usual.median), y2: place(usual.median) }));
      }
      for (const { date, bed, wake } of known) {
        svg.append(s("rect.bar", {
          x: x(date) - thick / 2, y: y(bed), width: thick, height: Math.max(2, y(wake) - y(bed)),
          rx: Math.min(8, thick / 2),
        }));
      }
      return known.map(({ date, start, end, asleep }) => ({
        ...across(x(date), thick), href: `/sleep/${date}`,
        words: t`Night ending ${shortDate(date)}: ${time(start)} to ${time(end)}, ${durations[asleep]} asleep`,
        parts: [`${time(start)} – ${time(end)}`, shortDate(date)],
      }));
    },
  });
}

/**
 * Stacked bars of the minutes in each stage per night: deep at the bottom, awake on top.
 * @param {{ nights: any[], durations: any, axis: any, from: string, to: string, height?: number,
 *   goal?: number | null, mean?: string | null }} options
 */
export function nightsCard({ nights, durations, axis, from, to, height = 240, goal, mean }) {
  const title = t`Sleep stages`;
  const order = ["deep", "light", "rem", "awake"];
  const piled = (night) => ["deep", "light", "rem", "unstaged", "awake"].map((stage) =>
    [stage === "unstaged" ? "asleep" : stage, night[stage] ?? 0]);
  const known = nights.filter((night) => night.asleep);
  if (known.length === 0) return lacking(title, t`No sleep data in this period.`);
  const stageWords = (night) => order.filter((stage) => night[stage])
    .map((stage) => `${stageNames[stage]} ${durations[night[stage]]}`).join(", ");
  return chart({
    title, height, className: "section.card.chart.tone-sleep", legend: stageLegend(order),
    summary: [mean, goal && t`goal ${durations[goal]}`].filter(Boolean).join(", "),
    columns: [t`Night ending`, `${t`Asleep`}#`, ...order.map((stage) => `${stageNames[stage]}#`)],
    rows: () => nights.map((night) => {
      const { date, asleep } = night;
      return [
        asleep ? h("a", { href: `/sleep/${date}` }, shortDate(date)) : shortDate(date), durations[asleep] ?? "–",
        ...order.map((stage) => durations[night[stage]] ?? "–"),
      ];
    }),
    draw(svg, whole, full) {
      const width = whole - gutter, base = full - 22, y = scale(axis.low, axis.high, base, 8);
      valueAxis(svg, axis, y, width, goal);
      const { x, thick } = dateAxis(svg, from, to, width, base);
      for (const night of known) {
        let below = 0;
        for (const [stage, minutes] of piled(night)) {
          if (minutes <= 0) continue;
          svg.append(stageRect(stage, {
            x: x(night.date) - thick / 2, width: thick, y: y(below + minutes),
            height: Math.max(1, y(below) - y(below + minutes) - 1), rx: Math.min(2, thick / 4),
          }));
          below += minutes;
        }
      }
      if (goal) goalLine(svg, y(goal), width);
      return known.map((night) => {
        const date = shortDate(night.date), asleep = durations[night.asleep];
        return {
          ...across(x(night.date), thick), href: `/sleep/${night.date}`,
          words: [t`Night ending ${date}: ${asleep} asleep`, stageWords(night)].filter(Boolean).join("; "),
          parts: [asleep, date],
        };
      });
    },
  });
}
