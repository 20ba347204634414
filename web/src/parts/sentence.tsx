/** A sentence in which no move breaks at its hyphen, as browsers do. */

import type { JSX } from "preact";

/** Moves by letters or numbers, in as many steps as they have. */
const MOVES = /((?:[a-z]|\b)\d{1,2}(?:-[a-z]?\d{1,2}){1,99}\b)/;

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
