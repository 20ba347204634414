/** The numbers of a standing, by its criteria: their heads and their cells. */

import type { JSX } from "preact";
import { criterionName, criterionTitle } from "./said";

/** The number of somebody, or of a team, whose sum is shown. */
export interface Opened {
  readonly name: string;
  /** Which of the criteria. */
  readonly at: number;
  readonly of: "entrant" | "team";
}

interface HeadsProps {
  readonly criteria: readonly string[];
}

export function NumberHeads({ criteria }: HeadsProps): JSX.Element {
  return (
    <>
      {criteria.map((each) => (
        <th scope="col" key={each} class="number">
          {criterionTitle(each)}
        </th>
      ))}
    </>
  );
}

interface CellsProps extends HeadsProps {
  readonly numbers: readonly string[];
}

export function NumberCells({ criteria, numbers }: CellsProps): JSX.Element {
  return (
    <>
      {criteria.map((each, index) => (
        <td key={each} class="number">
          {numbers[index]}
        </td>
      ))}
    </>
  );
}

interface ButtonsProps extends CellsProps {
  /** Whose numbers they are, as he is called. */
  readonly called: string;
  readonly open: (at: number) => void;
}

/** The cells of numbers that open into their sums. */
export function NumberButtons({ criteria, numbers, called, open }: ButtonsProps): JSX.Element {
  return (
    <>
      {numbers.map((number, at) => (
        <td key={criteria[at]} class="number">
          <button
            type="button"
            class="plain"
            aria-haspopup="dialog"
            aria-label={`${criterionName(criteria[at] ?? "")}, ${called}: ${number}`}
            onClick={() => open(at)}
          >
            {number}
          </button>
        </td>
      ))}
    </>
  );
}
