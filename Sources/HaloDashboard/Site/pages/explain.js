// Where a number comes from: what it is, by which algorithm, how sure, from what, down to the bytes.

import { h } from "../core/dom.js";
import { dateTime, fullDate, number, time, words, wall } from "../core/format.js";
import { big, card, empty, head, toneOf } from "../core/parts.js";
import { counted, language, t } from "../core/texts.js";

export async function show({ parts, get }) {
  const id = parts.join("/");
  if (!id) return { title: t`Explain`, node: h("div", head(t`Where numbers come from`), empty(t`Every number can be followed`, t`Choose any number on the other pages: it leads here, to what it was made from, down to the bytes that the device sent.`, h("a.button.first", { href: "/today" }, t`Go to today`))) };
  const node = await explanation(id, get, true);
  return { title: t`Where from?`, node: h("div", h("p.back", back()), head(t`Where this number comes from`), node) };
}

/** The way back, also where the page is installed and no browser's button is there. */
const back = () => h("a", { href: "/today", onclick: (event) => { if (history.state?.inside) { event.preventDefault(); history.back(); } } }, t`← Back`);

/** The explanation as cards. Used as a page, and in the sheet over the others. */
export async function explanation(id, get) {
  const of = await get(`explain/${encodeURIComponent(id).replaceAll("%40", "@").replaceAll("%3A", ":")}`);
  return h(`div.stack.tone-${toneOf(of.id)}`,
    h("section.card", h("h2", of.name), h("p", big(of.value, of.unit, ".huge-ish")), of.when && h("p.faint", /@.*T/.test(of.id) || !wall(of.when) ? when(of.when) : fullDate(of.when)), h("p", readable(of.sentence))),
    of.algorithm && card(t`How it is computed`, h("p", capital(of.algorithm.definition)), h("p.chips", h("span.chip", of.algorithm.id), h("span.chip", t`version ${of.algorithm.version}`)), of.algorithm.source && h("p.faint", of.algorithm.source)),
    card(t`How sure`, confidence(of), of.accuracy?.length > 0 && h("ul.marks.cannot", of.accuracy.map((each) => h("li", each)))),
    card(t`Source`, h("dl.pairs",
      h("dt", t`Source`), h("dd", of.source.words ?? of.source.name),
      of.source.device && [h("dt", t`Device`), h("dd", of.source.device)],
      of.decoder && [h("dt", t`Decoder`), h("dd", h("code", of.decoder))])),
    of.inputs?.length > 0 && card(counted(of.inputs.length + (of.inputsMore ?? 0), t`Made from one thing`, t`Made from ${number(of.inputs.length + (of.inputsMore ?? 0))} things`),
      h("ul.list", of.inputs.map((each) => h("li", capital(readable(each.name))))),
      of.inputsMore > 0 && h("p.faint", t`And ${number(of.inputsMore)} more.`)),
    of.frames?.length > 0 && card(t`The bytes, as they came`, h("p.faint", t`Each line is one packet over Bluetooth, with its number in the journal.`),
      packets(of.frames.slice(0, few)),
      of.frames.length > few && h("details", h("summary", t`${number(of.frames.length - few)} more packets`), packets(of.frames.slice(few))),
      of.framesMore > 0 && h("p.faint", t`And ${number(of.framesMore)} more.`)),
    (of.messages ?? []).length > 0 && h("section.card", h("h2", t`What they mean, decoded`), of.messages.map((each) => h("pre", { tabindex: 0, role: "region", "aria-label": t`The decoded message` }, JSON.stringify(each, null, 1).replace(/\n\s+(?="time")/g, " ").replace(/\n\s*\}/g, " }")))),
    h("p.faint", t`Not medical advice: a consumer device measured or guessed this.`));
}

/** So many packets stand there at once; the others are folded. */
const few = 6;
const packets = (frames) => h("ol.frames", frames.map((each) => h("li",
  h("p.faint", `${number(each.number)} · ${time(each.time)} · ${each.direction}`, h("span.unseen", " ", t`on ${each.characteristic}`)),
  h("code.bytes", { translate: "no" }, pairs(each.hex)), each.meaning && h("p.soft", each.meaning))));

function confidence(of) {
  // What the share is of stands beside it: "100 %" alone would promise that the value is right.
  if (of.confidence && Number.isFinite(of.confidence.value)) return h("p.soft", h("b", words(Math.round(of.confidence.value * 100), "%")), `: ${lowered(capital(of.confidence.words))}`);
  return h("p.soft", of.confidence?.words ? capital(of.confidence.words) : t`Not known: the device does not say how sure it is.`);
}

const lowered = (text) => (language === "en" && /^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text);
const when = (text) => (/T\d\d:\d\d/.test(text) && wall(text) ? dateTime(text) : text);
const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".") : "");

/** Times within a sentence as people read them. */
const readable = (text) => text.replace(/(\d{4}-\d\d-\d\d) at (\d\d:\d\d)/g, (_, date, at) => dateTime(`${date}T${at}`)).replace(/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:\d\d|Z)?/g, (each) => dateTime(each));

/** "15 00 18 …": pairs that a person can count. */
const pairs = (hex) => (hex.match(/../g) ?? [hex]).map((each, i) => (i === 0 ? h("b", `${each} `) : `${each} `));
