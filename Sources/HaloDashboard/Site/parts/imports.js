// The import of files on the Data page: upload, preview, result, and the list of imports.

import { h } from "../core/dom.js";
import { number, yearDate } from "../core/format.js";
import { actionButton, card, dialog, errorMessage, order, table } from "../core/parts.js";
import { send, upload } from "../core/server.js";
import { t } from "../core/texts.js";

export function importCard({ largestImport, largestImportWords }, imports, refresh) {
  // The preview begins at once: a chosen file would be lost when new data refreshes the page.
  const field = h("input", {
    id: "file", type: "file", accept: ".csv,.json,.jsonl,.sqlite,.db,.zip,.xml,.txt", onchange: () => {
      const file = field.files?.[0];
      field.value = "";
      if (file) importFile(file, largestImport, largestImportWords, refresh);
    },
  });
  const item = (entry) => h("li",
    h("div", h("b", entry.file),
      h("p.faint", `${entry.ago}: ${entry.devices.join(", ")}`)),
    undoButton(entry.number, refresh));
  return card(t`Import`, h("div.stack",
    h("p.soft", programs),
    h("div.field", h("label", { for: "file" }, t`File`), field),
    imports.length > 0 && h("details", h("summary", t`Imports`), h("ul.list", imports.map(item)))));
}
const programs =
  t`From Apple Health, Gadgetbridge, Health Connect, or another journal of Halo. You see a preview first, and existing entries are not added twice.`;

const undoButton = (id, done) => actionButton(t`Undo`, t`Undoing …`, async () => {
  const options = { title: t`Undo this import?`, yes: t`Undo`, limit: 1800 };
  const answer = await order("POST", `imports/${id}/undo`, {}, options);
  if (answer) await done(answer);
}, ".small");

/** Uploads a file and shows its preview in a dialog, which stays when the page is refreshed. */
function importFile(file, largest, tooLarge, refresh) {
  const stop = new AbortController();
  const place = h("div.stack");
  let waiting = null, isChanged = false;
  const box = dialog("ask.import", t`Import`, place, () => {
    stop.abort();
    // The server drops it after half an hour, if this request fails.
    if (waiting) send("DELETE", `import/${waiting}`).catch(() => {});
    if (isChanged) refresh();
  });
  const close = (name) => h("button.button", { type: "button", onclick: () => box.close() }, name);
  const show = (...inside) => place.replaceChildren(...inside.flat().filter(Boolean));
  const bar = h("progress", { max: 1, value: 0 });
  const words = h("p.soft", { role: "status" }, t`Uploading ${file.name} …`);
  const fail = (error) => show(errorMessage(error), h("div.buttons", close(t`Close`)));
  if (file.size > largest) return fail({ message: tooLarge });
  show(words, bar, h("div.buttons", close(t`Cancel`)));
  const undo = (id) => undoButton(id, ({ words }) => finish({ words }));
  const finish = (answer) => show(h("p", { role: "status" }, answer.words),
    h("div.buttons", answer.number != null && undo(answer.number), close(t`Close`)));
  const sent = (part) => {
    bar.value = part;
    if (part < 1) return;
    bar.removeAttribute("value");
    words.textContent = t`Reading ${file.name} …`;
  };
  const importButton = () => actionButton(t`Import`, t`Importing …`, async () => {
    isChanged = true;
    const answer = await send("POST", `import/${waiting}`, {}, { limit: 1800 });
    waiting = null;
    finish(answer);
  }, ".first");
  const path = `import/preview?name=${encodeURIComponent(file.name)}`;
  upload(path, file, { signal: stop.signal, sent }).then((preview) => {
    const hasNew = preview.new > 0;
    waiting = preview.id;
    show(previewOf(preview), h("div.buttons", hasNew && importButton(), close(hasNew ? t`Cancel` : t`Close`)));
  }, (error) => error.code !== "stopped" && fail(error));
}

function previewOf({ file, format, new: added, sources, notes }) {
  const days = (first, last) => (first === last ? yearDate(first) : t`${yearDate(first)} to ${yearDate(last)}`);
  const row = (amount) => [
    amount.title, number(amount.all), number(amount.new), amount.first ? days(amount.first, amount.last) : "",
  ];
  const columns = [t`Kind`, `${t`Entries`}#`, `${t`New`}#`, t`Days`];
  return [
    h("p", added > 0 ? t`${file} (${format}). Nothing is imported yet.` : t`${file} (${format}) has nothing new.`),
    ...sources.map(({ name, amounts }) => h("div", h("h3", name), table(columns, amounts.map(row), name))),
    ...notes.map((note) => h("p.soft", note)),
  ];
}
