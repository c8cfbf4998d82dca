// Units, the clock, language, goals, and what Halo needs to know for zones.

import { h, say, find } from "../core/dom.js";
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
      say(t`Saved.`);
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
  const languages = [["", t`As this browser`], ["en", "English"], ["de", "Deutsch"]];
  if (of.language && !languages.some(([id]) => id === of.language)) languages.push([of.language, of.language]);
  const node = h("div", head(t`Settings`, status.wearer?.name && status.wearer.name !== "me" ? t`What ${status.wearer.name} chose. What a device measures by itself is on the Devices page.` : t`What you chose. What a device measures by itself is on the Devices page.`),
    h("div.cards.two",
      card(t`Units, clock and language`,
        choice("units", t`Units`, [["metric", t`Metric`], ["imperial", t`Imperial`]], of.units, t`Kilometres or miles.`),
        choice("clock", t`Clock`, [["24", "24 h"], ["12", "12 h"]], String(of.clock), t`13:30 or 1:30 pm.`),
        choice("firstWeekday", t`Week`, [["monday", t`Monday`], ["sunday", t`Sunday`], ["saturday", t`Saturday`]], of.firstWeekday, t`The day with which a week begins.`),
        choice("language", t`Language`, languages, of.language ?? "", t`For this page, the terminal and homes.`),
        h("div.row", h("div", h("span.label", t`Time zone`), h("p.hint", t`Times are those of the wearer’s wall, wherever this browser is.`)), h("span", status.zone)),
        h("div.row", h("div", h("span.label", t`Light or dark`), h("p.hint", t`As your system has it.`)))),
      card(t`Goals`,
        h("p.hint", t`A device that keeps goals of its own gets these if it is near when you change them.`),
        amount("stepGoal", t`Steps a day`, of.stepGoal, { min: 500, max: 50000, step: 100, hint: of.stepGoal ? null : t`Empty: no goal.` }),
        amount("sleepGoalMinutes", t`Hours of sleep`, of.sleepGoalMinutes, { min: 4, max: 12, step: 0.25, from: (v) => Math.round(v * 60), to: (v) => v / 60, hint: of.sleepGoalMinutes ? t`${duration(of.sleepGoalMinutes)} a night.` : t`Empty: no goal.` })),
      card(t`Heart-rate zones`,
        amount("birthYear", t`Year of birth`, of.birthYear, { min: Math.max(1900, year - 120), max: year - 3, hint: t`From it Halo estimates your highest heart rate.` }),
        amount("maxHeartRate", t`Highest heart rate, bpm`, of.maxHeartRate, { min: 100, max: 240, hint: t`If you have measured it: it counts more than the estimate.` })),
      card(t`About`, h("dl.pairs", h("dt", "Halo"), h("dd", status.version), h("dt", t`Radio`), h("dd", { simulated: t`simulated: made-up rings`, bluez: t`Bluetooth of this machine`, none: t`none` }[status.radio.kind] ?? status.radio.kind), h("dt", t`Wearer`), h("dd", status.wearer?.name ?? "–")),
        h("p.soft", t`Halo shows what a consumer device measured or guessed. It is not a medical device, and none of this is medical advice; see a doctor about your health, not a ring.`))));
  return { title: t`Settings`, node };
}
