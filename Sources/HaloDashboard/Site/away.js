// Looks whether Halo is back, later each time, and then shows the page that was asked for.

import { t, translate } from "./core/texts.js";

translate(document);
const state = document.getElementById("state");
let tries = 0, timer = null;

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch("/halo.webmanifest", { cache: "no-store", signal: AbortSignal.timeout(5000) });
    if (answer.ok) { location.reload(); return; }
  } catch { /* not yet */ }
  const wait = Math.min(30, 2 + 2 ** tries++);
  state.textContent = t`Still not there. Looking again in ${wait} s.`;
  timer = setTimeout(look, wait * 1000);
}

document.getElementById("again").addEventListener("click", () => { tries = 0; look(); });
timer = setTimeout(look, 2000);
