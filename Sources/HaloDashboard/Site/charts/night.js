// Charts of one night: the hypnogram, and each stage compared with the usual.

import { h, s, unique } from "../core/dom.js";
import { instant, time, duration, stages, stageNames, number } from "../core/format.js";
import { percent, stageRect } from "../core/parts.js";
import { chart, scale, hourAxis } from "./plot.js";
import { t } from "../core/texts.js";

/** The hypnogram: stages from falling asleep to waking up, awake at the top and deep at the bottom. */
export function hypnogram({ title, sleep, window, height = 210, note, className = "section.card.chart", level, summary }) {
  const { start, end } = window ?? sleep;
  const stretches = joined(sleep.stretches);
  const rows = stretches.some((each) => each.stage === "asleep") ? ["awake", "asleep"] : stages;
  return chart({
    title, tone: "sleep", height, note, level, className: `${className}.tone-sleep`, summary: summary ?? `${time(sleep.start)} – ${time(sleep.end)}`,
    columns: [t`From`, t`To`, t`Stage`, `${t`Length`}#`],
    rows: () => stretches.map((each) => [time(each.start), time(each.end), stageNames[each.stage] ?? each.stage, duration(minutesOf(each))]),
    draw(svg, width, full) {
      const base = full - 22, left = 46, tall = base / rows.length;
      const x = scale(instant(start), instant(end), left, width);
      hourAxis(svg, { start, end, x, top: 0, bottom: base, width, times: stretches.map((each) => each.start) });
      rows.forEach((stage, row) => {
        svg.append(s("line.grid", { x1: left, x2: width, y1: tall * (row + 1), y2: tall * (row + 1) }));
        svg.append(s("text", { x: 0, y: tall * (row + 0.5) + 4 }, stageNames[stage]));
      });
      const middle = (stage) => tall * (rows.indexOf(stage) + 0.5), thick = Math.min(tall * 0.7, 34);
      // Connectors between stages use a gradient of the stages' colors.
      const blend = unique("night");
      svg.append(s("defs", s("linearGradient", { id: blend, gradientUnits: "userSpaceOnUse", x1: 0, x2: 0, y1: middle(rows[0]), y2: middle(rows.at(-1)) },
        rows.map((stage, row) => s(`stop.at-${stage}`, { offset: row / Math.max(1, rows.length - 1) })))));
      let before = null;
      for (const each of stretches) {
        const from = x(instant(each.start));
        if (before && before.end === each.start && before.stage !== each.stage) {
          svg.append(s("rect.link", { x: from - 1, width: 2, y: Math.min(middle(before.stage), middle(each.stage)), height: Math.abs(middle(before.stage) - middle(each.stage)), fill: `url(#${blend})` }));
        }
        before = each;
      }
      for (const each of stretches) {
        const from = x(instant(each.start)), to = x(instant(each.end)), wide = Math.max(3, to - from + 2);
        svg.append(stageRect(each.stage, { x: (from + to - wide) / 2, y: middle(each.stage) - thick / 2, width: wide, height: thick, rx: Math.min(7, wide / 2) }));
      }
      return stretches.map((each) => {
        const from = x(instant(each.start)), to = x(instant(each.end));
        return { x: (from + to) / 2, x1: from, x2: to, y: middle(each.stage), words: t`${stageNames[each.stage]}, ${time(each.start)} to ${time(each.end)}, ${duration(minutesOf(each))}`,
          parts: [`${stageNames[each.stage]}, ${duration(minutesOf(each))}`, `${time(each.start)} – ${time(each.end)}`], href: sleep.explain ? `/explain/${sleep.explain.replace(/^.*\/explain\//, "")}` : null };
      });
    },
  });
}

/** Merges consecutive stretches of the same stage. */
function joined(stretches) {
  const list = [];
  for (const each of stretches) {
    const last = list.at(-1);
    if (last && last.stage === each.stage && last.end === each.start) list[list.length - 1] = { ...last, end: each.end };
    else list.push(each);
  }
  return list;
}

const minutesOf = (stretch) => (instant(stretch.end) - instant(stretch.start)) / 60_000;

/** Bars of the minutes in each stage; the frame on a bar is the wearer's usual range. */
export function stageBars(minutes, usual) {
  const order = ["deep", "light", "rem", "asleep", "awake"].filter((stage) => Number.isFinite(minutes?.[stage]) && (stage !== "asleep" || minutes.asleep > 0) && !(minutes.asleep > 0 && ["deep", "light", "rem"].includes(stage) && minutes[stage] === 0));
  const all = order.reduce((sum, stage) => sum + minutes[stage], 0) || 1;
  const most = Math.max(...order.flatMap((stage) => [minutes[stage], usual?.[stage]?.high ?? 0])) * 1.05;
  const part = (value) => percent(value / most);
  return h("div.stages", order.map((stage) => {
    const of = usual?.[stage];
    return h("div.stage", h("span.word", stageNames[stage]),
      s("svg", { "aria-hidden": "true" }, s("rect.track", { width: "100%", height: 22, rx: 6 }),
        stageRect(stage, { width: part(minutes[stage]), height: 22, rx: 6 }),
        of && s("rect.usual-range", { x: part(of.low), y: -2, width: part(of.high - of.low), height: 26, rx: 6 }),
        of && s("line.usual-range", { x1: part(of.median), x2: part(of.median), y1: -2, y2: 24 })),
      h("span.amount", duration(minutes[stage]), h("small", `${number((minutes[stage] / all) * 100)} %`)),
      usual && h("span.said-usual", of ? t`usually ${duration(of.low)} to ${duration(of.high)}` : t`not enough nights for a usual range`));
  }));
}
