// Charts of a series over time: as a line, points or bars.

import { h, s } from "../core/dom.js";
import { instant, readings, time } from "../core/format.js";
import { toneOf } from "../core/parts.js";
import { t } from "../core/texts.js";
import { chart, gutter, hatched, scale, hourAxis, valueAxis } from "./plot.js";

/** The URL of a value's explanation. */
const pointHref = (series, at) =>
  series.pointExplain === null ? null : `/explain/${encodeURIComponent(series.metric)}@${at}`;

/**
 * A card with a chart of a series. `shade` are times of sleep, `gaps` are times without data.
 * @param {{ title?: string, series: any, start: string, end: string, height?: number,
 *   shade?: { start: string, end: string }[], gaps?: { from: string, to: string }[], summary?: string, note?: string
 * }} options
 */
export function seriesCard({
  series, title = series.name, start, end, height = 190, shade = [], gaps = [], summary, note = series.note,
}) {
  if (series.times.length === 0) return lacking(title, series.reason ?? t`No data.`);
  const kind = series.chart;
  // A point is a single value, or the minimum and maximum around its time.
  const points = readings(series), { axis, range } = series.texts;
  const every = series.interval ? series.interval * 1000
    : median(points.slice(1).map((point, i) => point.ms - points[i].ms)) || 300_000;
  // What the cursor shows at a point.
  const reading = (point) => ({
    words: `${time(point.at)}, ${point.text}`, parts: [point.text, time(point.at)],
    href: pointHref(series, point.at),
  });

  return chart({
    title, summary: summary ?? (kind === "bars" ? "" : range), height, note,
    className: `section.card.chart.tone-${toneOf(series.metric)}`,
    columns: [t`Time`, `${title}#`],
    rows: () => points.map((point) => [time(point.at), linked(series, point, point.text)]),
    draw(svg, room, full) {
      const base = full - 22, width = room - gutter;
      const x = scale(instant(start), instant(end), 0, width), y = scale(axis.low, axis.high, base, 8);
      for (const sleep of shade) {
        const from = Math.max(0, x(instant(sleep.start))), to = Math.min(width, x(instant(sleep.end)));
        if (to > from) svg.append(s("rect.night", { x: from, y: 0, width: to - from, height: base }));
      }
      const unknown = gaps.length > 0 ? hatched(svg, "of-gap") : null;
      for (const gap of gaps) {
        const from = Math.max(0, x(instant(gap.from))), to = Math.min(width, x(instant(gap.to)));
        if (to > from) svg.append(s("rect.gap", { x: from, y: 0, width: to - from, height: base, fill: unknown }));
      }
      hourAxis(svg, { start, end, x, top: 0, bottom: base, width, times: points.map((point) => point.at) });
      valueAxis(svg, axis, y, width);
      svg.append(s("line.base", { x1: 0, x2: width, y1: base, y2: base }));
      if (kind === "bars") {
        const thick = Math.max(1.5, x(instant(start) + every) - x(instant(start)) - (width > 500 ? 2 : 1));
        for (const { ms, value } of points.filter((point) => point.value > 0)) {
          svg.append(s("rect.bar", {
            x: x(ms) + 0.5, y: y(value), width: thick, height: Math.max(1, base - y(value)),
            rx: Math.min(2.5, thick / 2),
          }));
        }
        return points.map((point) =>
          ({ x: x(point.ms) + thick / 2, x1: x(point.ms), x2: x(point.ms) + thick, ...reading(point) }));
      }
      if (kind === "line") traced(svg, points, x, y, base, every);
      else {
        const thick = width > 500 ? 7.2 : 6;
        for (const { ms, value, highest } of points) {
          const tall = y(value) - y(highest) + thick;
          svg.append(s("rect.lone", {
            x: x(ms) - thick / 2, y: y(highest) - thick / 2, width: thick, height: tall, rx: thick / 2,
          }));
        }
      }
      return points.map((point) =>
        ({ x: x(point.ms), y: y((point.value + point.highest) / 2), ...reading(point) }));
    },
  });
}

/** A line with breaks where data is missing; isolated values are drawn as points. */
function traced(svg, points, x, y, base, every) {
  const runs = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last && point.ms - last.at(-1).ms <= Math.max(every * 3.5, 60_000)) last.push(point);
    else runs.push([point]);
  }
  const place = ({ ms }, value) => `${x(ms).toFixed(1)} ${y(value).toFixed(1)}`;
  for (const run of runs) {
    if (run.length === 1) {
      svg.append(s("circle.lone", { cx: x(run[0].ms), cy: y(run[0].value), r: 2.2 }));
      continue;
    }
    const path = `M${run.map((point) => place(point, (point.value + point.highest) / 2)).join("L")}`;
    if (run.some((point) => point.highest !== point.value)) {
      const edge = (key, list) => list.map((point) => place(point, point[key])).join("L");
      svg.append(s("path.band", { d: `M${edge("highest", run)}L${edge("value", [...run].reverse())}Z` }));
    }
    const [first, last] = [run[0], run.at(-1)].map((point) => x(point.ms).toFixed(1));
    svg.append(s("path.under", { d: `${path}L${last} ${base}L${first} ${base}Z` }), s("path.trace", { d: path }));
  }
}

const linked = (series, point, text) => {
  const href = pointHref(series, point.at);
  return href ? h("a", { href }, text) : text;
};

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.floor(sorted.length / 2)] : 0;
}

/** A card for each series, side by side. */
export const seriesCards = (list, options) => list.length > 0
  && h(`div.cards.whole.${["", "one", "two", "three", "two"][list.length] ?? "three"}`,
    list.map((series) => seriesCard({ series, ...options })));

/** A card in place of a chart without data, with the reason. */
export const lacking = (title, reason) => h("section.card.chart", h("h2", title), h("p.soft", reason));
