// The Settings page: units, clock, language, goals, and heart rate zones.

import { h, announce, find } from "../core/dom.js";
import { card, head, said } from "../core/parts.js";
import { send } from "../core/server.js";
import { duration } from "../core/format.js";
import { t } from "../core/texts.js";

export async function show({ status, take, refresh }) {
  const of = status.settings;
  const put = async (change, field) => {
    const row = field.closest(".row");
    find(".said", row)?.remove();
    try {
      take(await send("PUT", "settings", change));
      announce(t`Saved.`);
      refresh();
    } catch (error) { row.append(said(error)); }
  };
  const choice = (name, label, options, value, hint) => h("div.row", h("div", h("span.label", { id: `${name}-label` }, label), hint && h("p.hint", hint)),
    h("div.choice", { role: "radiogroup", "aria-labelledby": `${name}-label` }, options.map(([id, word]) =>
      h("label", h("input", { type: "radio", name, value: id, checked: id === value, "data-key": `${name}-${id}`, onchange: (event) => put({ [name]: id === "" ? null : id }, event.target) }), word))));
  const amount = (name, label, value, { min, max, step = 1, hint, from = (v) => v, to = (v) => v }) => h("div.row",
    h("div", h("label", { for: name }, label), hint && h("p.hint", { id: `${name}-hint` }, hint)),
    h("input", { id: name, type: "number", inputmode: "numeric", min, max, step, value: value === null || value === undefined ? "" : to(value), "aria-describedby": hint ? `${name}-hint` : null, "data-key": name,
      onchange: (event) => event.target.reportValidity() && put({ [name]: event.target.value === "" ? null : from(Number(event.target.value)) }, event.target) }));
  const year = Number(status.today.slice(0, 4));
  const languages = [["", t`Same as this browser`], ["en", "English"], ["de", "Deutsch"]];
  if (of.language && !languages.some(([id]) => id === of.language)) languages.push([of.language, of.language]);
  const node = h("div", head(t`Settings`, status.wearer?.name && status.wearer.name !== "me" ? t`Settings of ${status.wearer.name}. For automatic measurements, see the Devices page.` : t`Your settings. For automatic measurements, see the Devices page.`),
    h("div.cards.two",
      card(t`Units, clock and language`,
        choice("units", t`Units`, [["metric", t`Metric`], ["imperial", t`Imperial`]], of.units, t`Kilometers or miles.`),
        choice("clock", t`Clock`, [["24", "24 h"], ["12", "12 h"]], String(of.clock), t`13:30 or 1:30 pm.`),
        choice("firstWeekday", t`Week`, [["monday", t`Monday`], ["sunday", t`Sunday`], ["saturday", t`Saturday`]], of.firstWeekday, t`The first day of the week.`),
        choice("language", t`Language`, languages, of.language ?? "", t`For this page, the terminal and smart homes.`),
        h("div.row", h("div", h("span.label", t`Time zone`), h("p.hint", t`Times are in the wearer’s time zone, not the browser’s.`)), h("span", status.zone)),
        h("div.row", h("div", h("span.label", t`Light or dark`), h("p.hint", t`Same as your system.`)))),
      card(t`Goals`,
        h("p.hint", t`Devices with their own goals receive changes if they are nearby.`),
        amount("stepGoal", t`Steps per day`, of.stepGoal, { min: 500, max: 50000, step: 100, hint: of.stepGoal ? null : t`Empty: no goal.` }),
        amount("sleepGoalMinutes", t`Hours of sleep`, of.sleepGoalMinutes, { min: 4, max: 12, step: 0.25, from: (v) => Math.round(v * 60), to: (v) => v / 60, hint: of.sleepGoalMinutes ? t`${duration(of.sleepGoalMinutes)} per night.` : t`Empty: no goal.` })),
      card(t`Heart rate zones`,
        amount("birthYear", t`Year of birth`, of.birthYear, { min: Math.max(1900, year - 120), max: year - 3, hint: t`Halo estimates your maximum heart rate from it.` }),
        amount("maxHeartRate", t`Maximum heart rate, bpm`, of.maxHeartRate, { min: 100, max: 240, hint: t`If you have measured it. It overrides the estimate.` })),
      card(t`About`, h("dl.pairs", h("dt", "Halo"), h("dd", status.version), h("dt", t`Radio`), h("dd", { simulated: t`simulated devices`, bluez: t`Bluetooth of this computer`, none: t`none` }[status.radio.kind] ?? status.radio.kind), h("dt", t`Wearer`), h("dd", status.wearer?.name ?? "–")),
        h("p.soft", t`Halo shows measurements and estimates of consumer devices. It is not a medical device and gives no medical advice. For questions about your health, see a doctor.`))));
  return { title: t`Settings`, node };
}
