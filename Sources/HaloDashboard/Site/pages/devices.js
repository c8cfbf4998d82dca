// The Devices page: scan, pair, rename, settings, find, sync, unpair, capabilities and battery history.

import { h, s, find, announce, unique } from "../core/dom.js";
import { ago, dateTime, number, readings, shortDate } from "../core/format.js";
import { battery, actionButton, empty, head, keepsDays, order, said, askToConfirm, waitingFor, waitingForDevice } from "../core/parts.js";
import { ask, eventsOf, send } from "../core/server.js";
import { chart, gutter, scale, ticks, valueAxis } from "../charts/plot.js";
import { counted, t } from "../core/texts.js";

/** The latest sync event of each device. It is kept when the page is refreshed. */
const syncs = new Map();

export async function show({ get, refresh, take }) {
  const [{ devices }, status] = await Promise.all([get("devices"), get("status")]);
  take(status);
  const cards = new Map();
  const scan = new Scan(refresh);
  for (const device of devices) cards.set(device.id, new DeviceCard(device, refresh, status));
  const another = devices.length > 0 ? h("section.card", h("header", h("h2", t`Another device`)), h("p.soft", t`Nearby rings, heart rate straps, watches and fitness machines.`), h("div.buttons", scan.button), scan.node) : scan.node;

  /** Updates the cards. A card in use keeps its open sections, typed text and messages. */
  async function renew() {
    const [{ devices }, status] = await Promise.all([get("devices"), get("status")]);
    take(status);
    if (scan.running || [...cards.values()].some((each) => each.busy)) return;
    if (devices.length === 0 || cards.size === 0) { await refresh(); return; }
    for (const [id, card] of cards) if (!devices.some((each) => each.id === id)) { card.node.remove(); cards.delete(id); }
    for (const device of devices) {
      const before = cards.get(device.id);
      if (before?.isInUse) { before.news(device); continue; }
      const card = new DeviceCard(device, refresh, status);
      cards.set(device.id, card);
      if (before) before.node.replaceWith(card.node); else another.before(card.node);
    }
  }

  const node = h("div",
    head(t`Devices`, devices.length ? t`Paired devices, their sync state and capabilities.` : null),
    h("div.stack",
      devices.length === 0 && !scan.found.size
        ? empty(t`No device is paired yet`, t`Put your ring near this computer and close the manufacturer’s app, because a ring connects to only one app at a time. Then scan for it.`, scan.button)
        : null,
      h("div.cards.two.loose", [...cards.values()].map((each) => each.node), another)));
  return { title: t`Devices`, node, leave: () => scan.stop(), still: true, onEvent(type, data) {
    if (type === "sync") syncs.set(String(data.device), { data, at: Date.now() });
    if (type === "sync") { cards.get(String(data.device))?.progress(data); return true; }
    if (type === "device") { const of = cards.get(data.id); if (of) of.news(data); else if (!scan.running) renew().catch(() => {}); return true; }
    if (type === "changed" && data.what?.includes("devices") && !scan.running && ![...cards.values()].some((each) => each.busy)) renew().catch(() => {}); // the old state stays visible after an error
    return type === "changed";
  } };
}

const words = (device) => (!keepsDays(device) && device.state === "never-seen" ? t`Reports data only during a workout.` : device.stateWords ?? device.state);

class Scan {
  constructor(paired) {
    Object.assign(this, { paired, found: new Map(), running: false });
    this.button = h("button.button.first", { type: "button", "data-key": "scan", onclick: () => (this.running ? this.stop() : this.start()) }, t`Scan for devices`);
    this.state = h("p.soft", { role: "status" });
    this.list = h("ul.list");
    this.node = h("div.tight", this.state, this.list);
  }

  async start() {
    this.running = true;
    this.found.clear(); this.list.replaceChildren();
    this.button.textContent = t`Stop scanning`;
    this.state.textContent = t`Scanning …`;
    const stop = (this.stopper = new AbortController());
    const limit = setTimeout(() => stop.abort(), 30_000);
    let end = null;
    try {
      for await (const { type, data } of eventsOf("devices/scan", {}, stop.signal)) {
        if (type === "found") this.add(data);
        if (type === "end") end = data.words;
        if (type === "error") throw data.error ?? data;
      }
      this.state.textContent = end ?? this.summary();
    } catch (error) {
      this.state.textContent = stop.signal.aborted ? this.summary() : "";
      if (!stop.signal.aborted) this.list.append(h("li", said(error.message ? error : { message: t`Halo could not scan for devices.` })));
    }
    clearTimeout(limit);
    this.running = false;
    this.button.textContent = t`Scan again`;
  }

  summary() { return this.found.size ? counted(this.found.size, t`${this.found.size} device nearby.`, t`${this.found.size} devices nearby.`) : t`No device was found. Make sure that it is charged and nearby, and that the manufacturer’s app is closed.`; }
  stop() { this.stopper?.abort(); }

  add(of) {
    if (of.supported === false && !of.name) return;
    const row = h("li", h("div", h("b", of.name ?? t`No name`), h("p.faint", [of.words ?? of.model, Number.isFinite(of.signal) && `${of.signal} dBm`].filter(Boolean).join(" · "))),
      of.paired ? h("span.chip.good", t`✓ paired`) : of.supported === false ? h("span.chip", t`not supported`)
        : actionButton(t`Pair`, t`Pairing …`, async () => { const made = await send("POST", "devices", { id: of.id }, { limit: 60 }); this.stop(); announce(t`${made.name} was paired.`); await this.paired(); }, ".small.first"));
    // Supported devices first, then by signal strength: the strongest is most likely the user's device.
    row.nearness = (of.supported === false ? -1000 : 0) + (of.signal ?? -200);
    const before = this.found.get(of.id);
    if (before) before.replaceWith(row);
    else this.list.insertBefore(row, [...this.list.children].find((each) => (each.nearness ?? -9999) < row.nearness) ?? null);
    this.found.set(of.id, row);
  }
}

class DeviceCard {
  constructor(device, refresh, status) {
    Object.assign(this, { device, refresh, busy: false });
    this.path = `devices/${device.id}`;
    this.name = h("h2", device.name);
    this.state = h("p.soft", words(device));
    this.cell = h("span", battery(device.battery));
    this.bar = h("progress", { max: 1, "aria-label": t`Sync of ${device.name}` });
    this.words = h("p.soft", { role: "status" });
    this.sync = h("div.tight", { hidden: true }, this.bar, this.words);
    this.syncButton = actionButton(t`Sync now`, t`Starting …`, async () => { await send("POST", `${this.path}/sync`); this.progress({ state: "running", words: t`Connecting …` }); }, ".first");
    const wearer = status.wearers?.length > 1 ? device.wearer : null;
    this.waits = waitingForDevice(device);
    this.node = h("section.card.stack.device", { "aria-label": device.name },
      h("header", h("div", this.name, this.state), this.cell),
      device.problem && h("p.said.warn", device.problem),
      device.clock && h("p.said.warn", `${device.clock.words} ${device.clock.advice}`),
      h("p.chips", device.model && h("span.chip", device.model), device.firmware && h("span.chip", device.firmware), wearer && h("span.chip", t`worn by ${wearer}`)),
      this.sync,
      h("div.buttons", keepsDays(device) && this.syncButton,
        device.workout && h(`a.button${device.kind === "machine" ? ".first" : ""}`, { href: `/workouts/now/${device.id}` }, t`Workout`),
        device.live?.length > 0 && h("a.button", { href: `/live/${device.id}` }, t`Live`),
        device.find && actionButton(t`Find`, this.waits, () => send("POST", `${this.path}/find`, {}, { limit: 40 }))),
      h("div",
        this.loadedSection(t`Capabilities`, () => this.abilities()),
        (device.battery || keepsDays(device)) && this.loadedSection(t`Battery history`, () => this.batteryHistory()),
        device.settings && this.loadedSection(t`Device settings`, () => this.settings(), this.waits),
        this.loadedSection(t`Rename or unpair`, () => this.renameAndUnpair())));
    const last = syncs.get(device.id);
    if (last && Date.now() - last.at < 60_000) this.progress(last.data);
  }

  /** A section that is loaded when it is opened. It shows a waiting message, and errors with a button to retry. */
  loadedSection(title, make, waits = null) {
    const inside = h("div.opened");
    const details = h("details", h("summary", title), inside);
    const load = async () => {
      inside.setAttribute("aria-busy", "true");
      inside.replaceChildren(waits ? h("p.waiting-words", { role: "status" }, waits) : waitingFor(t`Waiting for Halo …`));
      let answer;
      try { answer = [await make()].flat(); } catch (error) {
        if (error.code !== "stopped") answer = [said(error), h("div.buttons", h("button.button.small", { type: "button", onclick: load }, t`Try again`))];
      }
      inside.replaceChildren(...(answer ?? []));
      inside.removeAttribute("aria-busy");
    };
    details.addEventListener("toggle", () => details.open && load());
    return details;
  }

  /** True if the card has a pending request, a message, or an open section. */
  get isInUse() { return find("details[open], [aria-busy=true], .buttons > .said", this.node) !== null; }

  news(brief) {
    if (brief.name) { this.name.textContent = brief.name; this.node.setAttribute("aria-label", brief.name); }
    this.state.textContent = words(brief);
    this.cell.replaceChildren(...[battery(brief.battery)].filter(Boolean));
  }

  progress({ state, done, of, words: text, error }) {
    this.busy = state === "running";
    this.words.setAttribute("aria-live", this.busy ? "off" : "polite"); // progress updates are not announced
    this.sync.hidden = false;
    this.sync.dataset.sync = state;
    if (state === "running") {
      if (Number.isFinite(of) && of > 0) { this.bar.max = of; this.bar.value = done ?? 0; } else this.bar.removeAttribute("value");
      this.words.textContent = text ?? t`Syncing …`;
      clearTimeout(this.silence);
      this.silence = setTimeout(() => { this.words.textContent = t`No progress for two minutes. The sync may still be running. If it is not, sync again.`; this.busy = false; }, 120_000);
      return;
    }
    clearTimeout(this.silence);
    this.bar.max = 1; this.bar.value = state === "done" ? 1 : 0;
    this.words.textContent = state === "done" ? text ?? t`Synced.` : "";
    find(":scope > .said.bad", this.sync)?.remove();
    if (state === "failed") this.sync.append(said(error ?? { message: text ?? t`The sync failed.`, advice: t`Bring the device closer and try again.` }));
  }

  abilities() {
    const { can, cannot } = this.device;
    return h("div.cards.two.lean", h("div", h("h3", t`Supported`), h("ul.marks", can.map((each) => h("li", each.words)))),
      cannot.length > 0 && h("div", h("h3", t`Not supported`), h("ul.marks.cannot", cannot.map((each) => h("li", each.words, each.reason && h("small", each.reason))))));
  }

  async batteryHistory() {
    const of = await ask(`${this.path}/battery`);
    const points = readings(of.readings);
    return [h("p.soft", of.words),
      points.length > 1 ? chart({ title: t`Battery`, level: "h3", className: "div.chart.tone-steps", height: 150, summary: of.percent == null ? "" : t`${number(of.percent)} % now`,
        columns: [t`When`, `${t`Battery`}#`], rows: () => points.map((each) => [dateTime(each.at), `${number(each.value)} %`]),
        draw(svg, width, full) {
          const base = full - 22, x = scale(points[0].ms, points.at(-1).ms, 4, width - gutter), y = scale(0, 100, base, 8);
          valueAxis(svg, ticks(0, 100, 2).filter(Boolean), y, width - gutter, (v) => `${v} %`);
          svg.append(s("line.base", { x1: 0, x2: width - gutter, y1: base, y2: base }),
            s("path.trace", { d: `M${points.map((each) => `${x(each.ms).toFixed(1)} ${y(each.value).toFixed(1)}`).join("L")}` }),
            s("text", { x: 0, y: base + 16 }, shortDate(points[0].at)), s("text", { x: width - gutter, y: base + 16, "text-anchor": "end" }, shortDate(points.at(-1).at)));
          return points.map((each) => ({ x: x(each.ms), y: y(each.value), words: `${dateTime(each.at)}: ${number(each.value)} %`, parts: [`${number(each.value)} %`, dateTime(each.at)] }));
        } }) : h("p.faint", t`One reading so far. Each sync adds one.`),
      of.habits?.length > 0 && h("div", h("h3", t`Automatic measurements`), h("dl.pairs.left", of.habits.flatMap((each) => [h("dt", each.name), h("dd", each.words)])))].filter(Boolean);
  }

  async settings() {
    const of = await ask(`${this.path}/settings`, { limit: 40 });
    const place = h("div");
    const fill = ({ settings, readAt }) => place.replaceChildren(
      ...settings.map((each) => this.setting(each, fill)), h("p.faint", t`Read from the device ${ago(readAt)}. Each change is verified on the device.`));
    fill(of);
    const dangerous = (this.device.dangerous ?? []).map((what) => actionButton(what === "reset" ? t`Reset the device …` : t`Turn it off …`, this.waits,
      () => order("POST", `${this.path}/${what}`, {}, { title: what === "reset" ? t`Reset the device?` : t`Turn off the device?`, yes: what === "reset" ? t`Reset` : t`Turn off`, limit: 60 }), ".grave.small"));
    return [place, dangerous.length > 0 && h("div.buttons", dangerous)].filter(Boolean);
  }

  setting(of, fill) {
    const id = unique("setting");
    const waits = h("p.said", this.waits);
    const put = async (value, field) => {
      find(".said", row)?.remove();
      field.disabled = true;
      row.append(waits);
      announce(waits.textContent);
      try { fill(await send("PUT", `${this.path}/settings`, { id: of.id, value }, { limit: 40 })); announce(t`${of.name} was changed.`); find(`[data-key="${CSS.escape(`${this.device.id}.${of.id}`)}"]`)?.focus(); }
      catch (error) { waits.replaceWith(said(error)); field.disabled = false; if (of.type === "toggle") field.checked = of.value; else field.value = of.value; }
    };
    const shared = { id, "data-key": `${this.device.id}.${of.id}`, "aria-describedby": `${id}-hint` };
    const field = of.type === "toggle" ? h("input.switch", { ...shared, type: "checkbox", role: "switch", checked: of.value === true, onchange: (event) => put(event.target.checked, event.target) })
      : of.type === "choice" ? h("select", { ...shared, onchange: (event) => put((of.choices ?? []).find((each) => String(each.value) === event.target.value)?.value ?? event.target.value, event.target) },
        (of.choices ?? []).map((each) => h("option", { value: String(each.value), selected: each.value === of.value }, each.name)))
        : h("input", { ...shared, type: "number", value: of.value ?? "", min: of.low ?? undefined, max: of.high ?? undefined, step: of.step ?? "any",
          onchange: (event) => event.target.reportValidity() && event.target.value !== "" && put(Number(event.target.value), event.target) });
    const row = h("div.row", h("div", h("label", { for: id }, of.name, of.unit && h("span.faint", `, ${of.unit}`)), h("p.hint", { id: `${id}-hint` }, [of.words, of.note].filter(Boolean).map((each) => (/[.?!]$/.test(each) ? each : `${each}.`)).join(" "))), field);
    return row;
  }

  renameAndUnpair() {
    const id = unique("name");
    const field = h("input", { id, value: this.device.name, maxlength: 60, autocomplete: "off" });
    return h("div.stack",
      h("form.tight", { onsubmit: (event) => event.preventDefault() }, h("label", { for: id }, t`Name`), h("div.buttons", field,
        actionButton(t`Rename`, t`Renaming …`, async () => { await send("PATCH", this.path, { name: field.value.trim() }); await this.refresh(); }, ".small"))),
      h("div.buttons",
        actionButton(t`Unpair, keep data`, t`Preparing …`, async () => {
          if (!(await askToConfirm(t`Unpair ${this.device.name}?`, t`Halo no longer syncs it. Its data stays in the journal.`, t`Unpair`))) return null;
          const done = await order("DELETE", this.path, { keepData: true }, { title: t`Unpair ${this.device.name}?`, yes: t`Unpair` });
          if (done) await this.refresh();
          return null;
        }, ".small"),
        actionButton(t`Unpair and erase data`, t`Preparing …`, async () => {
          const done = await order("DELETE", this.path, { keepData: false }, { title: t`Unpair ${this.device.name} and erase its data?`, yes: t`Unpair and erase` });
          if (done) await this.refresh();
          return null;
        }, ".grave.small")));
  }
}
