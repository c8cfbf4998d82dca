// The page of a recorded workout.

import { h } from "../core/dom.js";
import { fullDate, time } from "../core/format.js";
import { figures, head, explainHref } from "../core/parts.js";
import { root } from "../core/server.js";
import { seriesCard } from "../charts/day.js";
import { zonesCard } from "../charts/zones.js";
import { t } from "../core/texts.js";

export async function show(page) {
  const { parts, get } = page;
  if (parts[0] === "now") return (await import("./train.js")).show(page);
  const workout = await get(`workouts/${parts[0]}`), { name, start, end, device, speed } = workout;
  const heartRate = workout.heartRate ?? { times: [], values: [], reason: workout.heartRateReason };
  const chart = (series, title, note) => series && seriesCard({ title, series, start, end, height: 220, note });
  const notes = workout.notes ?? {};
  const saveLink = (format) => h("a.button.small",
    { href: `${root}workouts/${workout.id}.${format.toLowerCase()}`, download: true }, t`Save as ${format}`);
  return {
    title: name, node: h("div",
      h("p", h("a", { href: `/activity/${start.slice(0, 10)}` }, t`← Activity`)),
      head(name, `${fullDate(start)}, ${time(start)} – ${time(end)}${device ? `, ${device}` : ""}`,
        ["FIT", "TCX", "CSV"].map(saveLink),
        workout.explain && h("a.button.small", { href: explainHref(workout.explain) }, t`Explain`)),
      h("div.stack", figures(workout.figures, ".four"), h("div.cards.two",
        h("div.whole", chart(heartRate, t`Heart rate`, notes["heart-rate"])),
        chart(speed && { ...speed, pointExplain: null }, t`Speed`, notes.speed),
        chart(workout.power, t`Power`, notes.power), chart(workout.cadence, t`Cadence`, notes.cadence),
        zonesCard(workout.zones, workout.zonesReason)))),
  };
}
