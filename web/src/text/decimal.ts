/** Numbers with digits behind the point. The browser's own formats take long to be there. */

/** What stands before the tenths in a language. */
export function pointOf(language: string): string {
  return language === "de" ? "," : ".";
}

export function decimal(value: number, language: string, digits = 1): string {
  return value.toFixed(digits).replace(".", pointOf(language));
}
