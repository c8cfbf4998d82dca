// The sign-in page: exchanges a single-use link for a session cookie.

import { h, s } from "../core/dom.js";
import { send } from "../core/server.js";
import { errorMessage } from "../core/parts.js";
import { t } from "../core/texts.js";

export const waiting = t`Waiting for Halo to send the sign-in page …`;

export async function show({ go, signedIn }) {
  const place = h("div.tight");
  const field = h("input", {
    id: "link", name: "link", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    placeholder: "http://127.0.0.1:…/enter#…",
  });

  async function enter(token) {
    place.replaceChildren(h("p.said", { role: "status" }, t`Signing in …`));
    try {
      signedIn(await send("POST", "session", { token, name: browser() }));
      go("/today", { replace: true });
    } catch (error) {
      place.replaceChildren(errorMessage(error));
      field.focus();
    }
  }

  const form = h("form.tight", { onsubmit: (event) => {
    event.preventDefault();
    const token = field.value.trim().replace(/^.*#/, "");
    if (token) enter(token); else field.focus();
  } },
    h("label", { for: "link" }, t`Paste the link, or the part after the #`), field,
    h("div.buttons", h("button.button.first", { type: "submit" }, t`Sign in`)));

  const circle = { cx: 16, cy: 16, r: 11.5, fill: "none", "stroke-width": 4.5 };
  const [radio, journal, serve] = ["--radio", "--journal", "halo serve"].map((text) => h("code", text));
  const node = h("div.enter.stack",
    h("section.card.stack",
      s("svg.brand-big", { viewBox: "0 0 32 32", "aria-hidden": "true" },
        s("circle.brand-ring", circle),
        s("circle.brand-arc", {
          ...circle, "stroke-linecap": "round", pathLength: 100, "stroke-dasharray": "32 100",
          transform: "rotate(-90 16 16)",
        })),
      h("h1", { tabindex: -1 }, t`This browser is not signed in yet`),
      h("p.soft", reason),
      h("pre", "halo serve --link"),
      h("p.hint", t`Add the ${radio} or ${journal} option that you passed to ${serve}, if any.`),
      h("p.soft",
        t`Open the link that it prints. A link is valid once, for ten minutes. This browser then stays signed in.`),
      form, place));
  return { title: t`Sign in`, node, enter, still: true };
}

const reason =
  t`Halo stores health data, so you must sign in with a link that Halo prints for you. Run this on the computer where Halo runs:`;

/** A default name for this browser in the list of sessions. */
function browser() {
  const agent = navigator.userAgent;
  const name = /Edg\//.test(agent) ? "Edge" : /Firefox\//.test(agent) ? "Firefox"
    : /Chrome\//.test(agent) ? "Chrome" : /Safari\//.test(agent) ? "Safari" : t`A browser`;
  const system = /Android/.test(agent) ? "Android" : /iPhone|iPad/.test(agent) ? "iOS"
    : /Mac/.test(agent) ? t`a Mac` : /Windows/.test(agent) ? "Windows" : /Linux/.test(agent) ? "Linux" : "";
  return system ? t`${name} on ${system}` : name;
}
