import { language } from "../../text/language";

/** A day as the reader writes it. */
export function date(at: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(at);
}
