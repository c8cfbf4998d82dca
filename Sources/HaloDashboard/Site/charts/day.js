// Charts of a series over time: as a line, points or bars.

import { h, s } from "../core/dom.js";
import { instant, number, readings, time, words } from "../core/format.js";
import { toneOf } from "../core/parts.js";
import { t } from "../core/texts.js";
import { chart, gutter, hatched, scale, ticks, hourAxis, valueAxis } from "./plot.js";

/** The URL of a value's explanation. */
const pointHref = (series, at) =>
  series.pointExplain === null ? null : `/explain/${encodeURIComponent(series.metric)}@${at}`;

/** A card with a chart of a series. `shade` are times of sleep, `gaps` are times without data. */
export function seriesCard({ title, series: given, start, end, kind = "line", height = 190, shade = [], gaps = [], summary, low, high, note, level, className }) {
  const series = given?.unit === "count" ? { ...given, unit: given.metric === "steps" ? "steps" : "" } : given;
  const name = title ?? series?.name ?? "";
  if (!series || series.times.length === 0) return lacking(name, series?.reason ?? t`No data.`, level, className);
  // A point is a single value, or the minimum and maximum around its time.
  const points = readings(series);
  const values = points.flatMap((each) => [each.value, each.highest]);
  const said = (each) => (each.highest === each.value ? words(each.value, series.unit) : t`${number(each.value, 1)} to ${words(each.highest, series.unit)}`);
  const least = Math.min(...values), most = Math.max(...values);
  const pad = Math.max((most - least) * 0.12, 1);
  const bottom = low ?? (kind === "bars" ? 0 : least - pad), top = high ?? most + pad;
  const every = series.interval ? series.interval * 1000 : median(points.slice(1).map((each, i) => each.ms - points[i].ms)) || 300_000;
  const line = summary ?? (kind === "bars" ? "" : least === most ? words(most, series.unit) : t`${number(least, Number.isInteger(least) ? 0 : 1)} to ${words(most, series.unit)}`);

  return chart({
    title: name, tone: toneOf(series.metric), summary: line, height, level, note,
    className: `${className ?? "section.card.chart"}.tone-${toneOf(series.metric)}`,
    columns: [t`Time`, `${name}#`], rows: () => points.map((each) => [time(each.at), linked(series, each, said(each))]),
    draw(svg, room, full) {
      const base = full - 22, width = room - gutter;
      const x = scale(instant(start), instant(end), 0, width), y = scale(bottom, top, base, 8);
      for (const each of shade) {
        const from = Math.max(0, x(instant(each.start))), to = Math.min(width, x(instant(each.end)));
        if (to > from) svg.append(s("rect.night", { x: from, y: 0, width: to - from, height: base }));
      }
      const unknown = gaps.length > 0 ? hatched(svg, "of-gap") : null;
      for (const each of gaps) {
        const from = Math.max(0, x(instant(each.from))), to = Math.min(width, x(instant(each.to)));
        if (to > from) svg.append(s("rect.gap", { x: from, y: 0, width: to - from, height: base, fill: unknown }));
      }
      hourAxis(svg, { start, end, x, top: 0, bottom: base, width, times: points.map((each) => each.at) });
      valueAxis(svg, ticks(bottom, top, Math.round(height / 55)).filter((each) => each > bottom), y, width, (v) => number(v, v % 1 ? 1 : 0));
      svg.append(s("line.base", { x1: 0, x2: width, y1: base, y2: base }));
      if (kind === "bars") {
        const thick = Math.max(1.5, x(instant(start) + every) - x(instant(start)) - (width > 500 ? 2 : 1));
        for (const each of points) {
          if (each.value > 0) svg.append(s("rect.bar", { x: x(each.ms) + 0.5, y: y(each.value), width: thick, height: Math.max(1, base - y(each.value)), rx: Math.min(2.5, thick / 2) }));
        }
        return points.map((each) => ({ x: x(each.ms) + thick / 2, x1: x(each.ms), x2: x(each.ms) + thick, words: `${time(each.at)}, ${said(each)}`,
          parts: [said(each), time(each.at)], href: pointHref(series, each.at) }));
      }
      if (kind === "line") traced(svg, points, x, y, base, every);
      else {
        const thick = width > 500 ? 7.2 : 6;
        for (const each of points) {
          const top = y(each.highest);
          svg.append(s("rect.lone", { x: x(each.ms) - thick / 2, y: top - thick / 2, width: thick, height: y(each.value) - top + thick, rx: thick / 2 }));
        }
      }
      return points.map((each) => ({ x: x(each.ms), y: y((each.value + each.highest) / 2), words: `${time(each.at)}, ${said(each)}`,
        parts: [said(each), time(each.at)], href: pointHref(series, each.at) }));
    },
  });
}

/** A line with breaks where data is missing; isolated values are drawn as points. */
function traced(svg, points, x, y, base, every) {
  const runs = [];
  for (const each of points) {
    const last = runs.at(-1);
    if (last && each.ms - last.at(-1).ms <= Math.max(every * 3.5, 60_000)) last.push(each);
    else runs.push([each]);
  }
  for (const run of runs) {
    if (run.length === 1) { svg.append(s("circle.lone", { cx: x(run[0].ms), cy: y(run[0].value), r: 2.2 })); continue; }
    const path = run.map((each, i) => `${i ? "L" : "M"}${x(each.ms).toFixed(1)} ${y((each.value + each.highest) / 2).toFixed(1)}`).join("");
    if (run.some((each) => each.highest !== each.value)) {
      const edge = (key, list) => list.map((each) => `${x(each.ms).toFixed(1)} ${y(each[key]).toFixed(1)}`).join("L");
      svg.append(s("path.band", { d: `M${edge("highest", run)}L${edge("value", [...run].reverse())}Z` }));
    }
    svg.append(s("path.under", { d: `${path}L${x(run.at(-1).ms).toFixed(1)} ${base}L${x(run[0].ms).toFixed(1)} ${base}Z` }));
    svg.append(s("path.trace", { d: path }));
  }
}

const linked = (series, each, said) => {
  const href = pointHref(series, each.at);
  return href ? h("a", { href }, said) : said;
};

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.floor(sorted.length / 2)] : 0;
}

/** A card in place of a chart without data, with the reason. */
export const lacking = (title, reason, level = "h2", className = "section.card.chart") =>
  h(className, h(level, title), h("p.soft", reason));
