// DOM helpers without a library: h("p.soft", { id: "x" }, "words", child, …).

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * Creates an HTML element. Strings become text, arrays are flattened, null and false are skipped.
 * @template {string} Name
 * @param {Name} name the tag and classes, "p.soft"
 * @param {...unknown} rest attributes and content
 * @returns {ElementNamed<Name>}
 */
export function h(name, ...rest) {
  const element = start(name, (tag) => document.createElement(tag));
  return /** @type {ElementNamed<Name>} */ (filled(element, rest));
}

/**
 * Creates an SVG element in the same way.
 * @param {string} name
 * @param {...unknown} rest
 * @returns {SVGElement}
 */
export function s(name, ...rest) {
  return filled(start(name, (tag) => document.createElementNS(svgNamespace, tag)), rest);
}

function start(name, make) {
  const [tag, ...classes] = name.split(".");
  const element = make(tag || "div");
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return element;
}

function filled(element, rest) {
  for (const part of rest) {
    if (isAttributes(part)) attributes(element, part);
    else append(element, part);
  }
  return element;
}

function isAttributes(part) {
  return part !== null && typeof part === "object" && !Array.isArray(part) && !(part instanceof Node);
}

function attributes(element, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else if (name === "class") {
      element.setAttribute("class", [element.getAttribute("class"), value].filter(Boolean).join(" "));
    } else element.setAttribute(name, value === true ? "" : value);
  }
}

export function append(element, part) {
  if (part == null || part === false) return element;
  if (Array.isArray(part)) part.forEach((each) => append(element, each));
  else element.append(part instanceof Node ? part : String(part));
  return element;
}

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
export const find = (selector, within = document) => within.querySelector(selector);

/**
 * Returns an element of the document itself, which exists on every page.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The document has no element with the id '${id}'.`);
  return element;
}

/** Announces a text to screen readers. */
export function announce(words) {
  const place = byId("said");
  place.textContent = "";
  setTimeout(() => (place.textContent = words), 60);
}

let counted = 0;
/** A unique id for an element. */
export const unique = (name = "n") => `${name}-${++counted}`;
