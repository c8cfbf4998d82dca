// Checks whether Halo is running again, with increasing intervals, and then reloads the requested page. It imports only
// files that the service worker caches.

import { t, translate } from "./core/texts.js";

translate(document);
const state = document.getElementById("state");
let tries = 0, timer = setTimeout(checkServer, 2000);

async function checkServer() {
  clearTimeout(timer);
  try {
    const signal = /** @type {AbortSignals} */ (AbortSignal).timeout(5000);
    const answer = await fetch("/halo.webmanifest", { cache: "no-store", signal });
    if (answer.ok) { location.reload(); return; }
  } catch { /* not running yet */ }
  const wait = Math.min(30, 2 + 2 ** tries++);
  if (state) state.textContent = t`Halo is not running yet. Retrying in ${wait} s.`;
  timer = setTimeout(checkServer, wait * 1000);
}

document.getElementById("again")?.addEventListener("click", () => { tries = 0; checkServer(); });
