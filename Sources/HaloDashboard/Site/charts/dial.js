// A 24-hour dial of a day with midnight at the top: sleep on the ring, steps outside, heart rate inside.

import { h, s, unique } from "../core/dom.js";
import { instant, number, readings, localTime, hourWords, clockWords, stageNames } from "../core/format.js";
import { median } from "./day.js";
import { dataTable } from "./plot.js";
import { t } from "../core/texts.js";

const size = 352, centre = size / 2;
const ring = { steps: [139, 163], sleep: [119, 135], heart: [74, 110] };

const point = (minutes, radius) => {
  const angle = (minutes / 1440) * 2 * Math.PI - Math.PI / 2;
  return [centre + radius * Math.cos(angle), centre + radius * Math.sin(angle)].map((each) => each.toFixed(2));
};
const arc = (from, to, inner, outer) => {
  const big = to - from > 720 ? 1 : 0;
  const there = `M${point(from, outer)}A${outer} ${outer} 0 ${big} 1 ${point(to, outer)}`;
  return `${there}L${point(to, inner)}A${inner} ${inner} 0 ${big} 0 ${point(from, inner)}Z`;
};
const minuteOf = (iso) => {
  const at = localTime(iso);
  return at ? at.hour * 60 + at.minute : NaN;
};
/** The length of a stretch of sleep in minutes. */
const lengthOf = ({ start, end }) => (instant(end) - instant(start)) / 60_000;
/** The texts of the lowest and the highest of some values. */
const span = (values) => {
  const sorted = [...values].sort((a, b) => a.value - b.value), [low, high] = [sorted[0]?.text, sorted.at(-1)?.text];
  return low === high ? low ?? "–" : `${low} – ${high}`;
};

/** `middle` is the content of the center. */
export function dial({ day, middle, now }) {
  const svg = s("svg", { viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" });
  for (let hour = 0; hour < 24; hour++) {
    const major = hour % 6 === 0;
    const [x1, y1] = point(hour * 60, 114), [x2, y2] = point(hour * 60, major ? 117.5 : 115.5);
    svg.append(s("line.hour", { x1, y1, x2, y2 }));
    if (major) {
      const [x, y] = point(hour * 60, 173);
      svg.append(s("text", { x, y: +y + 4, "text-anchor": "middle" }, hourWords(hour)));
    }
  }
  svg.append(s("circle.dial-track", {
    cx: centre, cy: centre, r: (ring.sleep[0] + ring.sleep[1]) / 2,
    "stroke-width": ring.sleep[1] - ring.sleep[0], fill: "none",
  }));

  const steps = readings(day.steps), most = Math.max(200, ...steps.map(({ value }) => value));
  const every = (day.steps?.interval ?? 900) / 60;
  for (const { at, value } of steps) {
    if (!value) continue;
    const from = minuteOf(at), tall = ring.steps[0] + 2 + Math.sqrt(value / most) * (ring.steps[1] - ring.steps[0] - 2);
    svg.append(s("path", { class: "dial-steps", d: arc(from + 1.5, from + every - 1.5, ring.steps[0], tall) }));
  }
  for (const sleep of [day.night, ...(day.naps ?? [])].filter(Boolean)) {
    for (const stretch of sleep.stretches ?? []) {
      const from = minuteOf(stretch.start), to = from + lengthOf(stretch);
      svg.append(s("path", { class: `of-${stretch.stage}`, d: arc(from, to, ring.sleep[0], ring.sleep[1]) }));
    }
  }
  const beats = readings(day.heartRate).filter(({ value }) => value);
  if (beats.length > 1) {
    const values = beats.map(({ value }) => value), low = Math.min(...values), high = Math.max(...values, low + 30);
    const radius = (value) => ring.heart[0] + ((value - low) / (high - low)) * (ring.heart[1] - ring.heart[0]);
    // Devices measure every five to thirty minutes: join values whose distance is close to the usual interval.
    const every = median(beats.slice(1).map(({ ms }, i) => ms - beats[i].ms));
    const gap = Math.min(Math.max(every * 2.5, 1_300_000), 5_400_000);
    let path = "", before = null;
    for (const { at, ms, value } of beats) {
      path += `${before !== null && ms - before < gap ? "L" : "M"}${point(minuteOf(at), radius(value))}`;
      before = ms;
    }
    svg.append(s("path", { class: "dial-heart", d: path }));
  }
  // The current time.
  if (now && localTime(now)?.date === day.date) {
    const [x1, y1] = point(minuteOf(now), ring.sleep[0] - 3), [x2, y2] = point(minuteOf(now), ring.sleep[1] + 3);
    svg.append(s("line.now", { x1, y1, x2, y2 }));
  }
  const hand = s("line", { class: "cursor", visibility: "hidden" });
  svg.append(hand);

  // The cursor moves in steps of 15 minutes.
  const quarter = (minutes) => {
    const found = [clockWords(Math.floor(minutes / 60), minutes % 60)];
    const within = ({ at }) => minuteOf(at) >= minutes && minuteOf(at) < minutes + 15;
    const step = steps.filter(within).reduce((sum, { value }) => sum + value, 0);
    const beat = beats.filter(within);
    const stage = (day.night?.stretches ?? []).find((stretch) =>
      (minutes - minuteOf(stretch.start) + 1440) % 1440 < lengthOf(stretch))?.stage;
    if (stage) found.push(stageNames[stage]);
    if (beat.length) found.push(span(beat));
    if (step) found.push(t`${number(step)} steps`);
    if (found.length === 1) found.push(t`no data`);
    return found;
  };
  const id = unique("dial"), inner = h("div.middle", { "aria-hidden": "true" }, middle);
  const box = h("div.plot", {
    tabindex: 0, role: "slider", "aria-label": t`The day as a ring, in steps of 15 minutes`, "data-key": "dial",
    "aria-valuemin": 0, "aria-valuemax": 95, "aria-valuenow": 0,
    "aria-valuetext": t`Use the arrow keys to move through the day`, id,
  }, svg);
  let at = -1;
  const read = (index) => {
    at = (index + 96) % 96;
    const [x1, y1] = point(at * 15 + 7.5, 72), [x2, y2] = point(at * 15 + 7.5, 166);
    const place = { x1, y1, x2, y2, visibility: "visible" };
    for (const [name, value] of Object.entries(place)) hand.setAttribute(name, value);
    const [when, ...what] = quarter(at * 15);
    box.setAttribute("aria-valuenow", String(at));
    box.setAttribute("aria-valuetext", [when, ...what].join(", "));
    inner.replaceChildren(h("span.value", when), ...what.map((text) => h("span.soft", text)));
  };
  const leave = () => {
    at = -1;
    hand.setAttribute("visibility", "hidden");
    inner.replaceChildren(...[middle].flat());
  };
  box.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 4, PageDown: -4 }[event.key];
    if (step) read(at < 0 ? 0 : at + step);
    else if (event.key === "Home") read(0);
    else if (event.key === "End") read(95);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  });
  const follow = (event) => {
    const area = box.getBoundingClientRect();
    const dx = event.clientX - area.left - area.width / 2, dy = event.clientY - area.top - area.height / 2;
    if (Math.hypot(dx, dy) < area.width * 0.19) { leave(); return; }
    const turn = (Math.atan2(dy, dx) / (2 * Math.PI) + 1.25) % 1;
    read(Math.floor(turn * 96));
  };
  box.addEventListener("pointermove", follow);
  box.addEventListener("pointerdown", follow);
  box.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse" && document.activeElement !== box) leave();
  });
  box.addEventListener("blur", leave);

  const hours = () => Array.from({ length: 24 }, (_, hour) => {
    const within = ({ at }) => localTime(at)?.hour === hour;
    const step = steps.filter(within).reduce((sum, { value }) => sum + value, 0);
    const asleep = (day.night?.stretches ?? []).some((stretch) => {
      const from = minuteOf(stretch.start), to = from + lengthOf(stretch);
      return stretch.stage !== "awake" && from < hour * 60 + 60 && to > hour * 60;
    });
    return [
      clockWords(hour, 0), span(beats.filter(within)), step ? number(step) : "–",
      asleep ? t`asleep` : "–",
    ];
  });
  const swatch = (shape) => s("svg", { viewBox: "0 0 16 12", "aria-hidden": "true" }, shape);
  const bars = s("path", { class: "dial-steps", d: "M1 12V6h3v6zM6 12V1h3v11zM11 12V4h3v8z" });
  const curve = s("path", { class: "dial-heart", d: "M0 8l4-4 4 5 4-7 4 5" });
  return h("div", h("div.dial", box, inner),
    h("ul.legend.centred",
      h("li", swatch(s("rect.of-light", { y: 3, width: 16, height: 6, rx: 3 })), t`asleep, on the ring`),
      h("li", swatch(bars), t`steps, outside`),
      h("li", swatch(curve), t`heart rate, inside`)),
    dataTable(t`The day by the hour`, [t`Hour`, `${t`Heart rate`}#`, `${t`Steps`}#`, t`Sleep`], hours));
}
