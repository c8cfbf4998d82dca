// Where a number comes from: what it is, by which algorithm, how sure, from what, down to the bytes.

import { h } from "../core/dom.js";
import { dateTime, fullDate, number, time, words, wall } from "../core/format.js";
import { big, card, empty, head, toneOf } from "../core/parts.js";

export async function show({ parts, get }) {
  const id = parts.join("/");
  if (!id) return { title: "Explain", node: h("div", head("Where numbers come from"), empty("Every number can be followed", "Choose any number on the other pages: it leads here, to what it was made from, down to the bytes that the device sent.", h("a.button.first", { href: "/today" }, "Go to today"))) };
  const node = await explanation(id, get, true);
  return { title: "Where from?", node: h("div", h("p.back", back()), head("Where this number comes from"), node) };
}

/** The way back, also where the page is installed and no browser's button is there. */
const back = () => h("a", { href: "/today", onclick: (event) => { if (history.state?.inside) { event.preventDefault(); history.back(); } } }, "← Back");

/** The explanation as cards. Used as a page, and in the sheet over the others. */
export async function explanation(id, get) {
  const of = await get(`explain/${encodeURIComponent(id).replaceAll("%40", "@").replaceAll("%3A", ":")}`);
  return h(`div.stack.tone-${toneOf(of.id)}`,
    h("section.card", h("h2", of.name), h("p", big(of.value, of.unit, ".huge-ish")), of.when && h("p.faint", /@.*T/.test(of.id) || !wall(of.when) ? when(of.when) : fullDate(of.when)), h("p", readable(of.sentence))),
    of.algorithm && card("How it is computed", h("p", capital(of.algorithm.definition)), h("p.chips", h("span.chip", of.algorithm.id), h("span.chip", `version ${of.algorithm.version}`)), of.algorithm.source && h("p.faint", of.algorithm.source)),
    card("How sure", confidence(of), of.accuracy?.length > 0 && h("ul.marks.cannot", of.accuracy.map((each) => h("li", each)))),
    card("Source", h("dl.pairs",
      h("dt", "Source"), h("dd", of.source.words ?? of.source.name),
      of.source.device && [h("dt", "Device"), h("dd", of.source.device)],
      of.decoder && [h("dt", "Decoder"), h("dd", h("code", of.decoder))])),
    of.inputs?.length > 0 && card(`Made from ${number(of.inputs.length + (of.inputsMore ?? 0))} ${of.inputs.length + (of.inputsMore ?? 0) === 1 ? "thing" : "things"}`,
      h("ul.list", of.inputs.map((each) => h("li", capital(readable(each.name))))),
      of.inputsMore > 0 && h("p.faint", `And ${number(of.inputsMore)} more.`)),
    of.frames?.length > 0 && card("The bytes, as they came", h("p.faint", "Each line is one packet over Bluetooth, with its number in the journal."),
      packets(of.frames.slice(0, few)),
      of.frames.length > few && h("details", h("summary", `${number(of.frames.length - few)} more packets`), packets(of.frames.slice(few))),
      of.framesMore > 0 && h("p.faint", `And ${number(of.framesMore)} more.`)),
    (of.messages ?? []).length > 0 && h("section.card", h("h2", "What they mean, decoded"), of.messages.map((each) => h("pre", { tabindex: 0, role: "region", "aria-label": "The decoded message" }, JSON.stringify(each, null, 1).replace(/\n\s+(?="time")/g, " ").replace(/\n\s*\}/g, " }")))),
    h("p.faint", "Not medical advice: a consumer device measured or guessed this."));
}

/** So many packets stand there at once; the others are folded. */
const few = 6;
const packets = (frames) => h("ol.frames", frames.map((each) => h("li",
  h("p.faint", `${number(each.number)} · ${time(each.time)} · ${each.direction}`, h("span.unseen", ` on ${each.characteristic}`)),
  h("code.bytes", { translate: "no" }, pairs(each.hex)), each.meaning && h("p.soft", each.meaning))));

function confidence(of) {
  // What the share is of stands beside it: "100 %" alone would promise that the value is right.
  if (of.confidence && Number.isFinite(of.confidence.value)) return h("p.soft", h("b", words(Math.round(of.confidence.value * 100), "%")), `: ${lowered(capital(of.confidence.words))}`);
  return h("p.soft", of.confidence?.words ? capital(of.confidence.words) : "Not known: the device does not say how sure it is.");
}

const lowered = (text) => (/^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text);
const when = (text) => (/T\d\d:\d\d/.test(text) && wall(text) ? dateTime(text) : text);
const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".") : "");

/** Times within a sentence as people read them. */
const readable = (text) => text.replace(/(\d{4}-\d\d-\d\d) at (\d\d:\d\d)/g, (_, date, at) => dateTime(`${date}T${at}`)).replace(/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:\d\d|Z)?/g, (each) => dateTime(each));

/** "15 00 18 …": pairs that a person can count. */
const pairs = (hex) => (hex.match(/../g) ?? [hex]).map((each, i) => (i === 0 ? h("b", `${each} `) : `${each} `));
