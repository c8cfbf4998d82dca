// A scrolling waveform on a canvas, with the newest values at the right.

import { h, s } from "../core/dom.js";
import { t } from "../core/texts.js";

/** `channels`: [{ name, tone }]; shows 8 seconds of them, or 60 seconds of slow streams. */
export class Wave {
  constructor({ title, channels, note }) {
    this.channels = channels.map(({ name, tone }) =>
      ({ name, tone, times: /** @type {number[]} */ ([]), values: /** @type {number[]} */ ([]) }));
    this.canvas = h("canvas", { role: "img", "aria-label": t`${title}, live` });
    this.rate = h("p.reading", "");
    this.span = 8_000;
    const swatch = (i) => s("svg", { viewBox: "0 0 16 12", "aria-hidden": "true" }, s("line.wave-swatch", {
      x1: 0, x2: 16, y1: 6, y2: 6, "stroke-width": 2.5, "stroke-dasharray": dashes[i].join(" ") || "none",
    }));
    this.node = h("section.card.chart", h("header", h("h2", title), this.rate), this.canvas,
      channels.length > 1
        && h("ul.legend", channels.map(({ name, tone }, i) => h(`li.tone-${tone}`, swatch(i), name))),
      note && h("p.faint", note));
    this.title = title;

    this.awaited = false;
    this.drawn = () => { this.awaited = false; this.draw(); };
  }

  /** Adds values of a channel: the first at `start` (milliseconds), `rate` values per second. */
  push(index, start, rate, values) {
    const channel = this.channels[index];
    if (!channel || values.length === 0) return;
    values.forEach((value, i) => {
      channel.times.push(start + (i * 1000) / (rate || 25));
      channel.values.push(value);
    });
    this.span = !rate || rate < 5 ? 60_000 : 8_000;
    const since = channel.times[channel.times.length - 1] - this.span * 1.2;
    let old = 0;
    while (channel.times[old] < since) old++;
    if (old > 64) { channel.times.splice(0, old); channel.values.splice(0, old); }
    if (!this.awaited && !document.hidden) { this.awaited = true; requestAnimationFrame(this.drawn); }
  }

  /** Shows the values per second. */
  showRate(words) {
    if (this.rate.textContent === words) return;
    this.rate.textContent = words;
    this.canvas.setAttribute("aria-label", t`${this.title}, live, ${words}`);
  }

  draw() {
    const { canvas } = this, scale = Math.min(2, devicePixelRatio || 1);
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (width === 0) return;
    if (canvas.width !== Math.round(width * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const to = canvas.getContext("2d");
    if (!to) return;
    to.setTransform(scale, 0, 0, scale, 0, 0);
    to.clearRect(0, 0, width, height);
    const end = Math.max(...this.channels.map(({ times }) => times.at(-1) ?? 0)), start = end - this.span;
    let low = Infinity, high = -Infinity;
    for (const { times, values } of this.channels) {
      values.forEach((value, i) => {
        if (times[i] < start) return;
        if (value < low) low = value;
        if (value > high) high = value;
      });
    }
    if (!Number.isFinite(low)) return;
    const room = Math.max(high - low, 1e-6);
    const x = (at) => ((at - start) / this.span) * (width - 12);
    const y = (value) => height - 14 - ((value - low) / room) * (height - 28);
    const colours = getComputedStyle(canvas);
    to.strokeStyle = colours.getPropertyValue("--line"); to.lineWidth = 1;
    const second = this.span > 20_000 ? 10_000 : 1000;
    for (let at = Math.ceil(start / second) * second; at < end; at += second) {
      to.beginPath();
      to.moveTo(x(at), 0);
      to.lineTo(x(at), height);
      to.stroke();
    }
    this.channels.forEach(({ tone, times, values }, index) => {
      const gap = Math.max(3 * median(times), 400);
      to.strokeStyle = to.fillStyle = colours.getPropertyValue(`--${tone}`);
      to.lineWidth = 2; to.lineJoin = "round"; to.setLineDash(dashes[this.channels.length > 1 ? index : 0]);
      to.beginPath();
      let before = null, last = null;
      times.forEach((time, i) => {
        if (time < start) return;
        const px = x(time), py = y(values[i]);
        if (before === null || time - before > gap) to.moveTo(px, py); else to.lineTo(px, py);
        before = time; last = [px, py];
      });
      to.stroke(); to.setLineDash([]);
      if (last) { to.beginPath(); to.arc(last[0], last[1], 4, 0, 7); to.fill(); }
    });
  }
}

const dashes = [[], [7, 4], [2, 4]];
function median(times) {
  const gaps = times.slice(-40).map((time, i, all) => (i ? time - all[i - 1] : 0)).filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 0;
}
