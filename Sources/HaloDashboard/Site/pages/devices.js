// The Devices page: scan, pair, rename, settings, find, sync, unpair, capabilities and battery history.

import { h, s, find, announce, unique } from "../core/dom.js";
import { dateTime, readings, shortDate } from "../core/format.js";
import {
  battery, actionButton, empty, head, keepsDays, order, errorMessage, askToConfirm, waitingFor, waitingForDevice,
} from "../core/parts.js";
import { ask, eventsOf, send } from "../core/server.js";
import { chart, gutter, scale, valueAxis } from "../charts/plot.js";
import { counted, t } from "../core/texts.js";

export const waiting = t`Waiting for Halo to send the list of devices …`;

/** The latest sync event of each device. It is kept when the page is refreshed. */
const syncs = new Map();

export async function show({ get, refresh, take }) {
  const [{ devices }, status] = await Promise.all([get("devices"), get("status")]);
  take(status);
  const cards = /** @type {Map<string, DeviceCard>} */ (new Map());
  const scan = new Scan(refresh);
  for (const device of devices) cards.set(device.id, new DeviceCard(device, refresh, status));
  const another = devices.length === 0 ? scan.node : h("section.card", h("header", h("h2", t`Another device`)),
    h("p.soft", t`Nearby rings, heart rate straps, watches, fitness machines and scales.`),
    h("div.buttons", scan.button), scan.node);
  const isBusy = () => scan.running || [...cards.values()].some((card) => card.busy);

  /** Updates the cards. A card in use keeps its open sections, typed text and messages. */
  async function renew() {
    const [{ devices }, status] = await Promise.all([get("devices"), get("status")]);
    take(status);
    if (isBusy()) return;
    if (devices.length === 0 || cards.size === 0) { await refresh(); return; }
    for (const [id, card] of cards) {
      if (devices.some((device) => device.id === id)) continue;
      card.node.remove();
      cards.delete(id);
    }
    for (const device of devices) {
      const before = cards.get(device.id);
      if (before?.isInUse) { before.news(device); continue; }
      const card = new DeviceCard(device, refresh, status);
      cards.set(device.id, card);
      if (before) before.node.replaceWith(card.node); else another.before(card.node);
    }
  }

  /** Returns true if this page has handled the event. */
  function onEvent(type, data) {
    if (type === "sync") {
      syncs.set(String(data.device), { data, at: Date.now() });
      cards.get(String(data.device))?.progress(data);
      return true;
    }
    if (type === "device") {
      const card = cards.get(data.id);
      if (card) card.news(data); else if (!scan.running) renew().catch(() => {});
      return true;
    }
    // The old state stays visible after an error.
    if (type === "changed" && data.what?.includes("devices") && !isBusy()) renew().catch(() => {});
    return type === "changed";
  }

  const node = h("div",
    head(t`Devices`, devices.length ? t`Paired devices, their sync state and capabilities.` : null),
    h("div.stack",
      devices.length === 0 && !scan.found.size ? empty(t`No device is paired yet`, firstSteps, scan.button) : null,
      h("div.cards.two.loose", [...cards.values()].map((card) => card.node), another)));
  return { title: t`Devices`, node, leave: () => scan.stop(), still: true, onEvent };
}

const firstSteps =
  t`Put your ring near this computer and close the manufacturer’s app, because a ring connects to only one app at a time. Then scan for it.`;

const stateWords = (device) => (!keepsDays(device) && device.state === "never-seen"
  ? t`Reports data only during a workout.` : device.stateWords ?? device.state);

class Scan {
  /** @param {() => Promise<void>} paired called after a device was paired */
  constructor(paired) {
    this.paired = paired;
    this.found = /** @type {Map<string, ReturnType<Scan["rowOf"]>>} */ (new Map());
    this.running = false;
    this.button = h("button.button.first", {
      type: "button", "data-key": "scan", onclick: () => (this.running ? this.stop() : this.start()),
    }, t`Scan for devices`);
    this.state = h("p.soft", { role: "status" });
    this.list = h("ul.list");
    this.node = h("div.tight", this.state, this.list);
  }

  async start() {
    this.running = true;
    this.found.clear();
    this.list.replaceChildren();
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
      if (!stop.signal.aborted) {
        const shown = error.message ? error : { message: t`Halo could not scan for devices.` };
        this.list.append(h("li", errorMessage(shown)));
      }
    }
    clearTimeout(limit);
    this.running = false;
    this.button.textContent = t`Scan again`;
  }

  summary() {
    const { size } = this.found;
    if (size > 0) return counted(size, t`${size} device nearby.`, t`${size} devices nearby.`);
    return t`No device was found. Make sure that it is charged and nearby, and that the manufacturer’s app is closed.`;
  }

  stop() { this.stopper?.abort(); }

  /** Adds a device, or updates its row. */
  add(device) {
    if (device.supported === false && !device.name) return;
    const row = this.rowOf(device), before = this.found.get(device.id);
    if (before) before.node.replaceWith(row.node);
    else {
      const next = [...this.list.children].find((node) => this.nearnessOf(node) < row.nearness);
      this.list.insertBefore(row.node, next ?? null);
    }
    this.found.set(device.id, row);
  }

  rowOf(device) {
    const { id, name, words, model, signal, paired, supported } = device;
    const pair = async () => {
      const made = await send("POST", "devices", { id }, { limit: 60 });
      this.stop();
      announce(t`${made.name} was paired.`);
      await this.paired();
    };
    const details = [words ?? model, Number.isFinite(signal) && `${signal} dBm`].filter(Boolean).join(" · ");
    const node = h("li", h("div", h("b", name ?? t`No name`), h("p.faint", details)),
      paired ? h("span.chip.good", t`✓ paired`) : supported === false ? h("span.chip", t`not supported`)
        : actionButton(t`Pair`, t`Pairing …`, pair, ".small.first"));
    // Supported devices first, then by signal strength: the strongest is most likely the user's device.
    return { node, nearness: (supported === false ? -1000 : 0) + (signal ?? -200) };
  }

  nearnessOf(node) {
    return [...this.found.values()].find((row) => row.node === node)?.nearness ?? -9999;
  }
}

class DeviceCard {
  constructor(device, refresh, status) {
    this.device = device;
    this.refresh = refresh;
    this.busy = false;
    this.path = `devices/${device.id}`;
    this.name = h("h2", device.name);
    this.state = h("p.soft", stateWords(device));
    this.cell = h("span", battery(device.battery));
    this.bar = h("progress", { max: 1, "aria-label": t`Sync of ${device.name}` });
    this.words = h("p.soft", { role: "status" });
    this.sync = h("div.tight", { hidden: true }, this.bar, this.words);
    this.syncButton = actionButton(t`Sync now`, t`Starting …`, async () => {
      await send("POST", `${this.path}/sync`);
      this.progress({ state: "running", words: t`Connecting …` });
    }, ".first");
    const wearer = status.wearers?.length > 1 ? device.wearer : null;
    this.waits = waitingForDevice(device);
    this.node = h("section.card.stack.device", { "aria-label": device.name },
      h("header", h("div", this.name, this.state), this.cell),
      device.problem && h("p.said.warn", device.problem),
      device.clock && h("p.said.warn", `${device.clock.words} ${device.clock.advice}`),
      h("p.chips", device.model && h("span.chip", device.model), device.firmware && h("span.chip", device.firmware),
        wearer && h("span.chip", device.isWorn ? t`worn by ${wearer}` : t`used by ${wearer}`)),
      this.sync,
      h("div.buttons", keepsDays(device) && this.syncButton,
        device.workout && h(`a.button${device.kind === "machine" ? ".first" : ""}`,
          { href: `/workouts/now/${device.id}` }, t`Workout`),
        device.live?.length > 0 && h("a.button", { href: `/live/${device.id}` }, t`Live`),
        device.actions.filter((action) => isSimple(action)).map((action) => this.actionOf(action))),
      h("div",
        this.loadedSection(t`Capabilities`, () => this.abilities()),
        (device.battery || keepsDays(device))
          && this.loadedSection(t`Battery history`, () => this.batteryHistory()),
        !device.actions.every(isSimple) && this.loadedSection(t`Actions`,
          () => device.actions.filter((action) => !isSimple(action)).map((action) => this.actionOf(action))),
        device.settings && this.loadedSection(t`Device settings`, () => this.settings(), this.waits),
        device.workout === "machine" && this.loadedSection(t`Unit of speed`, () => this.speedUnit()),
        device.numbersUsers && this.loadedSection(t`Your number on the device`, () => this.userNumber()),
        this.loadedSection(t`Rename or unpair`, () => this.renameAndUnpair())));
    const last = syncs.get(device.id);
    if (last && Date.now() - last.at < 60_000) this.progress(last.data);
  }

  /** A section that is loaded when it is opened. It shows a waiting message, and errors with a button to retry. */
  loadedSection(title, make, waits = "") {
    const inside = h("div.opened");
    const details = h("details", h("summary", title), inside);
    const again = () => h("div.buttons", h("button.button.small", { type: "button", onclick: load }, t`Try again`));
    const load = async () => {
      inside.setAttribute("aria-busy", "true");
      inside.replaceChildren(
        waits ? h("p.waiting-words", { role: "status" }, waits) : waitingFor(() => t`Waiting for Halo …`));
      let answer = /** @type {Node[]} */ ([]);
      try { answer = [await make()].flat(); } catch (error) {
        if (error.code !== "stopped") answer = [errorMessage(error), again()];
      }
      inside.replaceChildren(...answer);
      inside.removeAttribute("aria-busy");
    };
    details.addEventListener("toggle", () => details.open && load());
    return details;
  }

  /** True if the card has a pending request, a message, or an open section. */
  get isInUse() { return find("details[open], [aria-busy=true], .buttons > .said", this.node) !== null; }

  news(brief) {
    if (brief.name) {
      this.name.textContent = brief.name;
      this.node.setAttribute("aria-label", brief.name);
    }
    this.state.textContent = stateWords(brief);
    this.cell.replaceChildren(battery(brief.battery) ?? "");
  }

  /** @param {{ state: string, done?: number, of?: number, words?: string, error?: any }} sync */
  progress({ state, done, of: total, words, error }) {
    this.busy = state === "running";
    this.words.setAttribute("aria-live", this.busy ? "off" : "polite"); // progress updates are not announced
    this.sync.hidden = false;
    this.sync.dataset.sync = state;
    clearTimeout(this.silence);
    if (state === "running") {
      if (total !== undefined && total > 0) {
        this.bar.max = total;
        this.bar.value = done ?? 0;
      } else this.bar.removeAttribute("value");
      this.words.textContent = words ?? t`Syncing …`;
      this.silence = setTimeout(() => {
        this.words.textContent =
          t`No progress for two minutes. The sync may still be running. If it is not, sync again.`;
        this.busy = false;
      }, 120_000);
      return;
    }
    this.bar.max = 1;
    this.bar.value = state === "done" ? 1 : 0;
    this.words.textContent = state === "done" ? words ?? t`Synced.` : "";
    find(":scope > .said.bad", this.sync)?.remove();
    if (state !== "failed") return;
    this.sync.append(errorMessage(
      error ?? { message: words ?? t`The sync failed.`, advice: t`Bring the device closer and try again.` }));
  }

  abilities() {
    const { can, cannot } = this.device;
    const inability = ({ words, reason }) => h("li", words, reason && h("small", reason));
    return h("div.cards.two.lean",
      h("div", h("h3", t`Supported`), h("ul.marks", can.map(({ words }) => h("li", words)))),
      cannot.length > 0
        && h("div", h("h3", t`Not supported`), h("ul.marks.cannot", cannot.map(inability))));
  }

  async batteryHistory() {
    const report = await ask(`${this.path}/battery`), { habits } = report;
    const points = report.readings ? readings(report.readings) : [];
    return [
      h("p.soft", report.words),
      points.length > 1 ? batteryChart(points, report.readings.texts)
        : h("p.faint", t`One reading so far. Each sync adds one.`),
      habits?.length > 0 && h("div", h("h3", t`Automatic measurements`),
        h("dl.pairs.left", habits.flatMap(({ name, words }) => [h("dt", name), h("dd", words)]))),
    ].filter(Boolean);
  }

  async settings() {
    const report = await ask(`${this.path}/settings`, { limit: 40 });
    const place = h("div");
    const fill = ({ settings }) => place.replaceChildren(
      ...settings.map((setting) => this.setting(setting, fill)),
      h("p.faint", t`Read from the device just now. Each change is verified on the device.`));
    fill(report);
    return place;
  }

  /** An action's button, with fields for its parameters. */
  actionOf({ id, name, warning, parameters }) {
    const fields = parameters.map((parameter) => parameterField(parameter));
    const act = () => {
      if (!fields.every(({ field }) => field.reportValidity())) return null;
      const values = Object.fromEntries(fields.map(({ id: key, value }) => [key, value()]));
      return order("POST", `${this.path}/actions/${id}`, { arguments: values },
        { title: `${name}?`, yes: name, limit: 60 });
    };
    const kind = warning ? ".grave.small" : parameters.length > 0 ? ".small" : "";
    const button = actionButton(name, this.waits, act, kind);
    if (isSimple({ warning, parameters })) return button;
    return h("form.tight", { onsubmit: (event) => { event.preventDefault(); button.click(); } },
      fields.map(({ row }) => row), warning && h("p.faint", warning), h("div.buttons", button));
  }

  setting(setting, fill) {
    const { type, value, low, high, step, unit } = setting, choices = setting.choices ?? [];
    const id = unique("setting"), key = `${this.device.id}.${setting.id}`;
    const waits = h("p.said", this.waits);
    const put = async (changed, field) => {
      find(".said", row)?.remove();
      field.disabled = true;
      row.append(waits);
      announce(waits.textContent);
      try {
        fill(await send("PUT", `${this.path}/settings`, { id: setting.id, value: changed }, { limit: 40 }));
        announce(t`${setting.name} was changed.`);
        find(`[data-key="${CSS.escape(key)}"]`)?.focus();
      } catch (error) {
        waits.replaceWith(errorMessage(error));
        field.disabled = false;
        if (type === "toggle") field.checked = value; else field.value = value;
      }
    };
    const shared = { id, "data-key": key, "aria-describedby": `${id}-hint` };
    const toggle = () => h("input.switch", {
      ...shared, type: "checkbox", role: "switch", checked: value === true,
      onchange: ({ target }) => put(target.checked, target),
    });
    const choice = () => h("select", {
      ...shared,
      onchange: ({ target }) =>
        put(choices.find((each) => String(each.value) === target.value)?.value ?? target.value, target),
    }, choices.map((each) => h("option", { value: String(each.value), selected: each.value === value }, each.name)));
    const amount = () => h("input", {
      ...shared, type: "number", value: value ?? "", min: low ?? undefined, max: high ?? undefined, step: step ?? "any",
      onchange: ({ target }) => target.reportValidity() && target.value !== "" && put(Number(target.value), target),
    });
    const hint = [setting.words, setting.note].filter(Boolean)
      .map((text) => (/[.?!]$/.test(text) ? text : `${text}.`)).join(" ");
    const row = h("div.row",
      h("div", h("label", { for: id }, setting.name, unit && h("span.faint", `, ${unit}`)),
        h("p.hint", { id: `${id}-hint` }, hint)),
      type === "toggle" ? toggle() : type === "choice" ? choice() : amount());
    return row;
  }

  speedUnit() {
    const id = unique("unit"), chosen = this.device.speedUnit ?? "";
    const units = [
      ["", t`As its model`], ["kmh", t`Kilometers per hour`], ["mph", t`Miles per hour`],
      ["mph-commands", t`Takes miles, reports kilometers`], ["mph-reports", t`Takes kilometers, reports miles`],
    ];
    const field = h("select", { id, "aria-describedby": `${id}-hint` },
      units.map(([value, name]) => h("option", { value, selected: value === chosen }, name)));
    return h("div.stack",
      h("p.soft", { id: `${id}-hint` },
        t`Choose another unit if the machine's display shows another speed than Halo. Stop the belt first.`),
      h("label", { for: id }, t`Unit of speed`),
      h("div.buttons", field, actionButton(t`Save`, t`Saving …`, async () => {
        await send("PATCH", this.path, { speedUnit: field.value || null });
        await this.refresh();
      }, ".small")));
  }

  userNumber() {
    const id = unique("user");
    const field = h("input", { id, type: "number", min: 0, max: 254, step: 1, required: true,
      value: this.device.user ?? "", "aria-describedby": `${id}-hint` });
    return h("div.stack",
      h("p.soft", { id: `${id}-hint` },
        t`The device assigns a number to each person. Halo stores only the measurements of yours, also from earlier syncs.`),
      h("label", { for: id }, t`Your number`),
      h("div.buttons", field, actionButton(t`Save`, t`Saving …`, async () => {
        if (!field.reportValidity()) return;
        await send("PATCH", this.path, { user: Number(field.value) });
        await this.refresh();
      }, ".small")));
  }

  renameAndUnpair() {
    const { name } = this.device;
    const id = unique("name");
    const field = h("input", { id, value: name, maxlength: 60, autocomplete: "off" });
    const unpair = async (keepData, title, yes) => {
      const done = await order("DELETE", this.path, { keepData }, { title, yes });
      if (done) await this.refresh();
      return null;
    };
    return h("div.stack",
      h("form.tight", { onsubmit: (event) => event.preventDefault() },
        h("label", { for: id }, t`Name`),
        h("div.buttons", field, actionButton(t`Rename`, t`Renaming …`, async () => {
          await send("PATCH", this.path, { name: field.value.trim() });
          await this.refresh();
        }, ".small"))),
      h("div.buttons",
        actionButton(t`Unpair, keep data`, t`Preparing …`, async () => {
          const text = t`Halo no longer syncs it. Its data stays in the journal.`;
          if (!(await askToConfirm(t`Unpair ${name}?`, text, t`Unpair`))) return null;
          return unpair(true, t`Unpair ${name}?`, t`Unpair`);
        }, ".small"),
        actionButton(t`Unpair and erase data`, t`Preparing …`,
          () => unpair(false, t`Unpair ${name} and erase its data?`, t`Unpair and erase`), ".grave.small")));
  }
}

/** True if an action needs neither values nor a confirmation, so that a button is enough. */
const isSimple = ({ warning, parameters }) => !warning && parameters.length === 0;

/** A field for a parameter of an action, and its value. */
function parameterField({ id, name, type, words, minimum, maximum, step, choices = [], maximumLength }) {
  const key = unique("value"), shared = { id: key, "aria-describedby": `${key}-hint` };
  const rowOf = (field, hint) => h("div.row",
    h("div", h("label", { for: key }, name), h("p.hint", { id: `${key}-hint` }, hint)), field);
  if (type === "choice") {
    const field = h("select", shared, choices.map((each) => h("option", { value: each.id }, each.name)));
    return { id, field, row: rowOf(field, ""), value: () => field.value };
  }
  const field = h("input", type === "flag" ? { ...shared, type: "checkbox", role: "switch", class: "switch" }
    : type === "number" ? { ...shared, type: "number", required: true, min: minimum, max: maximum, step }
      : { ...shared, required: true, maxlength: maximumLength, autocomplete: "off" });
  const value = { flag: () => field.checked, number: () => field.valueAsNumber }[type] ?? (() => field.value);
  return { id, field, row: rowOf(field, type === "flag" ? "" : words), value };
}

function batteryChart(points, { axis }) {
  const first = points[0], last = points[points.length - 1];
  return chart({
    title: t`Battery`, level: "h3", className: "div.chart.tone-steps", height: 150,
    summary: t`${last.text} now`,
    columns: [t`When`, `${t`Battery`}#`],
    rows: () => points.map(({ at, text }) => [dateTime(at), text]),
    draw(svg, full, height) {
      const base = height - 22, width = full - gutter;
      const x = scale(first.ms, last.ms, 4, width), y = scale(axis.low, axis.high, base, 8);
      const path = points.map(({ ms, value }) => `${x(ms).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
      valueAxis(svg, axis, y, width);
      svg.append(s("line.base", { x1: 0, x2: width, y1: base, y2: base }), s("path.trace", { d: `M${path}` }),
        s("text", { x: 0, y: base + 16 }, shortDate(first.at)),
        s("text", { x: width, y: base + 16, "text-anchor": "end" }, shortDate(last.at)));
      return points.map(({ ms, at, value, text }) => {
        const when = dateTime(at);
        return { x: x(ms), y: y(value), words: `${when}: ${text}`, parts: [text, when] };
      });
    },
  });
}
