// Time in heart rate zones.

import { h, s } from "../core/dom.js";
import { card, actionButton } from "../core/parts.js";
import { send } from "../core/server.js";
import { t } from "../core/texts.js";

export function zonesCard(zones, reason, title = t`Heart rate zones`) {
  if (!zones) return card(title, h("p.soft", reason ?? t`Not available.`), birthYearForm());
  const list = zones.zones.filter(({ zone }) => zone > 0);
  const most = Math.max(1, ...list.map(({ minutes }) => minutes));
  const width = (minutes) => `${Math.max(1.5, (minutes / most) * 100)}%`;
  return card(title,
    h("div.stages", [...list].reverse().map(({ zone, name, minutes, text, range }) => h(`div.stage.tone-zone-${zone}`,
      h("span.word", name),
      s("svg", { "aria-hidden": "true" }, s("rect.track", { width: "100%", height: 22, rx: 6 }),
        minutes > 0 && s("rect.zone-fill", { width: width(minutes), height: 22, rx: 6 })),
      h("span.amount", text),
      h("span.said-usual", range)))),
    h("p.faint", zones.note));
}

/** Asks for the year of birth here, so that users need not open the settings. The page refreshes itself afterwards. */
function birthYearForm() {
  const field = h("input", {
    id: "born", type: "number", inputmode: "numeric", min: 1900, max: new Date().getFullYear() - 3,
    placeholder: "1985", autocomplete: "bday-year", "data-key": "born",
  });
  const save = async () => {
    if (field.value === "" || !field.reportValidity()) { field.focus(); return; }
    await send("PUT", "settings", { birthYear: Number(field.value) });
  };
  const settings = h("a", { href: "/settings" }, t`The settings`);
  return h("form.tight", { onsubmit: (event) => event.preventDefault() },
    h("label", { for: "born" }, t`Year of birth`),
    h("div.buttons", field, actionButton(t`Show my zones`, t`Saving …`, save, ".small")),
    h("p.hint", t`It stays on this computer. ${settings} also accept a measured maximum heart rate.`));
}
