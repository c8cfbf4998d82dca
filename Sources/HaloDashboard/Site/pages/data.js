// What the journal holds, and everything one can do with it: take it away, bring some along, copy it, erase it. Who looks in.

import { h } from "../core/dom.js";
import { ago, bytes, fullDate, number, instant } from "../core/format.js";
import { card, doing, head, order } from "../core/parts.js";
import { ask, root, send } from "../core/server.js";

export async function show({ status, get, refresh, closed }) {
  const [of, { sessions }] = await Promise.all([get("data"), get("sessions")]);
  const node = h("div", head("Data", "It is yours, and it is on this machine only."),
    h("div.cards.two",
      h("div.stack", card("The journal", h("p", h("span.value", bytes(of.size).replace(/\u00a0.*/, "")), h("span.soft", ` ${bytes(of.size).replace(/.*\u00a0/, "")}`)),
        h("p.soft", of.oldest ? `From ${fullDate(of.oldest)} to ${fullDate(of.newest)}.` : "Nothing is in it yet. Pair a device, or bring data along."),
        of.counts.length > 0 && h("details", h("summary", "What is in it"), h("dl.pairs", of.counts.flatMap((each) => [h("dt", each.name), h("dd", number(each.count))])))),
      card("Privacy", h("ul.marks", of.privacy.map((each) => h("li", each))))),
      h("div.stack", takeAway(of, status), bringAlong(refresh), card("Backup", h("p.soft", "The whole journal as one SQLite file, whole at this moment even while Halo syncs."), h("div.buttons", h("a.button", { href: `${root}backup`, download: true }, "Save a backup")))),
      card("Sessions: who looks in", h("ul.list", sessions.map((each) => h("li", h("div", h("b", each.name), each.current && h("span.chip.good.beside", "this browser"), h("p.faint", `${each.address}, seen ${ago(each.lastSeen, instant(status.now))}`)),
        doing(each.current ? "Leave" : "End", "Ending …", async () => { await send("DELETE", `session/${each.id}`); if (each.current) closed(); else await refresh(); }, ".small")))),
        h("p.faint", "A browser that has not looked in for 30 days is let out. ", h("code", "halo serve --link"), " lets another in.")),
      card("Wearers", of.wearers.length ? h("ul.list", of.wearers.map((each) => h("li", h("div", h("b", each.name), each.id === status.wearer?.id && h("span.chip.good.beside", "shown"), h("p.faint", `${number(each.days)} ${each.days === 1 ? "day" : "days"}, ${number(each.devices)} ${each.devices === 1 ? "device" : "devices"}`)),
        each.id !== status.wearer?.id && doing("Show", "Turning …", async () => { await send("PUT", "settings", { wearer: each.id }); location.assign("/today"); }, ".small")))) : h("p.soft", "Nobody yet."), another()),
      h("section.card.whole.stack", h("h2", "Erase"), h("p.soft", "What is erased is gone: save a backup first. Devices may still have the last days."),
        h("div.buttons",
          status.wearer && doing(`Erase ${status.wearer.name === "me" ? "my" : `${status.wearer.name}’s`} data …`, "Asking …", () => erase({ what: "wearer", id: status.wearer.id }, refresh), ".grave.small"),
          doing("Erase everything …", "Asking …", () => erase({ what: "all" }, refresh), ".grave.small")))));
  return { title: "Data", node };
}

async function erase(what, refresh) {
  const done = await order("POST", "erase", what, { title: "Erase for good?", yes: "Erase", limit: 120 });
  if (done) await refresh();
  return done;
}

function takeAway(of, status) {
  const format = h("select", { id: "format" }, of.formats.map((each) => h("option", { value: each.format }, `${each.name}${each.words ? `: ${each.words}` : ""}`)));
  const from = h("input", { id: "from", type: "date", value: of.oldest ?? "", min: of.oldest ?? undefined, max: status.today });
  const to = h("input", { id: "to", type: "date", value: of.newest ?? "", min: of.oldest ?? undefined, max: status.today });
  const link = h("a.button.first", { download: true, "data-key": "export" }, "Export");
  const aim = () => {
    const query = new URLSearchParams({ format: format.value });
    if (from.value) query.set("from", from.value);
    if (to.value) query.set("to", to.value);
    link.href = `${root}export?${query}`;
  };
  if (!of.oldest) return card("Export", h("p.soft", "There is nothing to take away yet."));
  for (const each of [format, from, to]) each.addEventListener("change", aim);
  aim();
  return card("Export", h("div.stack", h("div.field", h("label", { for: "format" }, "Format"), format),
    h("div.fields", h("div.field", h("label", { for: "from" }, "From"), from), h("div.field", h("label", { for: "to" }, "To"), to)),
    h("div.buttons", link)));
}

function bringAlong(refresh) {
  const field = h("input", { id: "file", type: "file", accept: ".csv,.json,.jsonl,.sqlite,.db,.zip,.txt" });
  const place = h("div.buttons");
  place.append(doing("Import", "Reading …", async () => {
    const file = field.files[0];
    if (!file) return { words: "Choose a file first." };
    const done = await ask(`import?name=${encodeURIComponent(file.name)}`, { method: "POST", file, limit: 300 });
    setTimeout(refresh, 2500);
    return done;
  }));
  return card("Import", h("div.stack", h("p.soft", "Halo’s own export. What is there already is not doubled."), h("div.field", h("label", { for: "file" }, "File"), field), place));
}

function another() {
  const field = h("input", { id: "wearer", autocomplete: "off", maxlength: 40 });
  return h("details", h("summary", "Somebody else"), h("div.tight", h("label", { for: "wearer" }, "Name"), h("div.buttons", field,
    doing("Show", "Turning …", async () => {
      const name = field.value.trim();
      if (!name) { field.focus(); return; }
      await send("POST", "wearers", { name });
      location.assign("/today");
    }, ".small")), h("p.hint", "This browser then shows what their devices tell; a device paired here is worn by them.")));
}
