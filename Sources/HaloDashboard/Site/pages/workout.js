// One workout.

import { h, s } from "../core/dom.js";
import { fullDate, time } from "../core/format.js";
import { figures, head, explainHref } from "../core/parts.js";
import { seriesCard } from "../charts/day.js";
import { zonesCard } from "../charts/zones.js";

export async function show({ parts, get }) {
  const of = await get(`workouts/${parts[0]}`);
  const numbers = [
    { id: "duration", name: "Time", value: of.seconds, unit: "s" }, { id: "distance", name: "Distance", value: of.distance, unit: "m" },
    { id: "average-heart-rate", name: "Average heart rate", value: of.averageHeartRate && Math.round(of.averageHeartRate), unit: "bpm" },
    { id: "highest-heart-rate", name: "Highest heart rate", value: of.highestHeartRate, unit: "bpm" },
    { id: "energy", name: "Energy", value: of.energy, unit: "kcal", note: "The device’s estimate." },
  ].filter((each) => each.value !== null && each.value !== undefined).map((each) => ({ explain: null, note: null, ...each }));
  const perHour = of.speed?.unit === "m/s" && { ...of.speed, unit: "km/h", pointExplain: null, points: of.speed.points.map(([at, ...values]) => [at, ...values.map((v) => +(v * 3.6).toFixed(2))]) };
  const over = (series, title) => series && seriesCard({ title, series, start: of.start, end: of.end, height: 220 });
  return { title: of.name, node: h("div",
    h("p", h("a", { href: `/activity/${of.start.slice(0, 10)}` }, "← Activity")),
    head(of.name, `${fullDate(of.start)}, ${time(of.start)} – ${time(of.end)}${of.device ? `, ${of.device}` : ""}`,
      (of.exports ?? []).map((each) => h("a.button.small", { href: each.href, download: true }, `Save as ${each.format.toUpperCase()}`)),
      of.explain && h("a.button.small", { href: explainHref(of.explain) }, "Where from?")),
    h("div.stack", figures(numbers, ".four"), h("div.cards.two",
      h("div.whole", over(of.heartRate, "Heart rate")), over(perHour || of.speed, "Speed"), over(of.power, "Power"), over(of.cadence, "Cadence"),
      zonesCard(of.zones, of.zonesReason), track(of.track)))) };
}

/** The way as a line, north above; no map is asked for, because that would tell somebody where it was. */
function track(points) {
  if (!points || points.length < 2) return null;
  const stretch = Math.cos((points[0][0] * Math.PI) / 180);
  const x = points.map((each) => each[1] * stretch), y = points.map((each) => -each[0]);
  const [left, right, top, bottom] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
  const size = Math.max(right - left, bottom - top) || 1, at = (i) => `${(((x[i] - left) / size) * 290 + 5).toFixed(1)} ${(((y[i] - top) / size) * 290 + 5).toFixed(1)}`;
  return h("section.card.chart.tone-steps", h("h2", "The way"), h("div.plot", s("svg", { viewBox: "0 0 300 300", role: "img", "aria-label": "The way as a line, north above" },
    s("path.trace", { d: `M${points.map((_, i) => at(i)).join("L")}` }))), h("p.faint", "North is above. No map is loaded: that would tell somebody where you were."));
}
