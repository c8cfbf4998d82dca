// The Settings page: units, clock, language, goals, and heart rate zones.

import { h, announce, find } from "../core/dom.js";
import { card, errorMessage, head } from "../core/parts.js";
import { send } from "../core/server.js";
import { t } from "../core/texts.js";

export const waiting = t`Waiting for Halo to send the settings …`;

export async function show({ status, take, refresh }) {
  const { settings, wearer } = status;
  const put = async (change, field) => {
    const row = field.closest(".row");
    find(".said", row)?.remove();
    try {
      take(await send("PUT", "settings", change));
      announce(t`Saved.`);
      refresh();
    } catch (error) { row.append(errorMessage(error)); }
  };
  const choice = (name, label, options, value, hint) => h("div.row",
    h("div", h("span.label", { id: `${name}-label` }, label), hint && h("p.hint", hint)),
    h("div.choice", { role: "radiogroup", "aria-labelledby": `${name}-label` }, options.map(([id, word]) =>
      h("label", h("input", {
        type: "radio", name, value: id, checked: id === value, "data-key": `${name}-${id}`,
        onchange: ({ target }) => put({ [name]: id === "" ? null : id }, target),
      }), word))));
  /**
   * A field for a number; `from` and `to` convert what is shown to the setting and back.
   * @param {string} name
   * @param {string} label
   * @param {{ min: number, max: number, step?: number, hint?: string | null, from?: (shown: number) => number,
   *   to?: (value: number) => number }} options
   */
  const amount = (name, label, { min, max, step = 1, hint, from = (shown) => shown, to = (value) => value }) => {
    const value = settings[name];
    return h("div.row",
      h("div", h("label", { for: name }, label), hint && h("p.hint", { id: `${name}-hint` }, hint)),
      h("input", {
        id: name, type: "number", inputmode: "numeric", min, max, step, value: value == null ? "" : to(value),
        "aria-describedby": hint ? `${name}-hint` : null, "data-key": name,
        onchange: ({ target }) => target.reportValidity()
          && put({ [name]: target.value === "" ? null : from(Number(target.value)) }, target),
      }));
  };
  const fact = (label, hint, value) => h("div.row", h("div", h("span.label", label), h("p.hint", hint)), value);
  const year = Number(status.today.slice(0, 4));
  const languages = [["", t`Same as this browser`], ["en", "English"], ["de", "Deutsch"]];
  if (settings.language && !languages.some(([id]) => id === settings.language)) {
    languages.push([settings.language, settings.language]);
  }
  const weekdays = [["monday", t`Monday`], ["sunday", t`Sunday`], ["saturday", t`Saturday`]];
  const radios = { simulated: t`simulated devices`, bluez: t`Bluetooth of this computer`, none: t`none` };
  const node = h("div",
    head(t`Settings`, wearer?.name && wearer.name !== "me"
      ? t`Settings of ${wearer.name}. For automatic measurements, see the Devices page.`
      : t`Your settings. For automatic measurements, see the Devices page.`),
    h("div.cards.two",
      card(t`Units, clock and language`,
        choice("units", t`Units`, [["metric", t`Metric`], ["imperial", t`Imperial`]], settings.units,
          t`Kilometers or miles.`),
        choice("clock", t`Clock`, [["24", "24 h"], ["12", "12 h"]], String(settings.clock), t`13:30 or 1:30 pm.`),
        choice("firstWeekday", t`Week`, weekdays, settings.firstWeekday, t`The first day of the week.`),
        choice("language", t`Language`, languages, settings.language ?? "",
          t`For this page, the terminal and smart homes.`),
        fact(t`Time zone`, t`Times are in the wearer’s time zone, not the browser’s.`, h("span", status.zone)),
        fact(t`Light or dark`, t`Same as your system.`, null)),
      card(t`Goals`,
        h("p.hint", t`Devices with their own goals receive changes if they are nearby.`),
        amount("stepGoal", t`Steps per day`,
          { min: 500, max: 50000, step: 100, hint: settings.stepGoal ? null : t`Empty: no goal.` }),
        amount("sleepGoalMinutes", t`Hours of sleep`, {
          min: 4, max: 12, step: 0.25, from: (hours) => Math.round(hours * 60), to: (minutes) => minutes / 60,
          hint: settings.sleepGoalText ? t`${settings.sleepGoalText} per night.` : t`Empty: no goal.`,
        })),
      card(t`Heart rate zones`,
        amount("birthYear", t`Year of birth`, {
          min: Math.max(1900, year - 120), max: year - 3,
          hint: t`Halo estimates your maximum heart rate from it.`,
        }),
        amount("maxHeartRate", t`Maximum heart rate, bpm`,
          { min: 100, max: 240, hint: t`If you have measured it. It overrides the estimate.` })),
      card(t`About`,
        h("dl.pairs", h("dt", "Halo"), h("dd", status.version),
          h("dt", t`Radio`), h("dd", radios[status.radio.kind] ?? status.radio.kind),
          h("dt", t`Wearer`), h("dd", wearer?.name ?? "–")),
        h("p.soft", notMedical))));
  return { title: t`Settings`, node };
}

const notMedical =
  t`Halo shows measurements and estimates of consumer devices. It is not a medical device and gives no medical advice. For questions about your health, see a doctor.`;
