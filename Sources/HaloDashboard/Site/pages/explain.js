// The explanation of a number: its source, its computation, and the bytes that contain it. All texts are from the
// report.

import { h } from "../core/dom.js";
import { number, time } from "../core/format.js";
import { counted, t } from "../core/texts.js";
import { big, card, empty, explainHref, head, toneOf } from "../core/parts.js";

export const waiting = t`Waiting for Halo to send the explanation …`;

export async function show({ parts, get }) {
  const id = parts.join("/");
  if (!id) {
    return {
      title: t`Explain`, node: h("div", head(t`Where numbers come from`),
        empty(t`Every number has an explanation`, select, h("a.button.first", { href: "/today" }, t`Go to today`))),
    };
  }
  const node = await explanation(id, get);
  return { title: t`Explain`, node: h("div", h("p.back", back()), head(t`Where this number comes from`), node) };
}

const select =
  t`Select a number on another page to see where it comes from, down to the bytes that the device sent.`;

/** A Back link, needed if the page is installed as an app without a browser's button. */
const back = () => h("a", {
  href: "/today", onclick: (event) => {
    if (!history.state?.inside) return;
    event.preventDefault();
    history.back();
  },
}, t`← Back`);

/** The explanation as cards, for its own page and for the dialog. */
export async function explanation(id, get) {
  const report = await get(`explain/${encodeURIComponent(id).replaceAll("%40", "@").replaceAll("%3A", ":")}`);
  const { name, unit, text, lines, algorithm, inputs } = report;
  const pairsOf = (isComputing) =>
    h("dl.pairs.left", lines.filter((line) => computing.has(line.id) === isComputing).map(pair));
  return h(`div.stack.tone-${toneOf(report.id)}`,
    h("section.card", h("h2", name),
      h("p", /\d/.test(text) ? big(text, ".huge-ish", unit === "") : text), pairsOf(false)),
    algorithm && card(t`How it is computed`, pairsOf(true)),
    inputs.length > 0 && card(t`Computed from`, h("ul.list", inputs.map(inputItem)), more(report.inputsMore)),
    report.frames.length > 0 && framesCard(report),
    h("p.faint", t`Not medical advice: this is a measurement or an estimate of a consumer device.`));
}

const more = (count) => count > 0 && h("p.faint", t`And ${number(count)} more.`);

const inputItem = ({ name, links }) => h("li", capital(name), links.length > 0 && h("p.faint",
  links.map((link, i) => [i > 0 && " · ", h("a", { href: explainHref(link.explain) }, link.name)])));

function framesCard({ frames, framesMore, messages }) {
  const [shown, others] = [frames.filter((frame) => frame.shown), frames.filter((frame) => !frame.shown)];
  const count = others.length + framesMore;
  const othersTitle = () => (shown.length > 0
    ? counted(count, t`+ 1 more frame`, t`+ ${number(count)} more frames`)
    : counted(count, t`1 frame`, t`${number(count)} frames`));
  const message = (content) => h("pre", { tabindex: 0, role: "region", "aria-label": t`The decoded message` },
    JSON.stringify(content, null, 1).replace(/\n\s+(?="time")/g, " ").replace(/\n\s*\}/g, " }"));
  return card(shown.some((frame) => frame.marks.length > 0) ? t`The bytes that contain it` : t`The received bytes`,
    shown.length > 0 && packets(shown),
    count > 0 && h("details", h("summary", othersTitle()), packets(others), more(framesMore)),
    messages.length > 0 && h("details", h("summary", t`The message, decoded`), messages.map(message)));
}

/** The lines about Halo's computation. */
const computing = new Set(["algorithm", "definition", "newer", "idea", "confidence"]);
const names = new Set(["algorithm", "decoder", "device"]);
const pair = (line) => [h("dt", line.name), h("dd", names.has(line.id) ? line.text : capital(line.text))];

const directions = { received: t`received`, sent: t`sent` };

const packets = (frames) => h("ol.frames", frames.map((frame) => h("li",
  h("p.faint", `${number(frame.number)} · ${time(frame.time)} · ${directions[frame.direction] ?? frame.direction}`,
    h("span.unseen", t` on ${frame.characteristic}`), frame.meaning && ` · ${frame.meaning}`),
  h("code.bytes", { translate: "no" }, pairs(frame)),
  frame.marks.map(({ from, to, field }) => h("p.soft",
    from === to ? t`Byte ${from}` : t`Bytes ${from} to ${to}`, field && [": ", h("code", field)])))));

/** "15 00 18 …": bytes as pairs of digits; those that contain the number are highlighted. */
const pairs = ({ hex, marks }) => hex.match(/../g)?.map((byte, i) =>
  (marks.some(({ from, to }) => from <= i && i <= to) ? [h("mark", byte), " "] : `${byte} `)) ?? hex;

const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);
