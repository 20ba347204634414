/** How many lines of openings there are to practise of each game that has some. */

import counts from "../generated/drills.json";

export const LINES = counts as Readonly<Record<string, number>>;
