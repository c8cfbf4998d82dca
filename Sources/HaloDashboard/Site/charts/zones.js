// Time in heart-rate zones.

import { h, s } from "../core/dom.js";
import { duration, number } from "../core/format.js";
import { card, doing } from "../core/parts.js";
import { send } from "../core/server.js";
import { t } from "../core/texts.js";

export function zonesCard(zones, reason, title = t`Heart-rate zones`) {
  if (!zones) return card(title, h("p.soft", reason ?? t`They are not known.`), born());
  const list = zones.zones.filter((each) => each.zone > 0), below = zones.zones.find((each) => each.zone === 0);
  const most = Math.max(1, ...list.map((each) => each.minutes));
  return card(title,
    h("div.stages", [...list].reverse().map((each) => h(`div.stage.tone-zone-${each.zone}`,
      h("span.word", t`Zone ${each.zone}`),
      s("svg", { "aria-hidden": "true" }, s("rect.track", { width: "100%", height: 22, rx: 6 }),
        each.minutes > 0 && s("rect.zone-fill", { width: `${Math.max(1.5, (each.minutes / most) * 100)}%`, height: 22, rx: 6 })),
      h("span.amount", duration(each.minutes)),
      h("span.said-usual", each.low && each.high ? t`${number(each.low)} to ${number(each.high)} bpm` : each.low ? t`${number(each.low)} bpm and more` : each.high ? t`under ${number(each.high)} bpm` : "")))),
    h("p.faint", zones.isEstimate ? t`Of a highest heart rate of ${number(zones.maximum)} bpm, which is an estimate from your age and may be off by ten beats.` : t`Of a highest heart rate of ${number(zones.maximum)} bpm.`,
      Number.isFinite(zones.measuredMinutes) && [" ", below?.minutes > 0 ? t`Measured for ${duration(zones.measuredMinutes)}, of which ${duration(below.minutes)} below zone 1; what was not measured is in no zone.`
        : t`Measured for ${duration(zones.measuredMinutes)}; what was not measured is in no zone.`]));
}

/** Asks here for what zones need, instead of sending people to the settings; the page refreshes itself when it is known. */
function born() {
  const field = h("input", { id: "born", type: "number", inputmode: "numeric", min: 1900, max: new Date().getFullYear() - 3, placeholder: "1985", autocomplete: "bday-year", "data-key": "born" });
  return h("form.tight", { onsubmit: (event) => event.preventDefault() }, h("label", { for: "born" }, t`Year of birth`), h("div.buttons", field,
    doing(t`Show my zones`, t`Saving …`, async () => { if (field.value === "" || !field.reportValidity()) { field.focus(); return; } await send("PUT", "settings", { birthYear: Number(field.value) }); }, ".small")),
    h("p.hint", t`It stays on this machine. ${h("a", { href: "/settings" }, t`The settings`)} know a measured highest heart rate, too.`));
}
