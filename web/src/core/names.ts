/** Names of people and of house rules: one printable line, counted in characters as the library does. */

const LONGEST = 40;

/** What Python's `str.split()` takes for a blank. */
const BLANK =
  "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const BLANKS = new RegExp(BLANK, "u");
const AROUND = new RegExp(`^${BLANK}|${BLANK}$`, "gu");
/** What Python's `str.isprintable()` refuses: other signs and all blanks but the plain one. */
const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/u;

export function isPrintable(line: string): boolean {
  return !UNPRINTABLE.test(line);
}

/** A text without the blanks around it, as Python's `str.strip()` leaves it. */
export function stripped(text: string): string {
  return text.replace(AROUND, "");
}

/** The text on one line, cut after 40 characters; whole characters, unlike `slice`. */
export function oneLine(text: string): string {
  const line = text.split(BLANKS).filter(Boolean).join(" ");
  return [...line].slice(0, LONGEST).join("");
}

/** A person's name as the server keeps it: what cannot be printed is a blank. */
export function nameOf(text: string): string {
  return oneLine([...text].map((sign) => (isPrintable(sign) ? sign : " ")).join("")).trim();
}
