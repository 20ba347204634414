/** The numbers of a standing, by its criteria: their heads and their cells. */

import type { JSX } from "preact";
import { criterionTitle } from "./said";

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
