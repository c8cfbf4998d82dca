// The Workout page during a workout, and treadmill control. Halo itself records the workout: the page may be closed,
// and other pages show it too.

import { h, announce, unique } from "../core/dom.js";
import { actionButton, big, empty, errorMessage, head, order } from "../core/parts.js";
import { ask, eventsOf, send, Stream } from "../core/server.js";
import { t } from "../core/texts.js";

const sports = {
  walking: t`Walking`, running: t`Running`, hiking: t`Hiking`, cycling: t`Cycling`, rowing: t`Rowing`,
  elliptical: t`Elliptical`, stairs: t`Stairs`, other: t`Other`,
};
const roles = { machine: t`Machine`, heart: t`Heart rate` };

export async function show(page) {
  const [{ workout }, { devices }] = await Promise.all([page.get("workouts/now"), page.get("devices")]);
  if (!workout) return choose(page, devices);
  const view = new WorkoutView(page, workout);
  return {
    title: t`Workout`, node: view.node, still: true, leave: () => view.leave(),
    onEvent: (type) => type === "changed" || type === "workout",
  };
}

const backLink = () => h("p", h("a", { href: "/activity" }, t`← Activity`));

// Start of a workout

const noDevice =
  t`Pair a heart rate strap, a ring or a fitness machine: treadmill, bike, rower or elliptical. Devices can only be found while they are awake: put on the strap, step on the treadmill, or turn the pedals.`;

function choose({ parts, status, go, take }, devices) {
  const [machines, hearts] = ["machine", "heart"].map((role) => devices.filter((device) => device.workout === role));
  if (machines.length + hearts.length === 0) {
    return {
      title: t`Workout`, node: h("div", backLink(), head(t`Workout`, t`Record a workout second by second.`),
        empty(t`No device for workouts is paired yet`, noDevice,
          h("a.button.first", { href: "/devices" }, t`Scan for devices`))),
    };
  }
  const asked = parts[1], isAsked = ({ id }) => id === asked;
  const preselected = (list) => (list.find(isAsked) ?? list[0])?.id ?? "";
  const strapsFirst = [...hearts].sort((a, b) => Number(b.kind === "strap") - Number(a.kind === "strap"));
  // From a strap's card, preselect only the strap; from a machine's card, the machine and the first strap.
  const first = {
    machine: asked && hearts.some(isAsked) ? "" : preselected(machines), heart: preselected(strapsFirst),
  };
  const select = (role, list, none) => {
    const id = unique(role);
    const field = h("select", { id, "data-key": `with-${role}` },
      h("option", { value: "", selected: first[role] === "" }, none),
      list.map((device) => h("option", { value: device.id, selected: device.id === first[role] }, device.name)));
    return { field, row: h("div.field", h("label", { for: id }, roles[role]), field) };
  };
  const machine = select("machine", machines, t`No machine`), heart = select("heart", hearts, t`No heart rate device`);
  const sport = h("select", { id: unique("sport") }, h("option", { value: "" }, t`As the machine reports`),
    Object.entries(sports).map(([value, name]) => h("option", { value }, name)));
  const wearer = status.wearers?.length > 1
    ? h("select", { id: unique("wearer") }, status.wearers.map(({ id, name }) =>
      h("option", { value: id, selected: id === status.wearer.id }, name)))
    : null;
  const start = actionButton(t`Start the workout`, t`Connecting …`, async () => {
    await send("POST", "workouts", {
      machine: machine.field.value || null, heart: heart.field.value || null, sport: sport.value || null,
      wearer: wearer?.value ?? null,
    }, { limit: 40 });
    take(await ask("status"));
    go("/workouts/now", { replace: true });
  }, ".first");
  const onEvent = (type, data) => {
    if (type === "workout" && data.workout) go("/workouts/now");
    return type === "changed";
  };
  return {
    title: t`Workout`, still: true, onEvent, node: h("div", backLink(),
      head(t`Workout`,
        t`Halo records the workout second by second and saves it continuously, even if no page is open.`),
      h("section.card.stack.begin",
        h("div.fields.even", machine.row, heart.row,
          h("div.field", h("label", { for: sport.id }, t`Sport`), sport),
          wearer && h("div.field", h("label", { for: wearer.id }, t`Wearer`), wearer)),
        h("p.faint",
          machines.length ? t`A machine only reports its measurements until you take control.`
            : t`A treadmill, bike or rower adds speed, distance and power. Pair one under Devices.`,
          " ",
          hearts.length ? t`A ring is not synced during the workout.`
            : t`A strap or a ring adds your heart rate. Pair one under Devices.`),
        h("div.buttons", start))),
  };
}

// The running workout

const shown = [
  ["speed", t`Speed`, "steps"], ["pace", t`Pace`, "steps"], ["distance", t`Distance`, "steps"],
  ["incline", t`Incline`, "stress"], ["power", t`Power`, "oxygen"], ["cadence", t`Cadence`, "variability"],
  ["energy", t`Energy`, "stress"],
];

class WorkoutView {
  constructor(page, workout) {
    this.page = page;
    this.workout = workout;
    this.at = performance.now();
    this.seconds = 0;
    this.over = false;
    this.clock = h("span.value.huge", { role: "timer", "aria-label": t`Time` });
    this.heart = h("div", big(null, ".huge"));
    this.heartWords = h("p.faint");
    this.zone = h("span.chip", { hidden: true });
    this.links = h("ul.links");
    this.cells = Object.fromEntries(shown.map(([key, name, tone]) => {
      const value = h("div", big(null, ".huge-ish"));
      return [key, { value, node: h(`div.figure.tone-${tone}`, { hidden: true }, h("span.name", name), value) }];
    }));
    this.problem = h("div");
    this.end = actionButton(t`End the workout`, t`Ending …`, () => this.finish(), ".first");
    this.belt = workout.machine?.kind === "machine" ? new BeltPanel(this) : null;
    const lead = page.status.wearers?.length > 1
      ? t`For ${workout.wearer}. Halo keeps recording when this page is closed, and every page shows the workout.`
      : t`Halo keeps recording when this page is closed, and every page shows the workout.`;
    this.node = h("div",
      backLink(),
      head(sports[workout.sport] ?? t`Workout`, lead),
      h("div.stack",
        h("section.card.now", { "aria-label": t`Now` },
          h("div.now-big", h("div", h("span.name", t`Time`), this.clock),
            h("div.tone-heart", h("span.name", t`Heart rate`), this.heart, this.heartWords, this.zone)),
          h("div.figures.four", Object.values(this.cells).map(({ node }) => node)),
          h("div", { role: "status" }, this.links)),
        this.belt?.node,
        h("section.card", h("div.buttons.spread",
          h("p.soft", t`When it ends, the workout is saved with its charts and zones.`), this.end), this.problem)),
      this.belt?.bar);
    this.take(workout);
    this.timer = setInterval(() => this.tick(), 500);
    this.stream = new Stream("workouts/now/live", ["state", "values", "end"],
      (type, data) => this.onEvent(type, data), () => {}, () => !this.belt?.control);
  }

  leave() {
    this.over = true;
    clearInterval(this.timer);
    this.stream.close();
    this.belt?.leave();
  }

  onEvent(type, data) {
    if (this.over) return;
    if (type === "end") this.ended(data);
    else if (type === "state") this.take(data);
    else this.values(data);
  }

  take(workout) {
    this.workout = workout;
    const all = [workout.machine, workout.heart].filter(Boolean);
    const key = all.map(({ name, words }) => `${name} ${words}`).join();
    if (key !== this.linked) {
      this.linked = key;
      this.links.replaceChildren(
        ...all.map(({ link, name, words }) => h(`li.${link}`, h("b", name), ` ${words}`)));
    }
    this.values(workout.values);
    this.belt?.take(workout);
  }

  values(values) {
    const { seconds, texts, heartWords, zone, speed } = values;
    this.seconds = seconds;
    this.at = performance.now();
    this.tick();
    this.heart.replaceChildren(big(texts.heartRate, ".huge"));
    this.heartWords.textContent = heartWords ?? "";
    this.zone.hidden = zone == null;
    this.zone.className = `chip zone tone-zone-${zone ?? 0}`;
    this.zone.textContent = zone === 0 ? t`Below zone 1` : t`Zone ${zone}`;
    for (const [key] of shown) {
      const cell = this.cells[key], text = texts[key];
      if (text != null) cell.node.hidden = false; // values seen once keep their place
      cell.value.replaceChildren(big(text, ".huge-ish"));
    }
    this.belt?.values(values);
    // Screen readers announce the values once per minute.
    if (!this.announcedAt || performance.now() - this.announcedAt > 60_000) {
      this.announcedAt = performance.now();
      const text = [texts.heartRate, speed > 0 && texts.speed].filter(Boolean).join(", ");
      if (text) announce(text);
    }
  }

  tick() {
    const seconds = Math.floor(this.seconds + (performance.now() - this.at) / 1000);
    const two = (n) => String(n).padStart(2, "0");
    const minutes = Math.floor(seconds / 60), hours = Math.floor(seconds / 3600);
    const text = `${hours > 0 ? `${hours}:${two(minutes % 60)}` : minutes}:${two(seconds % 60)}`;
    if (this.clock.textContent !== text) this.clock.textContent = text;
  }

  async finish() {
    const outcome = await send("POST", "workouts/now/end", {}, { limit: 60 });
    this.ended(outcome);
  }

  /** The workout has ended, here or on another page. */
  ended({ words, workout, error }) {
    if (this.over) return;
    this.leave();
    if (workout != null && !error) {
      announce(t`The workout has ended.`);
      this.page.go(`/workouts/${workout}`, { replace: true });
      return;
    }
    this.node.replaceChildren(backLink(), head(t`Workout`),
      empty(error ? t`The workout has ended early` : t`No workout was saved`,
        [words, error?.advice].filter(Boolean).join(" "),
        workout != null && h("a.button.first", { href: `/workouts/${workout}` }, t`Show the recording`),
        h("button.button", { type: "button", onclick: () => this.page.go("/workouts/now") }, t`Start another`)));
    this.node.querySelector("h1")?.focus();
  }
}

// Treadmill

/**
 * The control that the server has granted, and the machine's ranges.
 * @typedef {{ low: number, high: number, step?: number, texts: string[] }} Range with a text for each tenth
 * @typedef {{ control: string, startText: string, words: string, speeds?: Range, inclines?: Range }} Control
 */

/** The text of a target in its range. */
const textOf = (range, value) => range?.texts[Math.round(value * 10) - Math.round(range.low * 10)] ?? "–";

/** Treadmill control. Stop needs no control and no confirmation; all other commands need control. */
class BeltPanel {
  /** @param {WorkoutView} view */
  constructor(view) {
    this.view = view;
    this.name = view.workout.machine.name;
    this.isTreadmill = false;
    this.isTakingControl = false;
    this.control = /** @type {Control | null} */ (null);
    this.state = h("p.soft", { role: "status" });
    this.grave = h("div");
    this.takeButton = actionButton(t`Take control`, t`Connecting to the treadmill …`, () => this.takeControl());
    this.stopButton = h("button.button.stop",
      { type: "button", "aria-keyshortcuts": "Escape", onclick: () => this.stop() }, t`Stop the belt`);
    this.controls = h("div.stack", { hidden: true });
    this.messages = h("div");
    this.bar = h("div.stop-bar", { hidden: true }, this.stopButton);
    this.node = h("section.card.stack.belt", { hidden: true, "aria-label": t`Treadmill ${this.name}` },
      h("header", h("h2", t`Treadmill`), this.state), this.grave, this.messages, this.takeButton, this.controls);
    this.keys = (event) => this.pressed(event);
    document.addEventListener("keydown", this.keys);
  }

  take(workout) {
    const { belt } = workout;
    this.workout = workout;
    const isRunnable = belt?.runnable === true;
    this.node.hidden = !belt || (!isRunnable && !belt.words && !this.isTreadmill);
    this.isTreadmill ||= isRunnable;
    this.bar.hidden = !this.isTreadmill;
    this.takeButton.hidden = !isRunnable || !!this.control || belt.held || this.isTakingControl;
    this.grave.hidden = !belt?.words;
    if (this.shownWords !== belt?.words) {
      this.shownWords = belt?.words;
      this.grave.replaceChildren(belt?.words
        ? h(`div.said${belt.grave ? ".bad" : ".warn"}`, { role: "alert" }, h("p", belt.words)) : "");
    }
    this.showState();
  }

  showState() {
    const { belt, machine } = this.workout, moving = this.moving;
    const words = machine.link !== "connected" ? t`Not connected.`
      : this.control ? (moving ? t`Running. You are in control.` : t`Stopped. You are in control.`)
        : belt?.held ? t`Another page is in control. You can use Stop here too.`
          : moving ? t`Running. No page is in control.` : t`Stopped. Use the buttons on the machine.`;
    if (this.state.textContent !== words) this.state.textContent = words;
    if (!this.control || !this.inputs) return;
    this.inputs.start.hidden = moving === true;
    this.inputs.pause.hidden = moving !== true;
    for (const button of this.inputs.speed) button.disabled = moving !== true;
  }

  values({ moving, speed, incline, targetSpeed, targetIncline }) {
    const was = this.moving;
    this.moving = moving;
    this.shownSpeed = speed ?? 0;
    // Steps start from the target, which the server knows a moment after a command.
    const hasSettled = (setAt) => !setAt || performance.now() - setAt > 3_000;
    if (hasSettled(this.speedSetAt) || moving !== true) this.speed = targetSpeed ?? speed ?? 0;
    if (hasSettled(this.inclineSetAt)) this.incline = targetIncline ?? incline ?? 0;
    if (this.workout && was !== moving) this.showState();
    this.showTargets();
  }

  /** Escape always stops the belt; space does unless it activates a focused element. */
  pressed(event) {
    if (this.node.hidden || this.bar.hidden || document.querySelector("dialog[open]") || event.repeat) return;
    const presses = event.target.closest?.(
      "button, a, input, select, summary, textarea, [role=slider], [tabindex='0']");
    if (event.key !== "Escape" && !(event.key === " " && !presses)) return;
    event.preventDefault();
    this.stop();
  }

  async stop() {
    this.stopButton.textContent = t`Stopping …`;
    clearTimeout(this.later);
    clearTimeout(this.laterIncline);
    this.speedSetAt = this.inclineSetAt = undefined;
    // If the belt does not slow down, for example because other tabs use all connections, release control, which also
    // stops it.
    const before = this.shownSpeed;
    const late = setTimeout(() => {
      if (this.moving !== false && this.shownSpeed >= before - 0.1) this.leaving?.abort();
    }, 2500);
    try {
      await send("POST", "workouts/now/stop", {}, { limit: 45 });
      this.bar.querySelector(".said")?.remove();
      announce(t`The treadmill has stopped.`);
    } catch (error) {
      this.bar.querySelector(".said")?.remove();
      this.bar.prepend(errorMessage({
        message: error.message,
        advice: error.advice ?? t`Stop it with the button on the machine, or pull the safety key.`,
      }));
    }
    clearTimeout(late);
    this.stopButton.textContent = t`Stop the belt`;
  }

  /** Takes and keeps control while this page is open. Resolves when control is granted, or rejects with the reason. */
  takeControl() {
    this.isTakingControl = true;
    const leaving = (this.leaving = new AbortController());
    return new Promise((resolve, reject) => {
      (async () => {
        try {
          for await (const { type, data } of eventsOf("workouts/now/control", {}, leaving.signal)) {
            if (type === "control") { this.granted(data); resolve(null); }
            // Triggered by the server's beat, because timers of background pages are throttled.
            if (type === "beat" && this.control) this.sendCommand({ order: "here" }, 10).catch(() => {});
            if (type === "end" && data.error) {
              const trouble = Object.assign(new Error(data.error.message), data.error);
              if (this.control) this.show(trouble);
              reject(trouble);
            }
          }
          resolve(null);
        } catch (error) {
          if (leaving.signal.aborted) resolve(null);
          else if (this.control) {
            this.show({
              message: t`The connection to Halo was lost, so the belt was stopped.`,
              advice: t`Check that it has stopped, then take control again.`,
            });
          }
          reject(error);
        }
        this.lost();
      })();
    });
  }

  /** @param {Control} control */
  granted(control) {
    this.control = control;
    this.isTakingControl = false;
    this.messages.replaceChildren();
    this.wake();
    const { speeds, inclines } = control;
    const speedStep = 0.5, inclineStep = Math.max(0.5, inclines?.step ?? 0.5);
    const nudge = (name, sign, onclick) =>
      h("button.button.nudge", { type: "button", "aria-label": name, onclick }, sign);
    const group = (name, less, target, more) =>
      h("div.aim", { role: "group", "aria-label": name }, h("span.name", name), less, target, more);
    const start = actionButton(t`Start the belt …`, t`Preparing …`, () => this.startBelt(control), ".first");
    const pause = actionButton(t`Pause`, t`Pausing …`, async () => {
      await this.sendCommand({ order: "pause" });
      announce(t`The treadmill is paused.`);
      return null;
    });
    const targetSpeed = h("output", { "aria-label": t`Target speed` });
    const targetIncline = h("output", { "aria-label": t`Target incline` });
    const slower = nudge(t`Slower`, "−", () => this.changeSpeed(-speedStep));
    const faster = nudge(t`Faster`, "+", () => this.changeSpeed(speedStep));
    this.inputs = { start, pause, speed: [slower, faster], targetSpeed, targetIncline };
    this.controls.replaceChildren(
      h("div.belt-row",
        speeds && group(t`Speed`, slower, targetSpeed, faster),
        inclines && group(t`Incline`, nudge(t`Less steep`, "−", () => this.changeIncline(-inclineStep)), targetIncline,
          nudge(t`Steeper`, "+", () => this.changeIncline(inclineStep)))),
      h("div.buttons", start, pause,
        h("button.button", { type: "button", onclick: () => this.releaseControl() }, t`Release control`)),
      h("p.faint", control.words, " ", beltStops));
    this.controls.hidden = false;
    this.takeButton.hidden = true;
    this.showTargets();
    this.showState();
    start.focus();
  }

  async startBelt({ control, startText }) {
    const done = await order("POST", "workouts/now/belt", { control, order: "start" },
      { title: t`Start the belt of ${this.name}?`, yes: t`Start it at ${startText}`, limit: 40 });
    if (done) announce(t`The treadmill is running.`);
    return null;
  }

  /** Control was lost or released. */
  lost() {
    this.control = null;
    this.isTakingControl = false;
    this.controls.hidden = true;
    this.awake?.release?.().catch(() => {});
    this.awake = undefined;
    if (!this.workout || this.view.over) return;
    this.take(this.workout);
    if (!this.takeButton.hidden && document.activeElement === document.body) this.takeButton.focus();
  }

  releaseControl() {
    this.leaving?.abort();
    this.lost();
    this.takeButton.focus();
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    clearTimeout(this.later);
    clearTimeout(this.laterIncline);
    this.leaving?.abort();
    this.awake?.release?.().catch(() => {});
  }

  sendCommand(command, limit = 40) {
    return send("POST", "workouts/now/belt", { control: this.control?.control, ...command }, { limit });
  }

  show(error) { this.messages.replaceChildren(errorMessage(error)); }

  /** Changes the target speed. Steps in quick succession are sent as one command. */
  changeSpeed(step) {
    if (!this.control?.speeds) return;
    const { speeds } = this.control, { low, high } = speeds;
    this.speed = Math.round(Math.min(high, Math.max(low, Math.max(low, this.speed) + step)) * 10) / 10;
    this.speedSetAt = performance.now();
    this.showTargets();
    clearTimeout(this.later);
    this.later = setTimeout(() =>
      this.send({ order: "speed", value: this.speed }, t`Speed ${textOf(speeds, this.speed)}`), 350);
  }

  changeIncline(step) {
    if (!this.control?.inclines) return;
    const { inclines } = this.control, { low, high } = inclines;
    this.incline = Math.round(Math.min(high, Math.max(low, this.incline + step)) * 10) / 10;
    this.inclineSetAt = performance.now();
    this.showTargets();
    clearTimeout(this.laterIncline);
    this.laterIncline = setTimeout(() =>
      this.send({ order: "incline", value: this.incline }, t`Incline ${textOf(inclines, this.incline)}`), 350);
  }

  async send(command, words) {
    announce(words);
    try {
      await this.sendCommand(command);
      this.messages.replaceChildren();
    } catch (error) { if (error.code !== "overtaken") this.show(error); }
  }

  showTargets() {
    if (!this.control || !this.inputs) return;
    const { targetSpeed, targetIncline } = this.inputs, { speeds, inclines } = this.control;
    targetSpeed.textContent = this.moving ? textOf(speeds, this.speed) : "–";
    targetIncline.textContent = textOf(inclines, this.incline);
  }

  /** Keeps a phone's screen on if the browser supports it: a page in the background sends no signs of life. */
  async wake() {
    try {
      this.awake = await /** @type {WakeLockNavigator} */ (navigator).wakeLock?.request("screen");
    } catch { /* the page explains that locking the phone stops the belt */ }
  }
}

const beltStops =
  t`The belt stops if you leave or close this page or lock the phone. The safety key always stops it, independent of Halo.`;
