// Charts of one night: the hypnogram, and each stage compared with the usual.

import { h, s, unique } from "../core/dom.js";
import { instant, time, stages, stageNames, number } from "../core/format.js";
import { percent, stageRect } from "../core/parts.js";
import { chart, scale, hourAxis } from "./plot.js";
import { t } from "../core/texts.js";

/**
 * The hypnogram: stages from falling asleep to waking up, awake at the top and deep at the bottom.
 * @param {{ title: string, sleep: any, window?: { start: string, end: string }, height?: number, note?: string
 * }} options
 */
export function hypnogram({ title, sleep, window, height = 210, note }) {
  const { start, end } = window ?? sleep, lengthOf = (stretch) => sleep.durations[minutesOf(stretch)];
  const stretches = joined(sleep.stretches);
  const has = (wanted) => stretches.some(({ stage }) => wanted.includes(stage));
  const unstaged = has(["rem", "light", "deep"]) ? ["awake", "asleep", "rem", "light", "deep"] : ["awake", "asleep"];
  const rows = has(["asleep"]) ? unstaged : stages;
  const href = sleep.explain ? `/explain/${sleep.explain.replace(/^.*\/explain\//, "")}` : null;
  return chart({
    title, height, note, className: "section.card.chart.tone-sleep",
    summary: `${time(sleep.start)} – ${time(sleep.end)}`,
    columns: [t`From`, t`To`, t`Stage`, `${t`Length`}#`],
    rows: () => stretches.map((stretch) => [time(stretch.start), time(stretch.end),
      stageNames[stretch.stage] ?? stretch.stage, lengthOf(stretch)]),
    draw(svg, width, full) {
      const base = full - 22, left = 46, tall = base / rows.length;
      const x = scale(instant(start), instant(end), left, width);
      hourAxis(svg, { start, end, x, top: 0, bottom: base, width, times: stretches.map((stretch) => stretch.start) });
      rows.forEach((stage, row) => {
        svg.append(s("line.grid", { x1: left, x2: width, y1: tall * (row + 1), y2: tall * (row + 1) }));
        svg.append(s("text", { x: 0, y: tall * (row + 0.5) + 4 }, stageNames[stage]));
      });
      const middle = (stage) => tall * (rows.indexOf(stage) + 0.5), thick = Math.min(tall * 0.7, 34);
      // Connectors between stages use a gradient of the stages' colors.
      const blend = unique("night"), area = { x1: 0, x2: 0, y1: middle(rows[0]), y2: middle(rows.at(-1)) };
      svg.append(s("defs", s("linearGradient", { id: blend, gradientUnits: "userSpaceOnUse", ...area },
        rows.map((stage, row) => s(`stop.at-${stage}`, { offset: row / Math.max(1, rows.length - 1) })))));
      let before = null;
      for (const stretch of stretches) {
        const from = x(instant(stretch.start));
        if (before && before.end === stretch.start && before.stage !== stretch.stage) {
          const [above, below] = [middle(before.stage), middle(stretch.stage)].sort((a, b) => a - b);
          svg.append(s("rect.link",
            { x: from - 1, width: 2, y: above, height: below - above, fill: `url(#${blend})` }));
        }
        before = stretch;
      }
      for (const { stage, start, end } of stretches) {
        const from = x(instant(start)), to = x(instant(end)), wide = Math.max(3, to - from + 2);
        svg.append(stageRect(stage, {
          x: (from + to - wide) / 2, y: middle(stage) - thick / 2, width: wide, height: thick,
          rx: Math.min(7, wide / 2),
        }));
      }
      return stretches.map((stretch) => {
        const { stage, start, end } = stretch, length = lengthOf(stretch);
        const from = x(instant(start)), to = x(instant(end));
        return {
          x: (from + to) / 2, x1: from, x2: to, y: middle(stage), href,
          words: t`${stageNames[stage]}, ${time(start)} to ${time(end)}, ${length}`,
          parts: [`${stageNames[stage]}, ${length}`, `${time(start)} – ${time(end)}`],
        };
      });
    },
  });
}

/** Merges consecutive stretches of the same stage. */
function joined(stretches) {
  const list = [];
  for (const stretch of stretches) {
    const last = list.at(-1), { stage, start, end } = stretch;
    if (last && last.stage === stage && last.end === start) list[list.length - 1] = { ...last, end };
    else list.push(stretch);
  }
  return list;
}

const minutesOf = (stretch) => Math.floor((instant(stretch.end) - instant(stretch.start)) / 60_000);

/** Bars of the minutes in each stage; the frame on a bar is the wearer's usual range. `durations` are the texts of
 * minutes. */
export function stageBars(minutes, usual, durations) {
  // If some sleep has no stage, stages of zero minutes are unknown rather than zero.
  const isUnstaged = minutes?.asleep > 0;
  const order = ["deep", "light", "rem", "asleep", "awake"].filter((stage) => {
    if (!Number.isFinite(minutes?.[stage])) return false;
    if (stage === "asleep") return isUnstaged;
    return stage === "awake" || !isUnstaged || minutes[stage] !== 0;
  });
  const all = order.reduce((sum, stage) => sum + minutes[stage], 0) || 1;
  const most = Math.max(...order.flatMap((stage) => [minutes[stage], usual?.[stage]?.high ?? 0])) * 1.05;
  const part = (value) => percent(value / most);
  return h("div.stages", order.map((stage) => {
    // The usual time asleep is of all stages.
    const range = stage === "asleep" && order.includes("light") ? null : usual?.[stage];
    return h("div.stage", h("span.word", stageNames[stage]),
      s("svg", { "aria-hidden": "true" }, s("rect.track", { width: "100%", height: 22, rx: 6 }),
        stageRect(stage, { width: part(minutes[stage]), height: 22, rx: 6 }),
        range && s("rect.usual-range",
          { x: part(range.low), y: -2, width: part(range.high - range.low), height: 26, rx: 6 }),
        range && s("line.usual-range", { x1: part(range.median), x2: part(range.median), y1: -2, y2: 24 })),
      h("span.amount", durations[minutes[stage]], h("small", `${number((minutes[stage] / all) * 100)} %`)),
      usual && h("span.said-usual", range ? t`usually ${durations[range.low]} to ${durations[range.high]}`
        : t`not enough nights for a usual range`));
  }));
}
