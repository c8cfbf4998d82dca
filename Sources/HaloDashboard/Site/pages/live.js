// The Live page: live measurements. The sensor's light is on while the page is open, and turns off when it is left.

import { h, s, announce } from "../core/dom.js";
import { instant, number, time } from "../core/format.js";
import { empty, head, said } from "../core/parts.js";
import { dataTable } from "../charts/plot.js";
import { Stream } from "../core/server.js";
import { Wave } from "../charts/wave.js";
import { language, t } from "../core/texts.js";

export async function show({ parts, get, go }) {
  const { devices } = await get("devices");
  const able = devices.filter((each) => each.live?.length > 0);
  if (able.length === 0) {
    return { title: t`Live`, node: h("div", head(t`Live`, t`Live measurements of your devices.`), devices.length === 0
      ? empty(t`No device is paired yet`, t`Pair a ring or a strap to measure your heart rate live.`, h("a.button.first", { href: "/devices" }, t`Pair a device`))
      : empty(t`None of your devices supports live measurement`, t`Rings and straps support it. The Devices page lists the capabilities of each device.`, h("a.button.first", { href: "/devices" }, t`Open devices`))) };
  }
  const device = able.find((each) => each.id === parts[0]) ?? able[0];
  const kind = device.live.find((each) => each.kind === parts[1]) ?? device.live[0];
  const session = new LiveMeasurement(device, kind);
  const node = h("div",
    head(t`Live`, t`The device measures while this page is open. When you leave, it stops and its light turns off.`),
    h("div.stack",
      h("section.card", h("div.buttons.spread",
        able.length > 1 ? h("label.field", t`Device`, h("select", { onchange: (event) => go(`/live/${event.target.value}`) }, able.map((each) => h("option", { value: each.id, selected: each.id === device.id }, each.name)))) : h("p", h("b", device.name)),
        h("div.choice.wraps", { role: "group", "aria-label": t`What to measure` }, device.live.map((each) =>
          h("a", { href: `/live/${device.id}/${each.kind}`, "aria-current": each.kind === kind.kind ? "true" : null }, each.name))))),
      session.node));
  return { title: t`Live: ${kind.name}`, node, leave: () => session.end(), still: true, onEvent: (type) => type === "changed" };
}

class LiveMeasurement {
  constructor(device, kind) {
    Object.assign(this, { device, kind, stream: null, beats: [], waves: new Map(), readings: [] });
    this.value = h("div.in", h("span.value.none.huge", "–"));
    this.arc = s("circle.arc", { cx: 100, cy: 100, r: 92, pathLength: 100, "stroke-dasharray": "22 100", hidden: true });
    this.ring = s("svg.pulse", { viewBox: "0 0 200 200", "aria-hidden": "true" }, s("circle.rest", { cx: 100, cy: 100, r: 92 }), this.arc);
    this.state = h("p.soft", { role: "status" }, t`Not measuring.`);
    this.button = h("button.button.first", { type: "button", "data-key": "measure", onclick: () => (this.stream ? this.stop() : this.start()) }, t`Measure ${lower(kind.name)}`);
    this.problem = h("div");
    this.more = h("div.cards.two");
    this.node = h("div.stack", h("section.card", (this.face = h(`div.live-value${kind.kind === "raw" ? ".bare" : ""}`, this.ring, this.value)), h("div.live-foot", this.state, this.button), this.problem), this.more);
  }

  start() {
    this.problem.replaceChildren();
    this.button.textContent = t`Stop`;
    this.button.classList.remove("first");
    this.showState(t`Connecting …`);
    this.ring.classList.add("searching");
    this.draw(22);
    this.startTimeout(30, t`The device has not responded for 30 seconds. Make sure that it is nearby and not connected to the manufacturer’s app.`);
    this.failures = 0;
    this.stream = new Stream(`devices/${this.device.id}/live/${this.kind.kind}`, ["state", "value", "beats", "raw", "rate", "end", "error"],
      (type, data) => this.onEvent(type, data),
      (up, wait) => {
        if (up) { this.failures = 0; return; }
        this.failures += 1;
        if (this.failures > 4) this.fail({ message: t`The connection was lost and could not be restored.`, advice: t`Check that Halo is running, then measure again.` });
        else this.showState(t`The connection was lost. Retrying in ${Math.ceil(wait)} s …`);
      });
  }

  stop(words = ["ring", "watch"].includes(this.device.kind) ? t`Stopped. The light is off.` : t`Stopped.`) {
    this.end();
    this.button.textContent = t`Measure ${lower(this.kind.name)}`;
    this.button.classList.add("first");
    this.ring.classList.remove("searching", "warming", "beats");
    this.draw(0);
    this.showState(words);
  }

  end() { this.stream?.close(); this.stream = null; clearTimeout(this.waiting); }

  fail(error) { this.stop(t`Not measuring.`); this.problem.replaceChildren(said(error)); }

  startTimeout(seconds, words) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => document.hidden ? this.stop(t`The measurement stopped while this tab was hidden.`) : this.fail({ message: words, advice: t`Move it closer, check its fit, and measure again.` }), seconds * 1000);
  }

  /** The drawn percentage of the ring: a part during warm-up, all of it while measuring. */
  draw(part) {
    this.arc.setAttribute("stroke-dasharray", `${part} 100`);
    this.arc.toggleAttribute("hidden", part === 0);
  }

  showState(words) { if (this.state.textContent !== words) this.state.textContent = words; }

  onEvent(type, data) {
    if (!this.stream) return;
    this.startTimeout(150, t`The device has sent no data for two and a half minutes.`);
    if (type === "state") {
      const warming = data.state === "warming-up";
      // Announce only the first line of a running timer to screen readers.
      this.state.setAttribute("aria-live", warming && this.ring.classList.contains("warming") ? "off" : "polite");
      this.showState(data.words ?? data.state);
      this.ring.classList.toggle("searching", data.state === "connecting" || (warming && !data.usualSeconds));
      this.ring.classList.toggle("warming", warming);
      this.draw(warming && data.usualSeconds ? Math.max(1, Math.min(99, (data.elapsedSeconds / data.usualSeconds) * 100)) : warming || data.state === "connecting" ? 22 : data.state === "measuring" ? 100 : 0);
      if (data.state === "not-worn" || data.state === "no-data") { this.ring.classList.remove("beats"); this.value.replaceChildren(h("span.value.none.huge", "–")); }
      if (data.state === "failed") this.fail({ message: data.error?.message ?? data.error ?? data.words, advice: data.error?.advice ?? t`Measure again when the device is nearby.` });
      if (data.state === "off") this.stop(data.words);
    } else if (type === "value") this.show(data);
    else if (type === "beats") this.onBeats(data);
    else if (type === "raw") this.wave(data);
    else if (type === "rate") this.waves.get(data.channel)?.said(data);
    else if (type === "end") this.stop(data.words);
    else if (type === "error") this.fail(data.error ?? data);
  }

  show({ value, unit, scale, time: at }) {
    this.face.classList.remove("bare");
    this.value.replaceChildren(h("span.value.huge", number(value, Number.isInteger(value) ? 0 : 1)), h("span.soft", unitWords(unit)));
    if (unit === "bpm" && value > 20) { this.ring.style.setProperty("--beat", `${(60 / value).toFixed(2)}s`); this.ring.classList.add("beats"); }
    this.scale = scale;
    this.readings.push({ at, value, unit });
    if (this.readings.length > 600) this.readings.shift();
    if (!this.announcedAt || performance.now() - this.announcedAt > 15_000) { this.announcedAt = performance.now(); announce(`${number(value)} ${unitWords(unit)}`); }
    this.valuesTable ??= this.add(h("section.card.chart", h("header", h("h2", t`Values`), (this.valuesWords = h("p.reading"))), (this.valuesPlot = h("div.plot.still")),
      dataTable(t`Values`, [t`Time`, `${this.kind.name}#`], () => this.readings.slice(-100).reverse().map((each) => [time(each.at), `${number(each.value, 1)} ${unitWords(each.unit)}`]))));
    this.drawValues();
  }

  drawValues() {
    const list = this.readings.slice(-90), width = this.valuesPlot.clientWidth || 320, values = list.map((each) => each.value);
    const [low, high] = this.scale;
    const y = (v) => 110 - ((v - low) / (high - low)) * 100, x = (i) => 8 + (i / Math.max(1, list.length - 1)) * (width - 16);
    this.valuesWords.textContent = t`${number(Math.min(...values))} to ${number(Math.max(...values))} ${unitWords(list[0].unit)}`;
    this.valuesPlot.replaceChildren(s("svg.tone-heart", { viewBox: `0 0 ${width} 120`, height: 120, role: "img", "aria-label": t`Line chart of the last values` },
      list.length > 1 && s("path.trace", { d: `M${list.map((each, i) => `${x(i).toFixed(1)} ${y(each.value).toFixed(1)}`).join("L")}` }),
      s("circle.lone", { cx: x(list.length - 1), cy: y(values.at(-1)), r: 4 })));
  }

  onBeats({ intervals, rmssd }) {
    if (!intervals?.length) return;
    this.beats.push(...intervals);
    this.beats = this.beats.slice(-60);
    this.beatsCard ??= this.add(h("section.card.chart.tone-variability", h("header", h("h2", t`Beat intervals`), (this.beatsWords = h("p.reading"))), (this.beatsPlot = h("div.plot.still")),
      h("p.faint", t`The last sixty beat intervals in milliseconds. Hollow points are unreliable.`),
      dataTable(t`Beat intervals`, [t`Time`, `${t`Interval`}#`, t`Reliable`], () => [...this.beats].reverse().map((each) => [time(each.time), `${number(each.ms)} ms`, each.good ? t`yes` : t`no`]))));
    const width = this.beatsPlot.clientWidth || 320, all = this.beats.map((each) => each.ms), low = Math.min(...all) - 40, high = Math.max(...all) + 40;
    const room = width / 60, y = (v) => 120 - ((v - low) / (high - low)) * 108;
    this.beatsWords.textContent = `${number(this.beats.at(-1).ms)} ms${Number.isFinite(rmssd) ? `, RMSSD ${number(rmssd)} ms` : ""}`;
    this.beatsPlot.replaceChildren(s("svg", { viewBox: `0 0 ${width} 124`, height: 124, role: "img", "aria-label": t`The last ${this.beats.length} beat intervals, from ${number(Math.min(...all))} to ${number(Math.max(...all))} milliseconds` },
      this.beats.map((each, i) => s(each.good === false ? "circle.doubtful" : "circle.lone", { cx: (i + 0.5) * room, cy: y(each.ms), r: Math.max(2.4, Math.min(4.5, room / 2.4)) }))));
  }

  wave({ channel, rate, start, unit, values }) {
    const many = Array.isArray(values[0]);
    if (!this.waves.has(channel)) {
      const of = channels[channel] ?? { title: channel, tone: "oxygen" };
      const wave = new Wave({ title: `${of.title}${unit && unit !== "counts" ? ` (${unit})` : ""}`, note: of.note,
        channels: many ? ["x", "y", "z"].map((name, i) => ({ name, tone: ["heart", "steps", "oxygen"][i] })) : [{ name: of.title, tone: of.tone }] });
      if (channel === "ecg") wave.node.classList.add("whole");
      this.waves.set(channel, wave);
      this.add(wave.node, true);
    }
    const wave = this.waves.get(channel), at = instant(start);
    if (many) [0, 1, 2].forEach((axis) => wave.push(axis, at, rate, values.map((each) => each[axis])));
    else wave.push(0, at, rate, values);
    wave.said({ measured: rate });
  }

  add(node, first = false) { if (first) this.more.prepend(node); else this.more.append(node); return node; }
}

const channels = {
  "light-2": { title: t`Second PPG channel`, tone: "variability" }, "light-3": { title: t`Third PPG channel`, tone: "oxygen" }, "ambient-light": { title: t`Ambient light`, tone: "stress" },
  light: { title: t`PPG`, tone: "steps", note: t`Each heartbeat changes the amount of blood in the finger, and with it the light that reaches the sensor.` },
  "red-light": { title: t`Red light`, tone: "heart" }, infrared: { title: t`Infrared light`, tone: "variability" },
  accelerometer: { title: t`Acceleration`, tone: "oxygen" }, ecg: { title: t`Electrocardiogram`, tone: "heart", note: t`A single lead from the strap. Not for diagnosis.` },
};
const unitWords = (unit) => (unit === "bpm" ? t`bpm` : unit);
/** A name within a sentence; German nouns stay capitalized. */
const lower = (name) => (language === "en" && /^[A-Z][a-z]/.test(name) ? name[0].toLowerCase() + name.slice(1) : name);
