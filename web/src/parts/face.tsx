/** The faces of the ten players that the computer can be. */

import type { JSX } from "preact";

interface Look {
  readonly skin: string;
  readonly hair: string;
  /** Strokes of the hair or hat, behind and before the face. */
  readonly top: string;
  readonly mouth: string;
  readonly brow: number;
  readonly extra?: string;
}

const SMILE = "M17 31q7 7 14 0";
const LINE = "M19 33q5 2 10 0";
const GRIN = "M16 30q8 10 16 0z";
const GLASSES = "M12 24a5 5 0 1010 0a5 5 0 10-10 0M26 24a5 5 0 1010 0a5 5 0 10-10 0M22 24h4";
const BEARD = "M14 32q0 12 10 12t10-12q-5 4-10 4t-10-4z";

const LOOKS: readonly Look[] = [
  {
    skin: "#f6d3b3",
    hair: "#d9822b",
    top: "M10 18q4-12 14-12t14 12q-6-6-14-6t-14 6z",
    mouth: GRIN,
    brow: -1,
  },
  {
    skin: "#e8b994",
    hair: "#5a3825",
    top: "M8 30q-2-24 16-24t16 24q-2-16-16-16t-16 16z",
    mouth: SMILE,
    brow: -1,
  },
  {
    skin: "#f4cfae",
    hair: "#7b7f86",
    top: "M9 17h30q-2-11-15-11t-15 11zM7 17h34v3h-34z",
    mouth: SMILE,
    brow: 0,
  },
  {
    skin: "#b97f58",
    hair: "#2a1a12",
    top: "M8 26q0-20 16-20t16 20q-4-12-16-12t-16 12zM20 6a4 4 0 118 0z",
    mouth: SMILE,
    brow: 0,
  },
  {
    skin: "#f1c7a0",
    hair: "#a65a2a",
    top: "M10 19q2-13 14-13t14 13q-8-8-28 0z",
    mouth: LINE,
    brow: 0,
  },
  {
    skin: "#f6d9c2",
    hair: "#b9b4ad",
    top: "M9 24q-1-18 15-18t15 18q-6-10-15-10t-15 10z",
    mouth: SMILE,
    brow: 0,
    extra: GLASSES,
  },
  {
    skin: "#e0aa80",
    hair: "#241b17",
    top: "M10 18q3-12 14-12t14 12q-7-5-14-5t-14 5z",
    mouth: LINE,
    brow: 1,
    extra: BEARD,
  },
  {
    skin: "#8d5b3c",
    hair: "#19110d",
    top: "M7 32q-3-27 17-27t17 27q-3-18-17-18t-17 18z",
    mouth: LINE,
    brow: 1,
  },
  {
    skin: "#f3d2b8",
    hair: "#e8e4de",
    top: "M10 20q1-8 5-10-1 5 2 6zM38 20q-1-8-5-10 1 5-2 6z",
    mouth: LINE,
    brow: 1,
    extra: GLASSES,
  },
  {
    skin: "#dba37a",
    hair: "#3a2a55",
    top: "M9 17l4-12 6 7 5-9 5 9 6-7 4 12z",
    mouth: SMILE,
    brow: 1,
  },
];

export function Face({ level }: { readonly level: number }): JSX.Element {
  const { skin, hair, top, mouth, brow, extra } = LOOKS[level - 1] ?? LOOKS[0]!;
  return (
    <svg class="face" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <circle class="face-ground" cx="24" cy="24" r="24" />
      <path d="M8 48q2-11 16-11t16 11z" fill={hair} opacity=".75" />
      <ellipse cx="24" cy="25" rx="14" ry="16" fill={skin} />
      <path d={top} fill={hair} />
      {extra === BEARD && <path d={BEARD} fill={hair} />}
      <circle cx="18" cy="24" r="2" fill="#2b2018" />
      <circle cx="30" cy="24" r="2" fill="#2b2018" />
      <path
        d={`M14 ${19 - brow}l7 ${brow}M34 ${19 - brow}l-7 ${brow}`}
        fill="none"
        stroke="#2b2018"
        stroke-width="1.6"
        stroke-linecap="round"
      />
      <path d={mouth} fill={mouth === GRIN ? "#fff" : "none"} stroke="#6b3524" stroke-width="1.8" />
      {extra === GLASSES && <path d={GLASSES} fill="none" stroke="#2b2018" stroke-width="1.4" />}
    </svg>
  );
}
