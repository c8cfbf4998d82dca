// The Data page: contents of the journal, export, import, backup, erasing, browser sessions and wearers.

import { h } from "../core/dom.js";
import { ago, bytes, fullDate, number, instant } from "../core/format.js";
import { card, actionButton, head, order } from "../core/parts.js";
import { root, send } from "../core/server.js";
import { counted, t } from "../core/texts.js";
import { importCard } from "./imports.js";

export async function show({ status, get, refresh, signedOut }) {
  const [of, { sessions }, { imports }] = await Promise.all([get("data"), get("sessions"), get("imports")]);
  const node = h("div", head(t`Data`, t`Your data is stored only on this computer.`),
    h("div.cards.two",
      h("div.stack", card(t`The journal`, h("p", h("span.value", bytes(of.size)[0]), h("span.soft", ` ${bytes(of.size)[1]}`)),
        h("p.soft", of.oldest ? t`From ${fullDate(of.oldest)} to ${fullDate(of.newest)}.` : t`The journal is empty. Pair a device or import data.`),
        of.counts.length > 0 && h("details", h("summary", t`Contents`), h("dl.pairs", of.counts.flatMap((each) => [h("dt", each.name), h("dd", number(each.count))])))),
      card(t`Privacy`, h("ul.marks", of.privacy.map((each) => h("li", each))))),
      h("div.stack", exportCard(of, status), importCard(of, imports, status, refresh), card(t`Backup`, h("p.soft", t`The whole journal as one SQLite file. You can save it even while Halo syncs.`), h("div.buttons", h("a.button", { href: `${root}backup`, download: true }, t`Save a backup`)))),
      card(t`Sessions: signed-in browsers`, h("ul.list", sessions.map((each) => h("li", h("div", h("b", each.name), each.current && h("span.chip.good.beside", t`this browser`), h("p.faint", t`${each.address}, last used ${ago(each.lastSeen, instant(status.now))}`)),
        actionButton(each.current ? t`Sign out` : t`End`, t`Ending …`, async () => { await send("DELETE", `session/${each.id}`); if (each.current) signedOut(); else await refresh(); }, ".small")))),
        h("p.faint", t`A browser is signed out after 30 days without use. ${h("code", "halo serve --link")} prints a link for another browser.`)),
      card(t`Wearers`, of.wearers.length ? h("ul.list", of.wearers.map((each) => h("li", h("div", h("b", each.name), each.id === status.wearer?.id && h("span.chip.good.beside", t`shown`), h("p.faint", `${counted(each.days, t`${number(each.days)} day`, t`${number(each.days)} days`)}, ${counted(each.devices, t`${number(each.devices)} device`, t`${number(each.devices)} devices`)}`)),
        each.id !== status.wearer?.id && actionButton(t`Show`, t`Switching …`, async () => { await send("PUT", "settings", { wearer: each.id }); location.assign("/today"); }, ".small")))) : h("p.soft", t`No wearers yet.`), addWearer()),
      h("section.card.whole.stack", h("h2", t`Erase`), h("p.soft", t`Erased data cannot be restored: save a backup first. Devices may still store the last days.`),
        h("div.buttons",
          status.wearer && actionButton(status.wearer.name === "me" ? t`Erase my data …` : t`Erase the data of ${status.wearer.name} …`, t`Preparing …`, () => erase({ what: "wearer", id: status.wearer.id }, refresh), ".grave.small"),
          actionButton(t`Erase everything …`, t`Preparing …`, () => erase({ what: "all" }, refresh), ".grave.small")))));
  return { title: t`Data`, node };
}

async function erase(what, refresh) {
  const done = await order("POST", "erase", what, { title: t`Erase permanently?`, yes: t`Erase`, limit: 120 });
  if (done) await refresh();
  return done;
}

function exportCard(of, status) {
  const format = h("select", { id: "format" }, of.formats.map((each) => h("option", { value: each.format }, `${each.name}${each.words ? `: ${each.words}` : ""}`)));
  const from = h("input", { id: "from", type: "date", value: of.oldest ?? "", min: of.oldest ?? undefined, max: status.today });
  const to = h("input", { id: "to", type: "date", value: of.newest ?? "", min: of.oldest ?? undefined, max: status.today });
  const link = h("a.button.first", { download: true, "data-key": "export" }, t`Export`);
  const updateLink = () => {
    const query = new URLSearchParams({ format: format.value });
    if (from.value) query.set("from", from.value);
    if (to.value) query.set("to", to.value);
    link.href = `${root}export?${query}`;
  };
  if (!of.oldest) return card(t`Export`, h("p.soft", t`There is no data to export yet.`));
  for (const each of [format, from, to]) each.addEventListener("change", updateLink);
  updateLink();
  return card(t`Export`, h("div.stack", h("div.field", h("label", { for: "format" }, t`Format`), format),
    h("div.fields", h("div.field", h("label", { for: "from" }, t`From`), from), h("div.field", h("label", { for: "to" }, t`To`), to)),
    h("div.buttons", link)));
}

function addWearer() {
  const field = h("input", { id: "wearer", autocomplete: "off", maxlength: 40 });
  return h("details", h("summary", t`Another person`), h("div.tight", h("label", { for: "wearer" }, t`Name`), h("div.buttons", field,
    actionButton(t`Show`, t`Switching …`, async () => {
      const name = field.value.trim();
      if (!name) { field.focus(); return; }
      await send("POST", "wearers", { name });
      location.assign("/today");
    }, ".small")), h("p.hint", t`This browser then shows the data of this person’s devices. Devices that you pair here are assigned to them.`)));
}
