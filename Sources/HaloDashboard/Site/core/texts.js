// Translation of the page's texts. The English texts are the keys of the catalogs of other languages.

const known = ["en", "de"];
const storageKey = "halo-language";

/** Returns the first supported language in a list of language tags. */
const first = (tags) => tags.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => known.includes(tag)) ?? "en";

/** The language of the profile when the page was last opened; null if unknown. */
function savedLanguage() {
  try { return localStorage.getItem(storageKey); } catch { return null; }
}

/** The page's language. */
export const language = first([savedLanguage() ?? "", ...navigator.languages]);
document.documentElement.lang = language;

// Top-level await: modules that import this one have translated texts from the start.
const catalog = language === "en" ? {}
  : await fetch(`/texts/${language}.json`).then((answer) => (answer.ok ? answer.json() : {})).catch(() => ({}));

/**
 * Returns a text in the page's language: t`Asleep for ${duration(minutes)}.` has the catalog key "Asleep for %@.".
 * Translations may reorder values: "%2$@". In texts without values, a percent sign is literal. If a value is an
 * element, returns a list of texts and elements.
 * @template {unknown[]} Values
 * @param {TemplateStringsArray} strings
 * @param {Values} values
 * @returns {Values extends (string | number)[] ? string : (string | Node)[]}
 */
export function t(strings, ...values) {
  if (values.length === 0) return catalog[strings[0]] ?? strings[0];
  const text = catalog[strings.map((string) => string.replaceAll("%", "%%")).join("%@")];
  let next = 0;
  const valueOf = (placeholder) => values[placeholder.length > 2 ? parseInt(placeholder.slice(1)) - 1 : next++];
  const pieces = text === undefined ? strings.flatMap((string, i) => (i ? [values[i - 1], string] : [string]))
    : (text.match(/%(?:\d+\$)?@|%%|[^%]+|%/g) ?? []).map((piece) =>
      (piece === "%%" ? "%" : /^%.*@$/.test(piece) ? valueOf(piece) : piece));
  return values.some((value) => value instanceof Node) ? pieces : pieces.join("");
}

/** Selects the singular or the plural text for a count. */
export const counted = (count, one, many) => (count === 1 ? one : many);

/** Translates the English texts of a document: the content of elements with `data-t`, and the attributes that
 * `data-t` lists. */
export function translate(document) {
  for (const element of document.querySelectorAll("[data-t]")) {
    for (const name of element.dataset.t.split(" ")) {
      if (name) element.setAttribute(name, translated(element.getAttribute(name)));
      else element.textContent = translated(element.textContent);
    }
  }
}
const translated = (text) => catalog[text] ?? text;

/** Switches to the profile's language, or to the browser's if it is null. Returns true if the language changed; the
 * page is then reloaded. */
export function choose(tag) {
  if (first([tag ?? "", ...navigator.languages]) === language) return false;
  try {
    if (tag) localStorage.setItem(storageKey, tag); else localStorage.removeItem(storageKey);
  } catch { return false; }
  location.reload();
  return true;
}
