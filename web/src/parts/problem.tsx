/** What went wrong, announced as soon as it stands there; nothing where nothing did. */

import type { JSX } from "preact";

interface Props {
  readonly children: string | false | null | undefined;
}

export function Problem({ children }: Props): JSX.Element | null {
  return children ? (
    <p class="bad" role="alert">
      {children}
    </p>
  ) : null;
}
