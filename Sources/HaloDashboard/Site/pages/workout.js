// The page of a recorded workout.

import { h } from "../core/dom.js";
import { fullDate, inKilometers, time } from "../core/format.js";
import { figures, head, explainHref } from "../core/parts.js";
import { seriesCard } from "../charts/day.js";
import { zonesCard } from "../charts/zones.js";
import { t } from "../core/texts.js";

export async function show(page) {
  const { parts, get } = page;
  if (parts[0] === "now") return (await import("./train.js")).show(page);
  const of = await get(`workouts/${parts[0]}`);
  const perHour = of.speed?.unit === "m/s" && { ...inKilometers(of.speed), pointExplain: null };
  const over = (series, title) => series && seriesCard({ title, series, start: of.start, end: of.end, height: 220 });
  return { title: of.name, node: h("div",
    h("p", h("a", { href: `/activity/${of.start.slice(0, 10)}` }, t`← Activity`)),
    head(of.name, `${fullDate(of.start)}, ${time(of.start)} – ${time(of.end)}${of.device ? `, ${of.device}` : ""}`,
      (of.exports ?? []).map((each) => h("a.button.small", { href: each.href, download: true }, t`Save as ${each.format.toUpperCase()}`)),
      of.explain && h("a.button.small", { href: explainHref(of.explain) }, t`Explain`)),
    h("div.stack", figures(of.figures, ".four"), h("div.cards.two",
      h("div.whole", over(of.heartRate ?? { times: [], values: [], reason: of.heartRateReason }, t`Heart rate`)), over(perHour || of.speed, t`Speed`), over(of.power, t`Power`), over(of.cadence, t`Cadence`),
      zonesCard(of.zones, of.zonesReason)))) };
}
