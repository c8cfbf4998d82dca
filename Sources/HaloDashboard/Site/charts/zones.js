// Time in heart-rate zones.

import { h, s } from "../core/dom.js";
import { duration, number } from "../core/format.js";
import { card } from "../core/parts.js";

export function zonesCard(zones, reason, title = "Heart-rate zones") {
  if (!zones) return card(title, h("p.soft", reason ?? "They are not known."), h("p", h("a", { href: "/settings" }, "Open the settings")));
  const list = zones.zones.filter((each) => each.zone > 0), below = zones.zones.find((each) => each.zone === 0);
  const most = Math.max(1, ...list.map((each) => each.minutes));
  return card(title,
    h("div.stages", [...list].reverse().map((each) => h(`div.stage.tone-zone-${each.zone}`,
      h("span.word", `Zone ${each.zone}`),
      s("svg", { "aria-hidden": "true" }, s("rect.track", { width: "100%", height: 22, rx: 6 }),
        each.minutes > 0 && s("rect.zone-fill", { width: `${Math.max(1.5, (each.minutes / most) * 100)}%`, height: 22, rx: 6 })),
      h("span.amount", duration(each.minutes)),
      h("span.said-usual", each.low && each.high ? `${number(each.low)} to ${number(each.high)} bpm` : each.low ? `${number(each.low)} bpm and more` : each.high ? `under ${number(each.high)} bpm` : "")))),
    h("p.faint", `Of a highest heart rate of ${number(zones.maximum)} bpm${zones.isEstimate ? ", which is an estimate from your age and may be off by ten beats" : ""}.${Number.isFinite(zones.measuredMinutes) ? ` Measured for ${duration(zones.measuredMinutes)}${below?.minutes > 0 ? `, of which ${duration(below.minutes)} below zone 1` : ""}; what was not measured is in no zone.` : ""}`));
}
