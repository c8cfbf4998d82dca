// The explanation of a number: its source, its computation, and the bytes that contain it. All texts are from the
// report.

import { h } from "../core/dom.js";
import { number, time } from "../core/format.js";
import { counted, t } from "../core/texts.js";
import { amountsOf, big, card, empty, explainHref, head, toneOf } from "../core/parts.js";

export async function show({ parts, get }) {
  const id = parts.join("/");
  if (!id) return { title: t`Explain`, node: h("div", head(t`Where numbers come from`), empty(t`Every number has an explanation`, t`Select a number on another page to see where it comes from, down to the bytes that the device sent.`, h("a.button.first", { href: "/today" }, t`Go to today`))) };
  const node = await explanation(id, get, true);
  return { title: t`Explain`, node: h("div", h("p.back", back()), head(t`Where this number comes from`), node) };
}

/** A Back link, needed if the page is installed as an app without a browser's button. */
const back = () => h("a", { href: "/today", onclick: (event) => { if (history.state?.inside) { event.preventDefault(); history.back(); } } }, t`← Back`);

/** The explanation as cards, for its own page and for the dialog. */
export async function explanation(id, get) {
  const of = await get(`explain/${encodeURIComponent(id).replaceAll("%40", "@").replaceAll("%3A", ":")}`);
  const [shown, others] = [of.frames.filter((each) => each.shown), of.frames.filter((each) => !each.shown)];
  const more = others.length + of.framesMore;
  return h(`div.stack.tone-${toneOf(of.id)}`,
    h("section.card", h("h2", of.name), h("p", /\d/.test(of.text) ? big(of.value, of.unit, ".huge-ish", amountsOf(of)) : of.text), h("dl.pairs.left", of.lines.filter((each) => !computing.has(each.id)).map(pair))),
    of.algorithm && card(t`How it is computed`, h("dl.pairs.left", of.lines.filter((each) => computing.has(each.id)).map(pair))),
    of.inputs.length > 0 && card(t`Computed from`,
      h("ul.list", of.inputs.map((each) => h("li", capital(each.name), each.links.length > 0 && h("p.faint", each.links.map((link, i) => [i > 0 && " · ", h("a", { href: explainHref(link.explain) }, link.name)]))))),
      of.inputsMore > 0 && h("p.faint", t`And ${number(of.inputsMore)} more.`)),
    of.frames.length > 0 && card(shown.some((each) => each.marks.length > 0) ? t`The bytes that contain it` : t`The received bytes`,
      shown.length > 0 && packets(shown),
      more > 0 && h("details", h("summary", shown.length > 0 ? counted(more, t`+ 1 more frame`, t`+ ${number(more)} more frames`) : counted(more, t`1 frame`, t`${number(more)} frames`)),
        packets(others), of.framesMore > 0 && h("p.faint", t`And ${number(of.framesMore)} more.`)),
      of.messages.length > 0 && h("details", h("summary", t`The message, decoded`), of.messages.map((each) => h("pre", { tabindex: 0, role: "region", "aria-label": t`The decoded message` }, JSON.stringify(each, null, 1).replace(/\n\s+(?="time")/g, " ").replace(/\n\s*\}/g, " }"))))),
    h("p.faint", t`Not medical advice: this is a measurement or an estimate of a consumer device.`));
}

/** The lines about Halo's computation. */
const computing = new Set(["algorithm", "definition", "newer", "idea", "confidence"]);
const names = new Set(["algorithm", "decoder", "device"]);
const pair = (line) => [h("dt", line.name), h("dd", names.has(line.id) ? line.text : capital(line.text))];

const directions = { received: t`received`, sent: t`sent` };

const packets = (frames) => h("ol.frames", frames.map((each) => h("li",
  h("p.faint", `${number(each.number)} · ${time(each.time)} · ${directions[each.direction] ?? each.direction}`, h("span.unseen", t` on ${each.characteristic}`), each.meaning && ` · ${each.meaning}`),
  h("code.bytes", { translate: "no" }, pairs(each)),
  each.marks.map((mark) => h("p.soft", mark.from === mark.to ? t`Byte ${mark.from}` : t`Bytes ${mark.from} to ${mark.to}`, mark.field && [": ", h("code", mark.field)])))));

/** "15 00 18 …": bytes as pairs of digits; those that contain the number are highlighted. */
const pairs = (frame) => frame.hex.match(/../g)?.map((each, i) => (frame.marks.some((mark) => mark.from <= i && i <= mark.to) ? [h("mark", each), " "] : `${each} `)) ?? frame.hex;

const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);
