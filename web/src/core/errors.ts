/** What is refused, and why: the errors of the library as far as they can happen on this device. */

/** Why something is refused (RULES X): a code, and the values that its sentence needs. */
export interface Reason {
  readonly code: string;
  readonly [field: string]: string | number | readonly number[] | readonly string[];
}

/** A reason without its rule, which the catalogues know. */
export function unruled(reason: Reason): Reason {
  const { rule: _rule, ...rest } = reason;
  return rest as Reason;
}

export type ErrorName =
  | "CrownheadError"
  | "InvalidFen"
  | "InvalidMove"
  | "InvalidRecord"
  | "InvalidRules"
  | "TooComplex"
  | "UnknownVariant";

/** What is wrong with a FEN, for the catalogues, and where: the column counts from 1. */
export interface FenFault {
  readonly code: string;
  readonly column: number;
  readonly quoted: string;
}

/** What is given makes no sense, or breaks the rules; a reason says why, where that is known. */
export class RulesError extends Error {
  constructor(
    readonly kind: ErrorName,
    message: string,
    readonly reason: Reason | null = null,
    readonly fault: FenFault | null = null,
  ) {
    super(message);
  }
}

/** The error for rules or agreements that make no game; `where` says which of them. */
export function wrongRules(
  { what, reason }: { readonly what: string; readonly reason: Reason | null },
  where: string,
): RulesError {
  if (!reason) return new RulesError("InvalidRules", what);
  return new RulesError("InvalidRules", `${where}: ${reason.code}`, unruled(reason));
}

/** A move text fits several moves; `candidates` are their full texts. */
export class Ambiguous extends Error {
  constructor(
    readonly text: string,
    readonly candidates: readonly string[],
  ) {
    super(`Move ${short(text)} may mean ${candidates.join(", ")}`);
  }
}

/** A move that the rules forbid. */
export class Illegal extends Error {
  constructor(readonly reason: Reason) {
    super(reason.code);
  }
}

/** The captures of a position exceed the work limit of the core. */
export class TooComplex extends Error {
  constructor() {
    super("The captures of this position exceed the work limit");
  }
}

/** Something that the procedure between the players forbids now. */
export class NotAllowed extends Error {
  constructor(readonly reason: Reason) {
    super(reason.code);
  }
}

/** A text as an error message quotes it. */
export function short(text: string): string {
  return `'${text.length <= 60 ? text : `${text.slice(0, 57)}...`}'`;
}
