// The page's texts. English sentences are the keys; the program's catalog has them in another language.

const known = ["en", "de"];
const kept = "halo-language";

/** The first language of a list of tags that Halo has texts in. */
const first = (tags) => tags.map((tag) => tag.toLowerCase().split("-")[0]).find((each) => known.includes(each)) ?? "en";

/** The language that the profile chose when this page was opened last; null if it chose none, or the browser keeps nothing. */
function remembered() {
  try { return localStorage.getItem(kept); } catch { return null; }
}

/** The language of this page. */
export const language = first([remembered() ?? "", ...navigator.languages]);
document.documentElement.lang = language;

// Modules that import this one wait for the texts, so that a text at the top of a module is in the right language, too.
const catalog = language === "en" ? {} : await fetch(`/texts/${language}.json`).then((answer) => (answer.ok ? answer.json() : {})).catch(() => ({}));

/**
 * A text in the language of this page: t`Asleep for ${duration(minutes)}.` has the key "Asleep for %@." in the catalog. A text in
 * another language may put the values in another order: "%2$@". Without values, a per cent sign stands for itself.
 */
export function t(strings, ...values) {
  if (values.length === 0) return catalog[strings[0]] ?? strings[0];
  const text = catalog[strings.map((each) => each.replaceAll("%", "%%")).join("%@")];
  if (text === undefined) return strings.reduce((whole, each, i) => whole + values[i - 1] + each);
  let next = 0;
  return text.replace(/%(?:(\d+)\$)?@|%%/g, (mark, place) => (mark === "%%" ? "%" : values[place ? place - 1 : next++] ?? ""));
}

/** Changes to the language that the profile chose, or to the browser's if that is null. Whether it did: the page is loaded again then. */
export function choose(tag) {
  if (first([tag ?? "", ...navigator.languages]) === language) return false;
  try { if (tag) localStorage.setItem(kept, tag); else localStorage.removeItem(kept); } catch { return false; }
  location.reload();
  return true;
}
