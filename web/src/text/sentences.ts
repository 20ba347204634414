/** Reasons, errors and ends of a game as sentences, as the library's catalogue makes them. */

import type { Catalogue, Values } from "./catalogue";
import type { Refused } from "../generated/messages";
import facts from "../generated/offline.json";
import { Ambiguous, Illegal, NotAllowed, RulesError, type Reason } from "../core/errors";
import { other, type Ruleset } from "../core/position";
import { KNOWN } from "../core/rules";
import type { Outcome } from "../core/games";

const MOST_LISTED = 4; // a sentence with more moves than this is a list, not a sentence
const FIELDS = facts.reasons as Readonly<Record<string, readonly string[]>>;
const RULED = facts.ruled as Readonly<Record<string, Readonly<Record<string, string>>>>;

export type Refusal = Pick<Refused, "code" | "sentence"> & Partial<Refused>;

/** The rule under which a game's own rules say this. */
export function ruleOf(code: string, variant: string): string {
  return RULED[variant]?.[code] ?? RULED[""]![code] ?? "";
}

/** The squares that a reason is about, those that would have been right first. */
export function squaresOf(reason: Reason): number[] {
  const found = valuesOf(reason).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.filter((each) => typeof each === "number");
    return facts.square_fields.includes(name) ? [value as number] : [];
  });
  return [...new Set(found)];
}

/** The moves that would have been right. */
export function movesOf(reason: Reason): string[] {
  const lists = valuesOf(reason).flatMap(([, value]) => (Array.isArray(value) ? value : []));
  return lists.filter((each) => typeof each === "string");
}

function valuesOf(reason: Reason): [string, unknown][] {
  return (FIELDS[reason.code] ?? []).map((name) => [name, reason[name] ?? []]);
}

export class Speech {
  constructor(readonly words: Catalogue) {}

  /** A sentence of the table itself. */
  said(name: string, detail = ""): string {
    return this.words.maybe(`server.${name}`, "", { detail: detail ? ` (${detail})` : "" });
  }

  reason(reason: Reason, ruleset: Ruleset | null): string {
    const words = this.words.of(ruleset?.variant.key ?? "");
    const criterion = reason["criterion"];
    const key = `reason.${reason.code}${criterion === undefined ? "" : `.${String(criterion)}`}`;
    const values: Record<string, string | number> = {};
    for (const [name, value] of valuesOf(reason)) {
      values[name] = this.#value(words, ruleset, name, value);
    }
    const numbers = valuesOf(reason).map(([, value]) => value);
    const n = numbers.find((value) => typeof value === "number") ?? 0;
    return words.maybe(key, "", { n, ...values });
  }

  /** How a game ended. */
  outcome(outcome: Outcome, ruleset: Ruleset): string {
    const { winner, termination, rule } = outcome;
    const { key, rules } = ruleset.variant;
    const words = this.words.of(key);
    const values: Record<string, string> = { over: words.maybe(`draw_over.${rule}`, rule) };
    let result = words.maybe("outcome.draw");
    if (winner) {
      const loser = other(winner);
      values["winner"] = words.maybe(`color.${winner}`);
      values["loser"] = words.maybe(`color.${loser}`);
      values["stuck"] = words.maybe(`color.${rules.aim === "lose" ? winner : loser}`);
      result = words.maybe("outcome.win", "", values);
    } else if (termination === "forfeit") return result;
    return `${result} ${words.maybe(`outcome.${termination}`, "", values)}`;
  }

  /** What is answered where the rules or the procedure refuse; `typed` is the text of a move. */
  refusal(error: unknown, ruleset: Ruleset | null, typed = ""): Refusal | null {
    if (error instanceof Illegal || error instanceof NotAllowed) {
      const turn = error instanceof NotAllowed && error.reason.code === "not_your_turn";
      const refused = error instanceof Illegal ? "illegal_move" : "not_allowed";
      return this.#refused(turn ? "not_your_turn" : refused, error.reason, ruleset);
    }
    if (error instanceof Ambiguous && ruleset) {
      const values = { text: brief(error.text), candidates: this.words.either(error.candidates) };
      const sentence = this.words.maybe("error.AmbiguousMove", "", values);
      return { code: "ambiguous_move", sentence, moves: error.candidates };
    }
    if (error instanceof Error && error.name === "QuotaExceededError") {
      return { code: "unavailable", sentence: this.words.maybe("server.storage_full") };
    }
    if (!(error instanceof RulesError)) return null;
    if (error.reason) return this.#refused("not_allowed", error.reason, ruleset);
    const code = error.kind === "InvalidMove" ? "invalid_move" : "not_allowed";
    return { code, sentence: this.#error(error, ruleset, typed) };
  }

  #refused(code: Refusal["code"], reason: Reason, ruleset: Ruleset | null): Refusal {
    const rule = ruleOf(reason.code, ruleset?.variant.key ?? "");
    return {
      code,
      sentence: this.reason(reason, ruleset),
      rule,
      squares: squaresOf(reason),
      moves: movesOf(reason),
      reason: { ...reason, rule },
    };
  }

  #error(error: RulesError, ruleset: Ruleset | null, typed: string): string {
    const algebraic = ruleset?.variant.notation === "algebraic";
    const key = `error.${error.kind}`;
    const { fault, message } = error;
    const detail = message.split(/\s+/).join(" ").slice(0, 300);
    const values: Values = {
      column: fault?.column ?? 1,
      quoted: fault?.quoted ?? "",
      detail: fault ? this.words.maybe(`${key}.${fault.code}`) : detail.replace(/\.{1,300}$/, ""),
      text: brief(typed),
      example: this.words.either(algebraic ? ["c3-d4", "c3xe5"] : ["22-18", "22x15"]),
      known: KNOWN.map(({ key }) => key).join(", "),
    };
    return this.words.of(ruleset?.variant.key ?? "").maybe(key, "", values);
  }

  /** The value of a reason's field as it stands in a sentence. */
  #value(words: Catalogue, ruleset: Ruleset | null, name: string, value: unknown): string | number {
    const square = (n: number): string =>
      ruleset ? ruleset.geometry.name(n, ruleset.variant.notation) : String(n);
    if (Array.isArray(value)) {
      const listed = value.map((each) => (typeof each === "number" ? square(each) : String(each)));
      const cut = listed.length > MOST_LISTED;
      return words.either(cut ? [...listed.slice(0, MOST_LISTED - 1), "…"] : listed);
    }
    if (typeof value !== "number") return words.maybe(`color.${String(value)}`, String(value));
    if (facts.square_fields.includes(name)) return square(value);
    if (!facts.number_fields.includes(name)) return value;
    return words.maybe(`number.${value}`, String(value));
  }
}

function brief(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}
