// The Data page: contents of the journal, export, import, backup, erasing, browser sessions and wearers.

import { h } from "../core/dom.js";
import { number } from "../core/format.js";
import { big, card, actionButton, head, order } from "../core/parts.js";
import { root, send } from "../core/server.js";
import { counted, t } from "../core/texts.js";
import { importCard } from "../parts/imports.js";

export const waiting = t`Waiting for Halo to send the contents of the journal …`;

export async function show({ status, get, refresh, signedOut }) {
  const [report, { sessions }, { imports }] = await Promise.all([get("data"), get("sessions"), get("imports")]);
  const node = h("div", head(t`Data`, t`Your data is stored only on this computer.`),
    h("div.cards.two",
      h("div.stack", journalCard(report),
        card(t`Privacy`, h("ul.marks", report.privacy.map((text) => h("li", text))))),
      h("div.stack", exportCard(report, status), importCard(report, imports, refresh), backupCard()),
      sessionsCard(sessions, refresh, signedOut),
      wearersCard(report.wearers, status),
      eraseCard(status, refresh)));
  return { title: t`Data`, node };
}

function journalCard({ sizeWords, words, counts }) {
  return card(t`The journal`, h("p", big(sizeWords)),
    h("p.soft", words ?? t`The journal is empty. Pair a device or import data.`),
    counts.length > 0 && h("details", h("summary", t`Contents`),
      h("dl.pairs", counts.flatMap(({ name, count }) => [h("dt", name), h("dd", number(count))]))));
}

const backupCard = () => card(t`Backup`,
  h("p.soft", t`The whole journal as one SQLite file. You can save it even while Halo syncs.`),
  h("div.buttons", h("a.button", { href: `${root}backup`, download: true }, t`Save a backup`)));

function sessionsCard(sessions, refresh, signedOut) {
  const endButton = ({ id, current }) => actionButton(current ? t`Sign out` : t`End`, t`Ending …`, async () => {
    await send("DELETE", `session/${id}`);
    if (current) signedOut(); else await refresh();
  }, ".small");
  const item = (session) => h("li",
    h("div", h("b", session.name), session.current && h("span.chip.good.beside", t`this browser`),
      h("p.faint", t`${session.address}, last used ${session.ago}`)),
    endButton(session));
  const command = h("code", "halo serve --link");
  return card(t`Sessions: signed-in browsers`, h("ul.list", sessions.map(item)),
    h("p.faint", t`A browser is signed out after 30 days without use. ${command} prints a link for another browser.`));
}

function wearersCard(wearers, status) {
  const contents = ({ days, devices }) => [
    counted(days, t`${number(days)} day`, t`${number(days)} days`),
    counted(devices, t`${number(devices)} device`, t`${number(devices)} devices`),
  ].join(", ");
  const showButton = ({ id }) => actionButton(t`Show`, t`Switching …`, async () => {
    await send("PUT", "settings", { wearer: id });
    location.assign("/today");
  }, ".small");
  const item = (wearer) => {
    const isShown = wearer.id === status.wearer?.id;
    return h("li",
      h("div", h("b", wearer.name), isShown && h("span.chip.good.beside", t`shown`), h("p.faint", contents(wearer))),
      !isShown && showButton(wearer));
  };
  return card(t`Wearers`,
    wearers.length ? h("ul.list", wearers.map(item)) : h("p.soft", t`No wearers yet.`), addWearer());
}

function eraseCard({ wearer }, refresh) {
  const eraseButton = (name, what) => actionButton(name, t`Preparing …`, () => erase(what, refresh), ".grave.small");
  const wearerName = () => (wearer.name === "me" ? t`Erase my data …` : t`Erase the data of ${wearer.name} …`);
  return h("section.card.whole.stack", h("h2", t`Erase`),
    h("p.soft", t`Erased data cannot be restored: save a backup first. Devices may still store the last days.`),
    h("div.buttons", wearer && eraseButton(wearerName(), { what: "wearer", id: wearer.id }),
      eraseButton(t`Erase everything …`, { what: "all" })));
}

async function erase(what, refresh) {
  const done = await order("POST", "erase", what, { title: t`Erase permanently?`, yes: t`Erase`, limit: 120 });
  if (done) await refresh();
  return done;
}

function exportCard({ formats, oldest, newest }, status) {
  const format = h("select", { id: "format" }, formats.map((each) =>
    h("option", { value: each.format }, `${each.name}${each.words ? `: ${each.words}` : ""}`)));
  const dateField = (id, value) =>
    h("input", { id, type: "date", value: value ?? "", min: oldest ?? undefined, max: status.today });
  const from = dateField("from", oldest), to = dateField("to", newest);
  const link = h("a.button.first", { download: true, "data-key": "export" }, t`Export`);
  const updateLink = () => {
    const query = new URLSearchParams({ format: format.value });
    if (from.value) query.set("from", from.value);
    if (to.value) query.set("to", to.value);
    link.href = `${root}export?${query}`;
  };
  if (!oldest) return card(t`Export`, h("p.soft", t`There is no data to export yet.`));
  for (const field of [format, from, to]) field.addEventListener("change", updateLink);
  updateLink();
  return card(t`Export`, h("div.stack",
    h("div.field", h("label", { for: "format" }, t`Format`), format),
    h("div.fields",
      h("div.field", h("label", { for: "from" }, t`From`), from), h("div.field", h("label", { for: "to" }, t`To`), to)),
    h("div.buttons", link)));
}

function addWearer() {
  const field = h("input", { id: "wearer", autocomplete: "off", maxlength: 40 });
  const showButton = actionButton(t`Show`, t`Switching …`, async () => {
    const name = field.value.trim();
    if (!name) { field.focus(); return; }
    await send("POST", "wearers", { name });
    location.assign("/today");
  }, ".small");
  const hint =
    t`This browser then shows the data of this person’s devices. Devices that you pair here are assigned to them.`;
  return h("details", h("summary", t`Another person`),
    h("div.tight", h("label", { for: "wearer" }, t`Name`), h("div.buttons", field, showButton), h("p.hint", hint)));
}
