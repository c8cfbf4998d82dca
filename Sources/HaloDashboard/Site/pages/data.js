// What the journal holds, and everything one can do with it: take it away, bring some along, copy it, erase it. Who looks in.

import { h } from "../core/dom.js";
import { ago, bytes, fullDate, number, instant } from "../core/format.js";
import { card, doing, head, order } from "../core/parts.js";
import { ask, root, send } from "../core/server.js";
import { counted, t } from "../core/texts.js";

export async function show({ status, get, refresh, closed }) {
  const [of, { sessions }] = await Promise.all([get("data"), get("sessions")]);
  const node = h("div", head(t`Data`, t`It is yours, and it is on this machine only.`),
    h("div.cards.two",
      h("div.stack", card(t`The journal`, h("p", h("span.value", bytes(of.size)[0]), h("span.soft", ` ${bytes(of.size)[1]}`)),
        h("p.soft", of.oldest ? t`From ${fullDate(of.oldest)} to ${fullDate(of.newest)}.` : t`Nothing is in it yet. Pair a device, or bring data along.`),
        of.counts.length > 0 && h("details", h("summary", t`What is in it`), h("dl.pairs", of.counts.flatMap((each) => [h("dt", each.name), h("dd", number(each.count))])))),
      card(t`Privacy`, h("ul.marks", of.privacy.map((each) => h("li", each))))),
      h("div.stack", takeAway(of, status), bringAlong(refresh), card(t`Backup`, h("p.soft", t`The whole journal as one SQLite file, whole at this moment even while Halo syncs.`), h("div.buttons", h("a.button", { href: `${root}backup`, download: true }, t`Save a backup`)))),
      card(t`Sessions: signed-in browsers`, h("ul.list", sessions.map((each) => h("li", h("div", h("b", each.name), each.current && h("span.chip.good.beside", t`this browser`), h("p.faint", t`${each.address}, seen ${ago(each.lastSeen, instant(status.now))}`)),
        doing(each.current ? t`Leave` : t`End`, t`Ending …`, async () => { await send("DELETE", `session/${each.id}`); if (each.current) closed(); else await refresh(); }, ".small")))),
        h("p.faint", t`A browser that has not looked in for 30 days is let out. ${h("code", "halo serve --link")} lets another in.`)),
      card(t`Wearers`, of.wearers.length ? h("ul.list", of.wearers.map((each) => h("li", h("div", h("b", each.name), each.id === status.wearer?.id && h("span.chip.good.beside", t`shown`), h("p.faint", `${counted(each.days, t`${number(each.days)} day`, t`${number(each.days)} days`)}, ${counted(each.devices, t`${number(each.devices)} device`, t`${number(each.devices)} devices`)}`)),
        each.id !== status.wearer?.id && doing(t`Show`, t`Turning …`, async () => { await send("PUT", "settings", { wearer: each.id }); location.assign("/today"); }, ".small")))) : h("p.soft", t`Nobody yet.`), another()),
      h("section.card.whole.stack", h("h2", t`Erase`), h("p.soft", t`What is erased is gone: save a backup first. Devices may still have the last days.`),
        h("div.buttons",
          status.wearer && doing(status.wearer.name === "me" ? t`Erase my data …` : t`Erase the data of ${status.wearer.name} …`, t`Asking …`, () => erase({ what: "wearer", id: status.wearer.id }, refresh), ".grave.small"),
          doing(t`Erase everything …`, t`Asking …`, () => erase({ what: "all" }, refresh), ".grave.small")))));
  return { title: t`Data`, node };
}

async function erase(what, refresh) {
  const done = await order("POST", "erase", what, { title: t`Erase for good?`, yes: t`Erase`, limit: 120 });
  if (done) await refresh();
  return done;
}

function takeAway(of, status) {
  const format = h("select", { id: "format" }, of.formats.map((each) => h("option", { value: each.format }, `${each.name}${each.words ? `: ${each.words}` : ""}`)));
  const from = h("input", { id: "from", type: "date", value: of.oldest ?? "", min: of.oldest ?? undefined, max: status.today });
  const to = h("input", { id: "to", type: "date", value: of.newest ?? "", min: of.oldest ?? undefined, max: status.today });
  const link = h("a.button.first", { download: true, "data-key": "export" }, t`Export`);
  const aim = () => {
    const query = new URLSearchParams({ format: format.value });
    if (from.value) query.set("from", from.value);
    if (to.value) query.set("to", to.value);
    link.href = `${root}export?${query}`;
  };
  if (!of.oldest) return card(t`Export`, h("p.soft", t`There is nothing to take away yet.`));
  for (const each of [format, from, to]) each.addEventListener("change", aim);
  aim();
  return card(t`Export`, h("div.stack", h("div.field", h("label", { for: "format" }, t`Format`), format),
    h("div.fields", h("div.field", h("label", { for: "from" }, t`From`), from), h("div.field", h("label", { for: "to" }, t`To`), to)),
    h("div.buttons", link)));
}

function bringAlong(refresh) {
  const field = h("input", { id: "file", type: "file", accept: ".csv,.json,.jsonl,.sqlite,.db,.zip,.txt" });
  const place = h("div.buttons");
  place.append(doing(t`Import`, t`Reading …`, async () => {
    const file = field.files[0];
    if (!file) return { words: t`Choose a file first.` };
    const done = await ask(`import?name=${encodeURIComponent(file.name)}`, { method: "POST", file, limit: 300 });
    setTimeout(refresh, 2500);
    return done;
  }));
  return card(t`Import`, h("div.stack", h("p.soft", t`Halo’s own export. Entries that exist are not added twice.`), h("div.field", h("label", { for: "file" }, t`File`), field), place));
}

function another() {
  const field = h("input", { id: "wearer", autocomplete: "off", maxlength: 40 });
  return h("details", h("summary", t`Another person`), h("div.tight", h("label", { for: "wearer" }, t`Name`), h("div.buttons", field,
    doing(t`Show`, t`Turning …`, async () => {
      const name = field.value.trim();
      if (!name) { field.focus(); return; }
      await send("POST", "wearers", { name });
      location.assign("/today");
    }, ".small")), h("p.hint", t`This browser then shows the data of their devices; a device paired here is worn by them.`)));
}
