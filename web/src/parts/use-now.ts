/** Effects on signals that run as soon as the element is there, not a frame later. */

import { effect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

export function useNow(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useLayoutEffect(() => effect(() => latest.current()), []);
}
