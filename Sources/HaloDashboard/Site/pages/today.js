// Today, or any day: the halo of the day, its figures beside what is usual, the night in brief, what is missing and why.

import { h } from "../core/dom.js";
import { ago, dateTime, dayWords, duration, fullDate, instant, time, words } from "../core/format.js";
import { big, card, datedHead, doing, empty, figures, keepsDays } from "../core/parts.js";
import { send } from "../core/server.js";
import { dial } from "../charts/dial.js";
import { hypnogram, stageBars } from "../charts/night.js";
import { seriesCard } from "../charts/day.js";

export async function show({ parts, status, get, go }) {
  const today = status.today, date = parts[0] ?? today;
  const day = await get(`days/${date}`);
  const title = dayWords(date, today);
  const shade = day.night ? [day.night] : [];
  const nothing = !day.night && [day.heartRate, day.steps, day.spo2, day.stress, day.hrv].every((each) => !each?.points?.length);
  const synced = date === today && status.devices.some(keepsDays) ? new Sync(status) : null;
  const node = h("div",
    datedHead({ beside: synced?.node, title, over: title === fullDate(date) ? null : fullDate(date), lead: nothing ? null : sentence(day), base: "/today", date, first: status.firstDay, today, go }),
    nothing ? nothingYet(day, status) : h("div.cards.wide-last",
      h("section.card.of-dial", h("h2.unseen", "The day as a ring"), dial({ day, middle: middle(day) })),
      figures(day.figures, ".pairwise", day.trends),
      day.night ? hypnogram({ title: day.complete ? "The night before" : "Last night", sleep: day.night, height: 208 }) : card(day.complete ? "The night before" : "Last night", h("p.soft", day.nightReason ?? "No sleep was seen."), h("p", h("a", { href: `/sleep/${day.date}` }, "What became of it"))),
      seriesCard({ title: "Heart rate", series: day.heartRate, start: day.start, end: day.end, shade, height: 208 }),
      day.night && stages(day),
      seriesCard({ title: "Steps", series: day.steps, start: day.start, end: day.end, kind: "bars", height: 170, summary: total(day, "steps") }),
      h("div.cards.three.whole",
      seriesCard({ title: "Blood oxygen", series: day.spo2, start: day.start, end: day.end, kind: "dots", shade, high: 100, height: 190 }),
      seriesCard({ title: "Heart rate variability", series: day.hrv, start: day.start, end: day.end, kind: "dots", shade }),
      seriesCard({ title: "Stress", series: day.stress, start: day.start, end: day.end, kind: "dots", low: 0, high: 100, shade, note: "The device’s own scale from 0 to 100; its maker does not say what it computes." })),
      day.missing.length > 0 && h("section.card.whole", h("h2", "What is missing, and why"),
        h("ul.list", day.missing.map((each) => h("li", h("div", h("h3", each.what, each.from && h("span.faint", `  ${dateTime(each.from)}${each.to ? ` – ${time(each.to)}` : ""}`)), h("p.soft", each.reason), each.advice && h("p.faint", each.advice))))))));
  return { title, node, heard: (type, data) => { if (type === "sync") synced?.heard(data); return false; } };
}

const figureOf = (day, ...ids) => day.figures.find((each) => ids.includes(each.id) && each.value !== null);

function middle(day) {
  const steps = figureOf(day, "steps", "daily-steps"), asleep = day.night?.asleep;
  if (steps) return [h("span.faint", "Steps"), big(steps.value, ""), asleep ? h("span.faint", `${duration(asleep)} asleep`) : null].filter(Boolean);
  if (asleep) return [h("span.faint", "Asleep"), big(asleep, "min")];
  return [h("span.faint", "Nothing yet")];
}

const total = (day, id) => {
  const of = figureOf(day, id, `daily-${id}`);
  return of ? `${words(of.value, of.unit)}${day.complete ? "" : " so far"}` : "";
};

/** Asks all devices for what is new, and says how far they are. */
class Sync {
  constructor(status) {
    const last = status.devices.map((each) => each.lastSync).filter(Boolean).sort((a, b) => instant(b) - instant(a))[0];
    this.words = h("span.faint", { role: "status" }, last ? `synced ${ago(last, instant(status.now))}` : "not synced yet");
    this.node = h("div.sync", doing("Sync", "Asking …", async () => {
      this.words.textContent = "asking …";
      let refused = null;
      for (const each of status.devices.filter(keepsDays)) {
        try { await send("POST", `devices/${each.id}/sync`); } catch (error) { refused = error; }
      }
      if (refused) { this.words.textContent = [refused.message, refused.advice].filter(Boolean).join(" "); }
    }, ".small"), this.words);
    this.node.querySelector("button").dataset.key = "sync";
  }
  heard({ state, done, of, words, error }) {
    this.words.textContent = state === "failed" ? [error?.message ?? words, error?.advice].filter(Boolean).join(" ")
      : state === "running" && of > 0 ? `${Math.round((100 * (done ?? 0)) / of)} % home` : words ?? "syncing …";
  }
}

/** The day in a sentence, from what is known and nothing else. */
function sentence(day) {
  const said = [];
  if (day.night) said.push(`Asleep for ${duration(day.night.asleep)}, up at ${time(day.night.end)}.`);
  const resting = day.trends.find((each) => /resting/.test(each.id));
  if (resting) said.push(`Resting heart rate ${words(resting.value, resting.unit)}${resting.rare ? ", which is rare for you." : ", as on most of your days."}`);
  return said.join(" ") || null;
}

const stages = (day) => h("section.card", h("header", h("h2", "Stages"), h("a", { href: `/sleep/${day.date}` }, "More of this night")),
  stageBars(day.night.minutes, null), h("p.faint", "Stages are estimates of the device."));

function nothingYet(day, status) {
  if (status.devices.length === 0 && !status.firstDay) {
    return empty("Welcome to Halo", "No device is paired yet. Put your ring near this computer, close its maker’s app, and let Halo look for it. What it kept of the last days comes along.",
      h("a.button.first", { href: "/devices" }, "Pair a device"), h("a.button", { href: "/data" }, "Bring data along"));
  }
  if (status.firstDay && day.date < status.firstDay) {
    return empty("Before the first day", `What Halo knows begins on ${fullDate(status.firstDay)}.`, h("a.button.first", { href: `/today/${status.firstDay}` }, "Go to the first day"));
  }
  const missing = day.missing?.[0];
  return empty("Nothing is known of this day", [day.nightReason, missing?.reason, missing?.advice].filter(Boolean).join(" ") || "The device was not worn, or was not synced in time.",
    h("a.button.first", { href: "/devices" }, "Sync now"), status.lastDay && status.lastDay !== day.date && h("a.button", { href: `/today/${status.lastDay}` }, "Go to the newest day"));
}
