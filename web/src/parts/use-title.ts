/** What the window is called. */

import { useLayoutEffect } from "preact/hooks";

export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title ? `${title} · crownhead` : "crownhead";
  }, [title]);
}
