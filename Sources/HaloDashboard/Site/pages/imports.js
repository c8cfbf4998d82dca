// The import of files on the Data page: upload, preview, result, and the list of imports.

import { h } from "../core/dom.js";
import { ago, bytes, instant, number, yearDate } from "../core/format.js";
import { actionButton, card, dialog, order, said, table } from "../core/parts.js";
import { send, upload } from "../core/server.js";
import { t } from "../core/texts.js";

export function importCard(of, imports, status, refresh) {
  // The preview begins at once: a chosen file would be lost when new data refreshes the page.
  const field = h("input", { id: "file", type: "file", accept: ".csv,.json,.jsonl,.sqlite,.db,.zip,.xml,.txt", onchange: () => {
    const file = field.files[0];
    field.value = "";
    if (file) importFile(file, of.largestImport, refresh);
  } });
  return card(t`Import`, h("div.stack",
    h("p.soft", t`From Apple Health, Gadgetbridge, Health Connect, or another journal of Halo. You see a preview first, and existing entries are not added twice.`),
    h("div.field", h("label", { for: "file" }, t`File`), field),
    imports.length > 0 && h("details", h("summary", t`Imports`), h("ul.list", imports.map((each) => h("li",
      h("div", h("b", each.file), h("p.faint", `${ago(each.time, instant(status.now))}: ${each.devices.join(", ")}`)),
      undoButton(each.number, refresh)))))));
}

const undoButton = (id, done) => actionButton(t`Undo`, t`Undoing …`, async () => {
  const answer = await order("POST", `imports/${id}/undo`, {}, { title: t`Undo this import?`, yes: t`Undo`, limit: 1800 });
  if (answer) await done(answer);
}, ".small");

/** Uploads a file and shows its preview in a dialog, which stays when the page is refreshed. */
function importFile(file, largest, refresh) {
  const stop = new AbortController();
  const place = h("div.stack");
  let waiting = null, isChanged = false;
  const box = dialog("ask.import", t`Import`, place, { onclose: () => {
    stop.abort();
    // The server drops it after half an hour, if this request fails.
    if (waiting) send("DELETE", `import/${waiting}`).catch(() => {});
    if (isChanged) refresh();
  } });
  const close = (name) => h("button.button", { type: "button", onclick: () => box.close() }, name);
  const show = (...inside) => place.replaceChildren(...inside.flat().filter(Boolean));
  const bar = h("progress", { max: 1, value: 0 });
  const words = h("p.soft", { role: "status" }, t`Uploading ${file.name} …`);
  const fail = (error) => show(said(error), h("div.buttons", close(t`Close`)));
  if (file.size > largest) return fail({ message: t`The file is larger than ${bytes(largest).join(" ")}. Use ‘halo import’ for it.` });
  show(words, bar, h("div.buttons", close(t`Cancel`)));
  const finish = (answer) => show(h("p", { role: "status" }, answer.words),
    h("div.buttons", answer.number != null && undoButton(answer.number, (undone) => finish({ words: undone.words })), close(t`Close`)));
  upload(`import/preview?name=${encodeURIComponent(file.name)}`, file, { signal: stop.signal, sent: (part) => {
    bar.value = part;
    if (part < 1) return;
    bar.removeAttribute("value");
    words.textContent = t`Reading ${file.name} …`;
  } }).then((preview) => {
    waiting = preview.id;
    show(previewOf(preview), h("div.buttons",
      preview.new > 0 && actionButton(t`Import`, t`Importing …`, async () => {
        isChanged = true;
        const answer = await send("POST", `import/${waiting}`, {}, { limit: 1800 });
        waiting = null;
        finish(answer);
      }, ".first"), close(preview.new > 0 ? t`Cancel` : t`Close`)));
  }, (error) => error.code !== "stopped" && fail(error));
}

function previewOf(preview) {
  const rows = (source) => source.amounts.map(({ title, all, new: added, first, last }) =>
    [title, number(all), number(added), first ? (first === last ? yearDate(first) : t`${yearDate(first)} to ${yearDate(last)}`) : ""]);
  return [
    h("p", preview.new > 0 ? t`${preview.file} (${preview.format}). Nothing is imported yet.` : t`${preview.file} (${preview.format}) has nothing new.`),
    ...preview.sources.map((source) => h("div", h("h3", source.name), table([t`Kind`, `${t`Entries`}#`, `${t`New`}#`, t`Days`], rows(source), source.name))),
    ...preview.notes.map((each) => h("p.soft", each)),
  ];
}
