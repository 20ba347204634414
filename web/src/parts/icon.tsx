/** Our own signs, as strokes on a field of 24. */

import type { JSX } from "preact";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
  undo: "M9 7L5 11l4 4M5 11h9a5 5 0 010 10h-3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 00-3.5 10.9V16h7v-2.1A6 6 0 0012 3z",
  draw: "M6 5l-2 2M6 5v8M14 6l-6 14M15 15a2.5 2.5 0 114.6 1.4L15 21h5",
  resign: "M6 21V4M6 5h11l-3 4 3 4H6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  flip: "M7 4v14M7 4L4 7M7 4l3 3M17 20V6M17 20l-3-3M17 20l3-3",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4",
  friend:
    "M8 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2 20c0-4 2.7-6 6-6s6 2 6 6M16.5 11a3 3 0 000-6M17 14c3 .3 5 2.3 5 6",
  online:
    "M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c3 3 3.6 6 3.6 9s-.6 6-3.6 9c-3-3-3.6-6-3.6-9S9 6 12 3z",
  talk: "M4 5h16v11H11l-5 4v-4H4zM8 9h8M8 12h5",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  rules: "M5 4h9a4 4 0 014 4v12H9a4 4 0 01-4-4zM5 16a4 4 0 014-4h9",
  edit: "M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4",
  house: "M4 11l8-7 8 7M6 10v10h12V10M10 20v-6h4v6",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l5 5L19 7",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  share: "M12 15V4M12 4L8 8M12 4l4 4M5 13v7h14v-7",
  download: "M12 4v11M12 15l-4-4M12 15l4-4M5 20h14",
  sound: "M4 10v4h4l5 4V6L8 10zM16.5 8.5a5 5 0 010 7M19 6a8.5 8.5 0 010 12",
  mute: "M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4",
  keyboard: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  rematch: "M5 12a7 7 0 0112-5l2 2M19 4v5h-5M19 12a7 7 0 01-12 5l-2-2M5 20v-5h5",
  why: "M9 9a3 3 0 115 2.2c-1.3 1-2 1.5-2 3M12 18h.01",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  plus: "M12 5v14M5 12h14",
  analysis: "M4 4v16h16M8 15l4-5 3 3 5-7",
  learn: "M3 9l9-4 9 4-9 4zM7 11v5c3 2.5 7 2.5 10 0v-5M21 9v6",
  puzzle: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 8a4 4 0 100 8 4 4 0 000-8zM12 12h.01",
  clock: "M12 4a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 8v5l3 2",
  blow: "M3 9h10a3 3 0 10-3-3M3 13h15a3 3 0 11-3 3M3 17h7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
