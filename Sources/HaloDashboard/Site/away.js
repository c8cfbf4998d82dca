// Checks whether Halo is running again, with increasing intervals, and then reloads the requested page.

import { t, translate } from "./core/texts.js";

translate(document);
const state = document.getElementById("state");
let tries = 0, timer = null;

async function checkServer() {
  clearTimeout(timer);
  try {
    const answer = await fetch("/halo.webmanifest", { cache: "no-store", signal: AbortSignal.timeout(5000) });
    if (answer.ok) { location.reload(); return; }
  } catch { /* not running yet */ }
  const wait = Math.min(30, 2 + 2 ** tries++);
  state.textContent = t`Halo is not running yet. Retrying in ${wait} s.`;
  timer = setTimeout(checkServer, wait * 1000);
}

document.getElementById("again").addEventListener("click", () => { tries = 0; checkServer(); });
timer = setTimeout(checkServer, 2000);
