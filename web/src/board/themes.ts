/** The colours of the board, as custom properties. Each theme has a light and a dark form. */

export const THEMES = ["wood", "slate", "paper", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

type Colors = Readonly<Record<string, string>>;

const WOOD: Colors = {
  light: "#ead3a8",
  dark: "#95663f",
  other: "#a87850",
  name: "#fffaf0",
  "name-light": "#6d4526",
  "w-a": "#fffaf0",
  "w-b": "#f0dfbd",
  "w-rim": "#c4a678",
  "w-line": "#5a3b20",
  "w-ring": "#b08d5a",
  "w-crown": "#8a5a22",
  "b-a": "#4a3022",
  "b-b": "#2a1810",
  "b-rim": "#150b06",
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
};

const SLATE: Colors = {
  light: "#c3ccd6",
  dark: "#64748a",
  other: "#7687a0",
  name: "#ffffff",
  "name-light": "#384656",
  "w-a": "#ffffff",
  "w-b": "#e4eaf0",
  "w-rim": "#a3b0bf",
  "w-line": "#2b3644",
  "w-ring": "#93a2b3",
  "w-crown": "#3f5a7a",
  "b-a": "#35414f",
  "b-b": "#1b232d",
  "b-rim": "#0c1117",
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
};

const PAPER: Colors = {
  light: "#fbf8f1",
  dark: "#b9b09c",
  other: "#cfc7b5",
  name: "#2d281f",
  "name-light": "#6a6252",
  "w-a": "#ffffff",
  "w-b": "#fbf8f2",
  "w-rim": "#d9d1c0",
  "w-line": "#322c22",
  "w-ring": "#a59b86",
  "w-crown": "#7d2b20",
  "b-a": "#b4473a",
  "b-b": "#8d2f24",
  "b-rim": "#641d15",
  "b-line": "#3f0f0a",
  "b-ring": "#d98d7f",
  "b-crown": "#ffe9cf",
  last: "#5f8f6a",
  mark: "#14532d",
  route: "#0b4a77",
  target: "#3d3626",
  fault: "#6d1208",
  hint: "#14532d",
  halo: "#fffdf6",
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
};

const DIMMED: Readonly<Partial<Record<Theme, Colors>>> = {
  wood: { light: "#c9ae80", dark: "#70482a", other: "#85593a", "name-light": "#43290f" },
  slate: { light: "#8d99a8", dark: "#455163", other: "#566378", "name-light": "#1a222c" },
  paper: { light: "#cfc9ba", dark: "#99907b", other: "#aea590", "name-light": "#3a3428" },
};

function rules(colors: Colors): string {
  return Object.entries(colors)
    .map(([name, color]) => `--board-${name}:${color};`)
    .join("");
}

/** The style sheet of all themes; `wood` where none is named. */
export function themeRules(): string {
  const named: readonly [Theme, Colors][] = [
    ["wood", WOOD],
    ["slate", SLATE],
    ["paper", PAPER],
    ["contrast", CONTRAST],
  ];
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
