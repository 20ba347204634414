/** Numbers with digits behind the point. The browser's own formats take long to be there. */

import spoken from "../generated/languages.json";
import { isSpoken } from "./languages";

/** What stands before the tenths in a language. */
export function pointOf(language: string): string {
  return isSpoken(language) ? spoken[language].point : ".";
}

export function decimal(value: number, language: string, digits = 1): string {
  return value.toFixed(digits).replace(".", pointOf(language));
}
