// What only the browser knows: the pointer's time on an axis, and the dates that it steps through. The texts of values
// come from the server, in the wearer's language and units.

import { language, t } from "./texts.js";

/** The user's clock format, set by the app's start and by the Settings page. */
export const chosen = { clock: "24" };

const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
/** A count, or a share in percent. */
export const number = (value) => whole.format(value);

/** The text of a value in a column's `texts`; a dash without a value. */
export const textAt = (texts, i) => texts?.list[texts.at[i]] ?? "–";

/** The values of a series, each with its text and its time on the wearer's clock: { at, ms, value, highest, text }.
 */
export function readings(series) {
  const { times, values, highest = values, clockChanges = [], texts } = series, first = instant(series.start);
  let minutes = offset(series.start), change = 0;
  return times.map((seconds, i) => {
    while (clockChanges[change]?.time <= seconds) minutes = clockChanges[change++].offset;
    const ms = first + seconds * 1000;
    const [value, text] = [values[i], textAt(texts, i)];
    return { at: isoTime(ms, minutes), ms, value, highest: highest[i], text };
  });
}

/** A series of a report, or an empty series with the reason if the report lacks it. */
export const seriesOf = (report, id) => report.series.find((series) => series.id === id) ?? {
  id, metric: id, unit: "", start: report.start ?? report.window?.start, times: [], values: [],
  ...without(report.unknown?.find((each) => each.id === id)),
};
const without = (unknown) => unknown && { name: unknown.name, reason: unknown.words };

/** A report's sleep in the form that charts use: its stages with start and end times. `durations` are the report's
 * texts of minutes. */
export function sleepOf(sleep, durations) {
  if (!sleep) return null;
  const minutes = offset(sleep.start);
  let ms = instant(sleep.start);
  const stretches = sleep.stages.map(({ stage = "asleep", minutes: length }) => {
    const start = isoTime(ms, minutes);
    ms += length * 60_000;
    return { stage, start, end: isoTime(ms, minutes) };
  });
  return {
    ...sleep, durations, stretches, asleep: sleep.minutesAsleep, asleepText: durations[sleep.minutesAsleep],
    minutes: { ...sleep.minutesOfStage, asleep: sleep.minutesWithoutStage },
  };
}

/** Converts columns to rows: { date: [...], low: [...] } → [{ date, low }]. Unknown values are null. */
export function rowsOf(columns) {
  const all = Object.entries(columns);
  return all[0][1].map((_, i) => Object.fromEntries(all.map(([name, values]) => [name, values[i]])));
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
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two} ${hour < 12 ? "am" : "pm"}`;
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
  const form = new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options });
  return (date) => form.format(utc(date));
};
// The forms are those of the server's dates.
const [dayName, monthName, isGerman] = [named({ weekday: "long" }), named({ month: "long" }), language === "de"];
const ordinal = (date) => `${utc(date).getUTCDate()}${isGerman ? "." : ""}`;
export const weekday = (date) => dayName(date).slice(0, isGerman ? 2 : 3);
export const monthShort = (date) => monthName(date).slice(0, 3);
export const dayMonth = (date) => `${ordinal(date)} ${monthShort(date)}`;
export const shortDate = (date) => `${weekday(date)} ${dayMonth(date)}`;
export const yearDate = (date) => `${dayMonth(date)} ${date.slice(0, 4)}`;
export const longDate = (date) => `${dayName(date)}, ${ordinal(date)} ${monthName(date)}`;
export const fullDate = (date) => `${longDate(date)} ${date.slice(0, 4)}`;

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

/** A time with its day. */
export const dateTime = (iso) => (localTime(iso) ? `${dayMonth(iso)}, ${time(iso)}` : "–");

export const stages = ["awake", "rem", "light", "deep"];
export const stageNames = { awake: t`Awake`, rem: t`REM`, light: t`Light`, deep: t`Deep`, asleep: t`Asleep` };
