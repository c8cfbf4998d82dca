// The page of a recorded workout.

import { h } from "../core/dom.js";
import { fullDate, seriesOf, time } from "../core/format.js";
import { figures, head, explainHref } from "../core/parts.js";
import { root } from "../core/server.js";
import { seriesCard } from "../charts/day.js";
import { zonesCard } from "../charts/zones.js";
import { t } from "../core/texts.js";

export const waiting = t`Waiting for Halo to send the workout …`;

export async function show(page) {
  const { parts, get } = page;
  if (parts[0] === "now") return (await import("../parts/train.js")).show(page);
  const workout = await get(`workouts/${parts[0]}`), { name, start, end, device } = workout;
  const heart = seriesOf(workout, "heart-rate"), others = workout.series.filter((series) => series !== heart);
  const [heartRate, notes] = [{ name: t`Heart rate`, reason: workout.heartRateReason, ...heart }, workout.notes ?? {}];
  const chart = (series) => seriesCard({ series, start, end, height: 220, note: notes[series.id] });
  const saveLink = (format) => h("a.button.small",
    { href: `${root}workouts/${workout.id}.${format.toLowerCase()}`, download: true }, t`Save as ${format}`);
  return {
    title: name, node: h("div",
      h("p", h("a", { href: `/activity/${start.slice(0, 10)}` }, t`← Activity`)),
      head(name, `${fullDate(start)}, ${time(start)} – ${time(end)}${device ? `, ${device}` : ""}`,
        ["FIT", "TCX", "CSV"].map(saveLink),
        workout.explain && h("a.button.small", { href: explainHref(workout.explain) }, t`Explain`)),
      h("div.stack", figures(workout.figures, ".four"), h("div.cards.two",
        h("div.whole", chart(heartRate)),
        others.map((series) => chart(series.id === "speed" ? { ...series, pointExplain: null } : series)),
        zonesCard(workout.zones, workout.zonesReason)))),
  };
}
