// The chart frame: drawn at its actual width, with a cursor for pointer and arrow keys, and a table of the values.

import { h, s, unique } from "../core/dom.js";
import { chosen, clockWords, hourWords, instant, offset } from "../core/format.js";
import { table } from "../core/parts.js";
import { t } from "../core/texts.js";

const drawings = new WeakMap();
const watcher = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) drawings.get(target)?.(contentRect.width);
});

/** A linear scale from values to coordinates. */
export const scale = (from, to, a, b) => (value) => a + ((value - from) / (to - from || 1)) * (b - a);

/** Adds a hatch pattern for partial or missing data and returns the fill that uses it. */
export function hatched(svg, name) {
  const id = unique("hatch");
  const turned = { patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  svg.append(s("defs", s("pattern", { id, class: `hatch ${name}`, width: 7, height: 7, ...turned },
    s("rect.under", { width: 7, height: 7 }), s("line", { x1: 0, x2: 0, y1: 0, y2: 7 }))));
  return `url(#${id})`;
}

/**
 * A place that the cursor of a chart can move to: its coordinates (`y` for a dot, `x1` and `x2` for its width), its
 * text for screen readers, the same in a strong and a faint part, and the URL of its explanation.
 * @typedef {{ x: number, x1?: number, x2?: number, y?: number, words: string, parts?: string[],
 *   href?: string | null }} Mark
 */

/**
 * The element of a chart, with the index of the mark at its cursor: -1 without a cursor.
 * @typedef {HTMLElement & { reading?: () => number, readTo?: (index: number) => void }} PlotElement
 */

/**
 * Creates a chart. `draw(svg, width, height)` draws it and returns the marks for the cursor, from left to right.
 * @param {{ title: string, summary?: string, height?: number,
 *   draw: (svg: SVGElement, width: number, height: number) => Mark[],
 *   columns: string[], rows: () => unknown[][], legend?: unknown, note?: unknown, className?: string, level?: string
 * }} options
 */
export function chart({
  title, summary = "", height = 200, draw, columns, rows, legend, note, className = "section.card.chart", level = "h2",
}) {
  const svg = s("svg", { "aria-hidden": "true", height });
  const reading = h("p.reading", { "aria-hidden": "true" }, summary);
  const where = h("a.where", { hidden: true }, t`Explain`);
  const id = unique("chart");
  const box = h("div.plot", {
    tabindex: 0, role: "slider", "aria-orientation": "horizontal", "aria-labelledby": id,
    "aria-describedby": `${id}-how`, "data-key": `plot-${title}`,
    "aria-valuemin": 0, "aria-valuemax": 0, "aria-valuenow": 0,
  }, svg);
  const line = s("line.cursor", { y1: 0, y2: height, visibility: "hidden" });
  const dot = s("circle.dot", { r: 5, visibility: "hidden" });
  let marks = /** @type {Mark[]} */ ([]), at = -1;

  const redraw = (width) => {
    if (width < 40) return;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    marks = draw(svg, width, height);
    line.setAttribute("visibility", "hidden");
    dot.setAttribute("visibility", "hidden");
    svg.append(line, dot);
    box.setAttribute("aria-valuemax", String(Math.max(0, marks.length - 1)));
    if (!box.hasAttribute("aria-valuetext")) {
      box.setAttribute("aria-valuetext", summary || t`Use the arrow keys to read the values`);
    }
    if (at >= 0) read(Math.min(at, marks.length - 1));
  };

  const read = (index) => {
    if (marks.length === 0) return;
    at = Math.max(0, Math.min(marks.length - 1, index));
    const mark = marks[at];
    const [strong, faint] = mark.parts ?? [mark.words];
    box.setAttribute("aria-valuenow", String(at));
    box.setAttribute("aria-valuetext", mark.words);
    reading.replaceChildren(h("b", strong), faint ? `  ${faint}` : "");
    where.hidden = !mark.href;
    if (mark.href) where.href = mark.href;
    line.setAttribute("x1", String(mark.x));
    line.setAttribute("x2", String(mark.x));
    line.setAttribute("visibility", "visible");
    dot.setAttribute("visibility", mark.y === undefined ? "hidden" : "visible");
    if (mark.y !== undefined) {
      dot.setAttribute("cx", String(mark.x));
      dot.setAttribute("cy", String(mark.y));
    }
  };
  const leave = () => {
    at = -1;
    line.setAttribute("visibility", "hidden");
    dot.setAttribute("visibility", "hidden");
    reading.replaceChildren(summary);
    where.hidden = true;
  };
  const nearest = (event) => {
    const x = event.clientX - box.getBoundingClientRect().left;
    let best = -1, distance = Infinity;
    marks.forEach((mark, index) => {
      const from = mark.x1 ?? mark.x, to = mark.x2 ?? mark.x;
      const away = x < from ? from - x : x > to ? x - to : 0;
      if (away < distance) { distance = away; best = index; }
    });
    read(best);
  };

  box.addEventListener("pointermove", nearest);
  box.addEventListener("pointerdown", nearest);
  box.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse" && document.activeElement !== box && !where.matches(":hover")) leave();
  });
  box.addEventListener("focus", () => box.matches(":focus-visible") && at < 0 && read(marks.length - 1));
  box.addEventListener("keydown", (event) => {
    const leap = Math.max(1, Math.round(marks.length / 10));
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: leap, PageDown: -leap }[event.key];
    if (step) read(at < 0 ? marks.length - 1 : at + step);
    else if (event.key === "Home") read(0);
    else if (event.key === "End") read(marks.length - 1);
    else if (event.key === "Escape" && at >= 0) leave();
    else if (event.key === "Enter" && at >= 0 && marks[at].href) where.click();
    else return;
    event.preventDefault();
  });

  // Keep the cursor's position when the page is refreshed.
  Object.assign(box, { reading: () => at, readTo: (index) => { at = index; } });
  drawings.set(box, redraw);
  watcher.observe(box);

  return h(className, { "data-chart": title },
    h("header", title && h(level, { id }, title), h("div.read", reading, where)),
    box, h("span.unseen", { id: `${id}-how` },
      t`Use the arrow keys to move the cursor. Press Enter for an explanation of the value.`),
    legend, note && h("p.faint", note), dataTable(title, columns, rows));
}

/** The table of a chart's values, created when it is opened. */
export function dataTable(title, columns, rows) {
  const details = h("details", h("summary", t`As a table`, h("span.unseen", `: ${title}`)));
  details.addEventListener("toggle", () => {
    if (details.open && !details.querySelector("table")) details.append(table(columns, rows(), title));
  });
  return details;
}

/** Returns the UTC offset at a time, from the offsets of known values. This is correct on days with a clock change. */
export function offsetAt(start, times = []) {
  const known = [[instant(start), offset(start)]];
  let latest = offset(start);
  for (const iso of times) {
    if (offset(iso) === latest) continue;
    latest = offset(iso);
    known.push([instant(iso), latest]);
  }
  return (ms) => {
    let minutes = known[0][1];
    for (const [from, value] of known) if (ms >= from) minutes = value;
    return minutes;
  };
}

/** Grid lines and labels for hours. */
export function hourAxis(svg, { start, end, x, top, bottom, width, times }) {
  const from = instant(start), to = instant(end), hours = (to - from) / 3_600_000;
  const room = width / hours; // pixels per hour
  const zone = offsetAt(start, times);
  const short = hours < 4; // a workout: label minutes
  const labelWidth = short ? 58 : chosen.clock === "12" ? 56 : 46;
  const intervals = short ? [1, 2, 5, 10, 15, 30, 60] : [60, 120, 180, 240, 360, 720];
  const every = intervals.find((minutes) => (minutes / 60) * room >= labelWidth) ?? 720;
  const step = short ? every * 60_000 : 900_000; // UTC offsets are multiples of 15 minutes
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const local = new Date(at + zone(at) * 60_000), hour = local.getUTCHours();
    if ((hour * 60 + local.getUTCMinutes()) % every !== 0) continue;
    svg.append(s("line.grid", { x1: x(at), x2: x(at), y1: top, y2: bottom }));
    const place = x(at);
    svg.append(s("text", { x: place, y: bottom + 16, "text-anchor": "middle" },
      short ? clockWords(hour, local.getUTCMinutes()) : hourWords(hour)));
  }
}

/** Grid lines of an axis, with labels in the gutter to the right of `width`. If there is no room, every second one
 * is left out, and so are labels that would overlap that of the goal.
 * @param {number | null} [goal] */
export function valueAxis(svg, { low, ticks }, y, width, goal = null) {
  const shown = ticks.filter(({ value }) => value > low);
  const isTight = shown.length > 2 && Math.abs(y(shown[1].value) - y(shown[0].value)) < 30;
  shown.forEach(({ value, text }, i) => {
    if ((isTight && i % 2 === 0) || (goal && Math.abs(y(value) - y(goal)) <= 15)) return;
    svg.append(s("line.grid", { x1: 0, x2: width, y1: y(value), y2: y(value) }),
      s("text", { x: width + gutter, y: y(value) + 4, "text-anchor": "end" }, text));
  });
}

/** The width of the gutter for axis labels. */
export const gutter = 40;
