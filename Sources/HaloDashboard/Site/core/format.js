// Formats values for display: in the wearer's units, clock format and time zone.

import { language, t } from "./texts.js";

/** The user's choices, set by the app's start and by the Settings page. */
export const chosen = { units: "metric", clock: "24" };

const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const hundredth = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
const minus = (words) => words.replace("-", "−");

export const number = (value, digits = 0) =>
  minus((digits === 0 ? whole : digits === 1 ? tenth : hundredth).format(value));

/** 435 → [["7", "h"], ["15", "min"]] */
function durationParts(minutes) {
  const all = Math.round(minutes);
  const hours = Math.floor(all / 60);
  if (hours === 0) return [[String(all), "min"]];
  return all % 60 === 0 ? [[String(hours), "h"]] : [[String(hours), "h"], [String(all % 60), "min"]];
}

/** A value and its unit as parts for large and small type: [["7", "h"], ["15", "min"]]. */
export function parts(value, unit) {
  if (value == null) return [["–", ""]];
  if (typeof value !== "number") return [[String(value), unit ?? ""]];
  const imperial = chosen.units === "imperial";
  switch (unit) {
    case "min": case "minutes": return durationParts(value);
    case "s": case "seconds": return value >= 90 ? durationParts(value / 60) : [[number(value), "s"]];
    case "h": return durationParts(value * 60);
    case "m":
      if (imperial) return [[number(value / 1609.344, value < 16093 ? 2 : 1), "mi"]];
      return value < 1000 ? [[number(value), "m"]] : [[number(value / 1000, 1), "km"]];
    case "km": return imperial ? [[number(value / 1.609344, 1), "mi"]] : [[number(value, 1), "km"]];
    case "km/h": return imperial ? [[number(value / 1.609344, 1), "mph"]] : [[number(value, 1), "km/h"]];
    case "m/s": return parts(value * 3.6, "km/h");
    case "kg": return imperial ? [[number(value * 2.2046226, 1), "lb"]] : [[number(value, 1), "kg"]];
    case "cm": return imperial ? [[number(value / 2.54), "in"]] : [[number(value), "cm"]];
    case "°C": return imperial ? [[number(value * 1.8 + 32, 1), "°F"]] : [[number(value, 1), "°C"]];
    case "steps": return [[number(value), t`steps`]];
    case "bpm": return [[number(value, Number.isInteger(value) || Math.abs(value) >= 200 ? 0 : 1), t`bpm`]];
    case "count": return [[number(value), ""]];
    case "1/0": return [[value === 1 ? t`yes` : t`no`, ""]];
    case "%": return [[number(value, Number.isInteger(value) ? 0 : 1), "%"]];
    case "": case null: case undefined: return [[number(value, Number.isInteger(value) ? 0 : 1), ""]];
    default: return [[number(value, Number.isInteger(value) || Math.abs(value) >= 200 ? 0 : 1), unit]];
  }
}

/** The same as one text: "7 h 15 min", "53 bpm". */
export const words = (value, unit) =>
  parts(value, unit).map(([amount, of]) => (of ? `${amount}\u00a0${of}` : amount)).join(" ");

/** Converts a series of speeds to km/h; returns other series unchanged. */
export function inKilometers(series) {
  if (series?.unit !== "m/s") return series;
  const perHour = (speed) => +(speed * 3.6).toFixed(2);
  return { ...series, unit: "km/h", values: series.values.map(perHour), highest: series.highest?.map(perHour) };
}

/** The values of a series, each with its time on the wearer's clock: { at, ms, value, highest }. */
export function readings(series) {
  const { times, values, highest = values, clockChanges = [] } = series, first = instant(series.start);
  let minutes = offset(series.start), change = 0;
  return times.map((seconds, i) => {
    while (clockChanges[change]?.time <= seconds) minutes = clockChanges[change++].offset;
    const ms = first + seconds * 1000;
    return { at: isoTime(ms, minutes), ms, value: values[i], highest: highest[i] };
  });
}

/** A series of a report, or an empty series with the reason if the report lacks it. */
export const seriesOf = (report, id) => report.series.find((series) => series.id === id) ?? {
  id, metric: id, unit: "", start: report.start ?? report.window?.start, times: [], values: [],
  ...without(report.unknown?.find((each) => each.id === id)),
};
const without = (unknown) => unknown && { name: unknown.name, reason: unknown.words };

/** A report's sleep in the form that charts use: its stages with start and end times. */
export function sleepOf(sleep) {
  if (!sleep) return null;
  const minutes = offset(sleep.start);
  let ms = instant(sleep.start);
  const stretches = sleep.stages.map(({ stage = "asleep", minutes: length }) => {
    const start = isoTime(ms, minutes);
    ms += length * 60_000;
    return { stage, start, end: isoTime(ms, minutes) };
  });
  return {
    ...sleep, asleep: sleep.minutesAsleep, stretches, source: sleep.device,
    minutes: { ...sleep.minutesOfStage, asleep: sleep.minutesWithoutStage },
  };
}

/** Compares a value with the usual, for a sentence: "3 bpm above your usual 59 bpm, which is rare for you". Null if
 * unknown. */
export function compared(trend) {
  if (!trend) return null;
  if (trend.verdict === "usual") return t`about as usual`;
  const apart = trend.words.replace(/ \([^(]*\)$/, "");
  return trend.rare ? t`${apart}, which is rare for you` : apart;
}

/** The period before a week, month or year, for a comparing sentence. */
export const before = (range) =>
  ({ week: t`in the week before`, month: t`in the month before`, year: t`in the year before` })[range];

/** Converts columns to rows: { date: [...], low: [...] } → [{ date, low }]. Unknown values are null. */
export function rowsOf(columns) {
  const all = Object.entries(columns);
  return all[0][1].map((_, i) => Object.fromEntries(all.map(([name, values]) => [name, values[i]])));
}

export const duration = (minutes) => durationParts(minutes).map(([a, u]) => `${a}\u00a0${u}`).join(" ");

/** A file size as number and unit: ["8.4", "MB"]. */
export function bytes(count) {
  const units = [t`bytes`, "kB", "MB", "GB"];
  let value = count, unit = 0;
  while (value >= 1000 && unit < units.length - 1) { value /= 1000; unit++; }
  return [number(value, unit === 0 || value >= 100 ? 0 : 1), units[unit]];
}

// Times. The server sends times with the wearer's UTC offset: the digits are the wearer's local time, independent of
// the browser's time zone. So parse the text, and do not use `Date` for display.

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/;

/** The local date and time in an ISO string; null if the text is no date. */
export function localTime(iso) {
  const found = pattern.exec(iso ?? "");
  if (!found) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0"] = found;
  return {
    date: `${year}-${month}-${day}`, year: +year, month: +month, day: +day,
    hour: +hour, minute: +minute, second: +second,
  };
}

export const instant = (iso) => Date.parse(iso);

/** An instant as an ISO string with a UTC offset in minutes. */
function isoTime(ms, minutes) {
  const two = (value) => String(Math.floor(value)).padStart(2, "0"), ahead = Math.abs(minutes);
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, 19);
  return `${local}${minutes < 0 ? "-" : "+"}${two(ahead / 60)}:${two(ahead % 60)}`;
}

/** The UTC offset of an ISO string, in minutes. */
export function offset(iso) {
  const found = /([+-])(\d{2}):?(\d{2})$/.exec(iso ?? "");
  return found ? (found[1] === "-" ? -1 : 1) * (+found[2] * 60 + +found[3]) : 0;
}

export function clockWords(hour, minute) {
  const two = String(minute).padStart(2, "0");
  if (chosen.clock !== "12") return `${String(hour).padStart(2, "0")}:${two}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two}\u00a0${hour < 12 ? "am" : "pm"}`;
}

export function time(iso) {
  const at = localTime(iso);
  return at ? clockWords(at.hour, at.minute) : "–";
}

/** "23:40" in the user's clock format. */
export function clock(text) {
  const found = /^(\d{1,2}):(\d{2})/.exec(text ?? "");
  return found ? clockWords(+found[1], +found[2]) : text ?? "–";
}

/** An hour as an axis label: "06" or "6 am". */
export function hourWords(hour) {
  if (chosen.clock !== "12") return String(hour % 24).padStart(2, "0");
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? "am" : "pm"}`;
}

const utc = (date) => new Date(`${date.slice(0, 10)}T12:00:00Z`);
const named = (options) => {
  const form = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { timeZone: "UTC", ...options });
  return (date) => form.format(utc(date));
};
export const longDate = named({ weekday: "long", day: "numeric", month: "long" });
export const fullDate = named({ weekday: "short", day: "numeric", month: "long", year: "numeric" });
export const yearDate = named({ day: "numeric", month: "short", year: "numeric" });
export const shortDate = named({ weekday: "short", day: "numeric", month: "short" });
export const dayMonth = named({ day: "numeric", month: "short" });
export const weekday = named({ weekday: "short" });
export const monthShort = named({ month: "short" });

/** The date some days later. */
export function dayAfter(date, days = 1) {
  const at = utc(date);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
export const daysBetween = (from, to) => Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000);

/** The line above a page's title: the date, and whether it is today. */
export const overDay = (date, today) => (date === today ? t`Today, ${fullDate(date)}` : fullDate(date));

/** "Today", "Yesterday" or the date. */
export function dayWords(date, today) {
  if (date === today) return t`Today`;
  if (today && date === dayAfter(today, -1)) return t`Yesterday`;
  return longDate(date);
}

/** The name of a main sleep: night-shift workers sleep during the day. */
export function sleepName(start, night, day) {
  const at = localTime(start);
  return at && at.hour >= 7 && at.hour < 18 ? day : night;
}

export function ago(iso, now) {
  const minutes = Math.round(((now ?? Date.now()) - instant(iso)) / 60_000);
  if (Number.isNaN(minutes)) return t`never`;
  if (minutes < 1) return t`just now`;
  if (minutes < 60) return t`${minutes} min ago`;
  if (minutes < 48 * 60) return t`${Math.round(minutes / 60)} h ago`;
  return t`${Math.round(minutes / 1440)} days ago`;
}

export const dateTime = (iso) => (localTime(iso) ? `${shortDate(iso)}, ${time(iso)}` : "–");

export const stages = ["awake", "rem", "light", "deep"];
export const stageNames = { awake: t`Awake`, rem: t`REM`, light: t`Light`, deep: t`Deep`, asleep: t`Asleep` };
