/** The colours of the board, as custom properties. Each theme has a light and a dark form. */

export const THEMES = ["wood", "slate", "paper", "club", "marble", "coast", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

type Colors = Readonly<Record<string, string>>;

const WOOD: Colors = {
  light: "#ead3a8",
  dark: "#996941",
  other: "#9c6c45",
  name: "#ffffff",
  "name-light": "#6d4526",
  "w-a": "#fffaf0",
  "w-b": "#f0dfbd",
  "w-rim": "#c4a678",
  "w-line": "#5a3b20",
  "w-ring": "#b08d5a",
  "w-crown": "#8a5a22",
  "b-a": "#3a2519",
  "b-b": "#22130b",
  "b-rim": "#130a05",
  "b-line": "#0d0603",
  "b-ring": "#7d5738",
  "b-crown": "#e3ad62",
  last: "#ffdf7e",
  mark: "#ffe27a",
  route: "#bfe9ff",
  target: "#ffefc2",
  fault: "#ffb19f",
  hint: "#b9f5c4",
  halo: "#2c190c",
  frame: "#5b3a20",
  "frame-line": "#8d6238",
  "frame-name": "#ffffff",
  grain: "0.16",
};

const SLATE: Colors = {
  light: "#c3ccd6",
  dark: "#64748b",
  other: "#68778f",
  name: "#ffffff",
  "name-light": "#384656",
  "w-a": "#ffffff",
  "w-b": "#e4eaf0",
  "w-rim": "#a3b0bf",
  "w-line": "#2b3644",
  "w-ring": "#93a2b3",
  "w-crown": "#3f5a7a",
  "b-a": "#222a34",
  "b-b": "#10151b",
  "b-rim": "#080b0f",
  "b-line": "#06090d",
  "b-ring": "#5c6f86",
  "b-crown": "#a8c6e6",
  last: "#8fe3dd",
  mark: "#ffe27a",
  route: "#c0ffd2",
  target: "#e8f6ff",
  fault: "#ffb8ac",
  hint: "#b9f5c4",
  halo: "#141b24",
  frame: "#333f4e",
  "frame-line": "#566578",
  "frame-name": "#ffffff",
  grain: "0",
};

const PAPER: Colors = {
  light: "#fbf8f1",
  dark: "#797363",
  other: "#7d7664",
  name: "#ffffff",
  "name-light": "#6a6252",
  "w-a": "#ffffff",
  "w-b": "#fbf8f2",
  "w-rim": "#d9d1c0",
  "w-line": "#322c22",
  "w-ring": "#a59b86",
  "w-crown": "#7d2b20",
  "b-a": "#2a2a33",
  "b-b": "#16161c",
  "b-rim": "#0c0c10",
  "b-line": "#08080b",
  "b-ring": "#77778a",
  "b-crown": "#f0e3c8",
  last: "#ffdf7e",
  mark: "#ffe27a",
  route: "#c9ecff",
  target: "#fff3d0",
  fault: "#ffbcae",
  hint: "#c2f5cb",
  halo: "#26231c",
  frame: "#4d4739",
  "frame-line": "#8c8471",
  "frame-name": "#ffffff",
  grain: "0",
};

const CLUB: Colors = {
  light: "#f3ecd6",
  dark: "#487f57",
  other: "#50815d",
  name: "#ffffff",
  "name-light": "#3c5f45",
  "w-a": "#fffdf4",
  "w-b": "#f2e6c8",
  "w-rim": "#cdb98b",
  "w-line": "#574a2a",
  "w-ring": "#b9a06a",
  "w-crown": "#7a5a1e",
  "b-a": "#1d1d1d",
  "b-b": "#0e0e0e",
  "b-rim": "#060606",
  "b-line": "#000000",
  "b-ring": "#6a6a6a",
  "b-crown": "#f0d78e",
  last: "#ffe37e",
  mark: "#ffe27a",
  route: "#d4f0ff",
  target: "#fff3c2",
  fault: "#ffc2b4",
  hint: "#d2ffd8",
  halo: "#10241a",
  frame: "#4a2f1b",
  "frame-line": "#81592f",
  "frame-name": "#ffffff",
  grain: "0.08",
};

const MARBLE: Colors = {
  light: "#eceef2",
  dark: "#6b7481",
  other: "#6b7785",
  name: "#ffffff",
  "name-light": "#4a5260",
  "w-a": "#ffffff",
  "w-b": "#eef1f5",
  "w-rim": "#bcc5d1",
  "w-line": "#475063",
  "w-ring": "#c3ccd8",
  "w-crown": "#5d6f92",
  "b-a": "#1c2436",
  "b-b": "#0e1320",
  "b-rim": "#080b13",
  "b-line": "#05070c",
  "b-ring": "#5a6d96",
  "b-crown": "#b9ccf5",
  last: "#ffe37e",
  mark: "#ffe27a",
  route: "#bfe9ff",
  target: "#f4f8ff",
  fault: "#ffbcae",
  hint: "#c2f5cb",
  halo: "#141a26",
  frame: "#2c323d",
  "frame-line": "#59626f",
  "frame-name": "#ffffff",
  grain: "0.22",
};

const COAST: Colors = {
  light: "#f3e7cf",
  dark: "#397d87",
  other: "#3f8089",
  name: "#ffffff",
  "name-light": "#2c5d65",
  "w-a": "#fffaf0",
  "w-b": "#f7eedb",
  "w-rim": "#d8c199",
  "w-line": "#6b4a25",
  "w-ring": "#d0a763",
  "w-crown": "#9a5b1c",
  "b-a": "#14233f",
  "b-b": "#0a1428",
  "b-rim": "#060c19",
  "b-line": "#040811",
  "b-ring": "#4f74a8",
  "b-crown": "#f3c98b",
  last: "#ffe08a",
  mark: "#ffe27a",
  route: "#d7f3ff",
  target: "#fff4d6",
  fault: "#ffc0b0",
  hint: "#c8ffd4",
  halo: "#0b2329",
  frame: "#6d5334",
  "frame-line": "#a37f52",
  "frame-name": "#ffffff",
  grain: "0.1",
};

const CONTRAST: Colors = {
  light: "#ffffff",
  dark: "#5c5c5c",
  other: "#757575",
  name: "#ffffff",
  "name-light": "#000000",
  "w-a": "#ffffff",
  "w-b": "#ffffff",
  "w-rim": "#ffffff",
  "w-line": "#000000",
  "w-ring": "#000000",
  "w-crown": "#000000",
  "b-a": "#000000",
  "b-b": "#000000",
  "b-rim": "#000000",
  "b-line": "#ffffff",
  "b-ring": "#ffffff",
  "b-crown": "#ffe14d",
  last: "#ffe14d",
  mark: "#ffe14d",
  route: "#ffe14d",
  target: "#ffe14d",
  fault: "#ffb3a3",
  hint: "#9dffb0",
  halo: "#000000",
  frame: "#000000",
  "frame-line": "#ffffff",
  "frame-name": "#ffffff",
  grain: "0",
};

/** The dark forms: light squares and white pieces dimmed, so that every piece still stands out. */
const DIMMED: Readonly<Partial<Record<Theme, Colors>>> = {
  wood: {
    light: "#c9ae80",
    dark: "#986941",
    other: "#9d6c41",
    "name-light": "#43290f",
    "w-b": "#e6d3ae",
    "b-a": "#2c1b12",
    "b-b": "#180d07",
    frame: "#3d2614",
  },
  slate: {
    light: "#8d99a8",
    dark: "#65758a",
    other: "#68788d",
    "name-light": "#1a222c",
    "w-b": "#d4dbe3",
    "b-a": "#1b222b",
    "b-b": "#0d1116",
    frame: "#232c37",
  },
  paper: {
    light: "#cfc9ba",
    dark: "#7a7263",
    other: "#7d7666",
    "name-light": "#3a3428",
    "w-b": "#e8e2d4",
    "b-a": "#24242c",
    "b-b": "#121217",
    frame: "#353026",
  },
  club: {
    light: "#cfc6a8",
    dark: "#467f59",
    other: "#4e815d",
    "name-light": "#27402e",
    "w-b": "#e5d8b8",
    "b-a": "#1a1a1a",
    "b-b": "#0c0c0c",
    frame: "#332012",
  },
  marble: {
    light: "#b4bac4",
    dark: "#6b7480",
    other: "#6d7785",
    "name-light": "#2c323d",
    "w-b": "#dfe4ea",
    "b-a": "#18202f",
    "b-b": "#0b101a",
    frame: "#1d2129",
  },
  coast: {
    light: "#cbbd9e",
    dark: "#387c88",
    other: "#407f8b",
    "name-light": "#1b444b",
    "w-b": "#ebe0c8",
    "b-a": "#121f38",
    "b-b": "#081022",
    frame: "#47351f",
  },
};

const ALL: Readonly<Record<Theme, Colors>> = {
  wood: WOOD,
  slate: SLATE,
  paper: PAPER,
  club: CLUB,
  marble: MARBLE,
  coast: COAST,
  contrast: CONTRAST,
};

/** The colours of a theme, in its light or its dark form. */
export function colorsOf(theme: Theme, dark = false): Colors {
  return dark ? { ...ALL[theme], ...DIMMED[theme] } : ALL[theme];
}

function rules(colors: Colors): string {
  return Object.entries(colors)
    .map(([name, color]) => `--board-${name}:${color};`)
    .join("");
}

/** The style sheet of all themes; `wood` where none is named. */
export function themeRules(): string {
  const named = THEMES.map((name) => [name, ALL[name]] as const);
  const all = named.map(([name, colors]) => {
    const host = name === "wood" ? `:host,:host([theme="wood"])` : `:host([theme="${name}"])`;
    return `${host}{${rules(colors)}}`;
  });
  const dark = named.flatMap(([name]) => {
    const colors = DIMMED[name];
    const own = name === "wood" ? `:host([scheme="dark"]:not([theme]))` : "";
    const host = `:host([scheme="dark"][theme="${name}"])${own ? `,${own}` : ""}`;
    return colors ? [`${host}{${rules(colors)}}`] : [];
  });
  return [...all, ...dark].join("");
}
