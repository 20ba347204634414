/** A sentence in which no move breaks at its hyphen: browsers break `c3-d4` before the letter. */

import type { JSX } from "preact";

/** Moves between lettered squares, in as many steps as they have. */
const MOVES = /([a-z]\d{1,2}(?:-[a-z]\d{1,2})+)/;

export function Sentence({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(MOVES);
  return (
    <span>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} class="unbroken">
            {part}
          </span>
        ),
      )}
    </span>
  );
}
