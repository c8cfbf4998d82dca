// The Live page: live measurements. The sensor's light is on while the page is open, and turns off when it is left.

import { h, s, announce } from "../core/dom.js";
import { instant, time } from "../core/format.js";
import { big, empty, errorMessage, head } from "../core/parts.js";
import { dataTable } from "../charts/plot.js";
import { Stream } from "../core/server.js";
import { Wave } from "../charts/wave.js";
import { language, t } from "../core/texts.js";

export const waiting = t`Waiting for Halo to send the list of devices …`;

export async function show({ parts, get, go }) {
  const { devices } = await get("devices");
  const able = devices.filter((device) => device.live?.length > 0);
  if (able.length === 0) {
    const link = (words) => h("a.button.first", { href: "/devices" }, words);
    return {
      title: t`Live`, node: h("div", head(t`Live`, t`Live measurements of your devices.`), devices.length === 0
        ? empty(t`No device is paired yet`, t`Pair a ring or a strap to measure your heart rate live.`,
          link(t`Pair a device`))
        : empty(t`None of your devices supports live measurement`,
          t`Rings and straps support it. The Devices page lists the capabilities of each device.`,
          link(t`Open devices`))),
    };
  }
  const device = able.find(({ id }) => id === parts[0]) ?? able[0];
  const kind = device.live.find((each) => each.kind === parts[1]) ?? device.live[0];
  const session = new LiveMeasurement(device, kind);
  const deviceField = () => h("label.field", t`Device`,
    h("select", { onchange: ({ target }) => go(`/live/${target.value}`) },
      able.map(({ id, name }) => h("option", { value: id, selected: id === device.id }, name))));
  const kindLink = (each) => h("a",
    { href: `/live/${device.id}/${each.kind}`, "aria-current": each.kind === kind.kind ? "true" : null }, each.name);
  const node = h("div",
    head(t`Live`, t`The device measures while this page is open. When you leave, it stops and its light turns off.`),
    h("div.stack",
      h("section.card", h("div.buttons.spread",
        able.length > 1 ? deviceField() : h("p", h("b", device.name)),
        h("div.choice.wraps", { role: "group", "aria-label": t`What to measure` }, device.live.map(kindLink)))),
      session.node));
  return {
    title: t`Live: ${kind.name}`, node, leave: () => session.end(), still: true,
    onEvent: (type) => type === "changed",
  };
}

class LiveMeasurement {
  constructor(device, kind) {
    this.device = device;
    this.kind = kind;
    this.stream = /** @type {Stream | null} */ (null);
    this.failures = 0;
    this.beats = /** @type {{ time: string, ms: number, good: boolean, text: string }[]} */ ([]);
    this.waves = /** @type {Map<string, Wave>} */ (new Map());
    this.readings = /** @type {{ at: string, value: number, text: string }[]} */ ([]);
    this.value = h("div.in", h("span.value.none.huge", "–"));
    const circle = { cx: 100, cy: 100, r: 92 };
    this.arc = s("circle.arc", { ...circle, pathLength: 100, "stroke-dasharray": "22 100", hidden: true });
    this.ring = s("svg.pulse", { viewBox: "0 0 200 200", "aria-hidden": "true" }, s("circle.rest", circle), this.arc);
    this.state = h("p.soft", { role: "status" }, t`Not measuring.`);
    this.button = h("button.button.first", {
      type: "button", "data-key": "measure", onclick: () => (this.stream ? this.stop() : this.start()),
    }, t`Measure ${lower(kind.name)}`);
    this.problem = h("div");
    this.more = h("div.cards.two");
    this.face = h(`div.live-value${kind.kind === "raw" ? ".bare" : ""}`, this.ring, this.value);
    this.node = h("div.stack",
      h("section.card", this.face, h("div.live-foot", this.state, this.button), this.problem), this.more);
    /** The plots of values and of beat intervals, when there are any. */
    this.valuesPlot = /** @type {Plot | null} */ (null);
    this.beatsPlot = /** @type {Plot | null} */ (null);
  }

  start() {
    this.problem.replaceChildren();
    this.button.textContent = t`Stop`;
    this.button.classList.remove("first");
    this.showState(t`Connecting …`);
    this.ring.classList.add("searching");
    this.draw(22);
    this.startTimeout(30, noResponse);
    this.failures = 0;
    this.stream = new Stream(`devices/${this.device.id}/live/${this.kind.kind}`,
      ["state", "value", "beats", "raw", "rate", "end", "error"],
      (type, data) => this.onEvent(type, data), (up, wait) => this.onConnection(up, wait));
  }

  onConnection(up, wait) {
    if (up) { this.failures = 0; return; }
    this.failures += 1;
    if (this.failures <= 4) this.showState(t`The connection was lost. Retrying in ${Math.ceil(wait)} s …`);
    else {
      this.fail({
        message: t`The connection was lost and could not be restored.`,
        advice: t`Check that Halo is running, then measure again.`,
      });
    }
  }

  stop(words = ["ring", "watch"].includes(this.device.kind) ? t`Stopped. The light is off.` : t`Stopped.`) {
    this.end();
    this.button.textContent = t`Measure ${lower(this.kind.name)}`;
    this.button.classList.add("first");
    this.ring.classList.remove("searching", "warming", "beats");
    this.draw(0);
    this.showState(words);
  }

  end() {
    this.stream?.close();
    this.stream = null;
    clearTimeout(this.waiting);
  }

  fail(error) {
    this.stop(t`Not measuring.`);
    this.problem.replaceChildren(errorMessage(error));
  }

  startTimeout(seconds, message) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      if (document.hidden) this.stop(t`The measurement stopped while this tab was hidden.`);
      else this.fail({ message, advice: t`Move it closer, check its fit, and measure again.` });
    }, seconds * 1000);
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
    if (type === "state") this.onState(data);
    else if (type === "value") this.show(data);
    else if (type === "beats") this.onBeats(data);
    else if (type === "raw") this.wave(data);
    else if (type === "rate") this.waves.get(data.channel)?.showRate(data.words);
    else if (type === "end") this.stop(data.words);
    else if (type === "error") this.fail(data.error ?? data);
  }

  onState({ state, words, error, usualSeconds, elapsedSeconds }) {
    const isWarmingUp = state === "warming-up";
    // Announce only the first line of a running timer to screen readers.
    this.state.setAttribute("aria-live", isWarmingUp && this.ring.classList.contains("warming") ? "off" : "polite");
    this.showState(words ?? state);
    this.ring.classList.toggle("searching", state === "connecting" || (isWarmingUp && !usualSeconds));
    this.ring.classList.toggle("warming", isWarmingUp);
    if (isWarmingUp && usualSeconds) this.draw(Math.max(1, Math.min(99, (elapsedSeconds / usualSeconds) * 100)));
    else this.draw(isWarmingUp || state === "connecting" ? 22 : state === "measuring" ? 100 : 0);
    if (state === "not-worn" || state === "no-data") {
      this.ring.classList.remove("beats");
      this.value.replaceChildren(h("span.value.none.huge", "–"));
    }
    if (state === "failed") {
      this.fail({
        message: error?.message ?? error ?? words,
        advice: error?.advice ?? t`Measure again when the device is nearby.`,
      });
    }
    if (state === "off") this.stop(words);
  }

  show({ value, text, unit, scale, time: at }) {
    this.face.classList.remove("bare");
    this.value.replaceChildren(big(text, ".huge"));
    if (unit === "bpm" && value > 20) {
      this.ring.style.setProperty("--beat", `${(60 / value).toFixed(2)}s`);
      this.ring.classList.add("beats");
    }
    this.readings.push({ at, value, text });
    if (this.readings.length > 600) this.readings.shift();
    if (!this.announcedAt || performance.now() - this.announcedAt > 15_000) {
      this.announcedAt = performance.now();
      announce(text);
    }
    this.valuesPlot ??= this.addPlot("section.card.chart", t`Values`, null,
      [t`Time`, `${this.kind.name}#`], () => this.readings.slice(-100).reverse()
        .map((reading) => [time(reading.at), reading.text]));
    this.drawValues(this.valuesPlot, scale);
  }

  drawValues({ words, box }, [low, high]) {
    const list = this.readings.slice(-90), values = list.map(({ value }) => value);
    const width = box.clientWidth || 320, last = list.length - 1;
    const y = (value) => 110 - ((value - low) / (high - low)) * 100;
    const x = (i) => 8 + (i / Math.max(1, last)) * (width - 16);
    const sorted = [...list].sort((a, b) => a.value - b.value), [least, most] = [sorted[0].text, sorted[last].text];
    const path = values.map((value, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
    words.textContent = least === most ? least : `${least} – ${most}`;
    box.replaceChildren(s("svg.tone-heart",
      { viewBox: `0 0 ${width} 120`, height: 120, role: "img", "aria-label": t`Line chart of the last values` },
      last > 0 && s("path.trace", { d: `M${path}` }), s("circle.lone", { cx: x(last), cy: y(values[last]), r: 4 })));
  }

  onBeats({ intervals, words }) {
    if (!intervals?.length) return;
    this.beats.push(...intervals);
    this.beats = this.beats.slice(-60);
    this.beatsPlot ??= this.addPlot("section.card.chart.tone-variability", t`Beat intervals`,
      t`The last sixty beat intervals in milliseconds. Hollow points are unreliable.`,
      [t`Time`, `${t`Interval`}#`, t`Reliable`], () => [...this.beats].reverse()
        .map((beat) => [time(beat.time), beat.text, beat.good ? t`yes` : t`no`]));
    this.drawBeats(this.beatsPlot, words);
  }

  drawBeats({ words, box }, variability) {
    const all = this.beats.map(({ ms }) => ms), least = Math.min(...all), most = Math.max(...all);
    const width = box.clientWidth || 320, room = width / 60, low = least - 40, high = most + 40;
    const y = (value) => 120 - ((value - low) / (high - low)) * 108;
    const r = Math.max(2.4, Math.min(4.5, room / 2.4));
    const textOf = (interval) => this.beats[all.indexOf(interval)].text;
    const label = t`The last ${all.length} beat intervals, from ${textOf(least)} to ${textOf(most)}`;
    words.textContent = [this.beats[all.length - 1].text, variability].filter(Boolean).join(", ");
    box.replaceChildren(s("svg", { viewBox: `0 0 ${width} 124`, height: 124, role: "img", "aria-label": label },
      this.beats.map(({ ms, good }, i) =>
        s(good === false ? "circle.doubtful" : "circle.lone", { cx: (i + 0.5) * room, cy: y(ms), r }))));
  }

  wave({ channel, rate, start, unit, values }) {
    const isVector = Array.isArray(values[0]);
    const wave = this.waves.get(channel) ?? this.addWave(channel, unit, isVector), at = instant(start);
    if (isVector) [0, 1, 2].forEach((axis) => wave.push(axis, at, rate, values.map((vector) => vector[axis])));
    else wave.push(0, at, rate, values);
  }

  addWave(channel, unit, isVector) {
    const { title, tone, note } = channels[channel] ?? { title: channel, tone: "oxygen" };
    const wave = new Wave({
      title: `${title}${unit && unit !== "counts" ? ` (${unit})` : ""}`, note,
      channels: isVector ? axes : [{ name: title, tone }],
    });
    if (channel === "ecg") wave.node.classList.add("whole");
    this.waves.set(channel, wave);
    this.more.prepend(wave.node);
    return wave;
  }

  /**
   * A card below the measurement, with a plot, the text beside its title, and a table.
   * @typedef {{ words: HTMLElement, box: HTMLElement }} Plot
   * @returns {Plot}
   */
  addPlot(className, title, note, columns, rows) {
    const words = h("p.reading"), box = h("div.plot.still");
    this.more.append(h(className, h("header", h("h2", title), words), box, note && h("p.faint", note),
      dataTable(title, columns, rows)));
    return { words, box };
  }
}

const axes = [{ name: "x", tone: "heart" }, { name: "y", tone: "steps" }, { name: "z", tone: "oxygen" }];
const channels = {
  "light-2": { title: t`Second PPG channel`, tone: "variability" },
  "light-3": { title: t`Third PPG channel`, tone: "oxygen" },
  "ambient-light": { title: t`Ambient light`, tone: "stress" },
  light: {
    title: t`PPG`, tone: "steps",
    note: t`Each heartbeat changes the amount of blood in the finger, and with it the light that reaches the sensor.`,
  },
  "red-light": { title: t`Red light`, tone: "heart" },
  infrared: { title: t`Infrared light`, tone: "variability" },
  accelerometer: { title: t`Acceleration`, tone: "oxygen" },
  ecg: {
    title: t`Electrocardiogram`, tone: "heart", note: t`A single lead from the strap. Not for diagnosis.`,
  },
};
const noResponse =
  t`The device has not responded for 30 seconds. Make sure that it is nearby and not connected to the manufacturer’s app.`;
/** A name within a sentence; German nouns stay capitalized. */
const lower = (name) => (language === "en" && /^[A-Z][a-z]/.test(name) ? name[0].toLowerCase() + name.slice(1) : name);
