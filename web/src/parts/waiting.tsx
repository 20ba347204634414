/** What stands where a board will be while the core is fetched, or still being made. */

import "./waiting.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../text/language";

/** Milliseconds after which it is said that this takes longer the first time. */
const LONG = 8000;

export function Waiting(): JSX.Element {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="waiting" role="status">
      <span class="waiting-wheel" aria-hidden="true" />
      {t(long ? "web.core.waiting.long" : "web.core.waiting")}
    </p>
  );
}
