/**
 * `<draughts-board>`: draws a position, says what a player does with it, and knows no rules.
 *
 * Attributes: `width` (8, 10, 12), `full`, `mirrored`, `first-square`, `notation`, `position`
 * (letters or FEN), `orientation`, `coordinates`, `theme`, `scheme`, `pieces`, `label`, `static` (a
 * picture without input), `scrolls` (a finger that goes up or down moves the page), `pace` (how
 * many times as long movements take), `no-motion`. Everything else is a property or a method. Whatever the player does comes out as a `draughts-input` event.
 */

import { Cells } from "./cells";
import { Geometry, type Notation, type Shape } from "./geometry";
import { coverNames, drawGround, drawNames, frameOf, type Coordinates } from "./ground";
import { drawOver, drawUnder, type Marks } from "./marks";
import { Men, type Change } from "./men";
import { definitions, FAMILIES, isPiece, type Family } from "./pieces";
import { listen } from "./pointer";
import { lettersOf } from "./position";
import { Projection, type Orientation, type Point } from "./projection";
import { boardSheet } from "./style";
import { svg } from "./svg";
import { THEMES, type Theme } from "./themes";

/** What a player does; `key` is anything typed that is not for the board. */
export type BoardInput =
  | { readonly type: "tap"; readonly square: number; readonly by: "pointer" | "key" }
  /** A drag: the piece on a square follows the pointer; 0: it no longer does. */
  | { readonly type: "lift"; readonly square: number }
  | { readonly type: "drop"; readonly trail: readonly number[] }
  | { readonly type: "digit"; readonly digit: number }
  | { readonly type: "back" }
  | { readonly type: "cancel" }
  | { readonly type: "key"; readonly key: string };

const SHAPE = ["width", "full", "mirrored", "first-square"];
const LOOKS = ["notation", "orientation", "coordinates", "static", "label", "theme", "pieces"];

export class DraughtsBoard extends HTMLElement {
  static readonly observedAttributes = [...SHAPE, ...LOOKS, "position"];

  /** Whether digit keys choose between routes; else they begin a typed move. */
  choosing = false;
  /** Squares whose pieces can be dragged; null: any piece. */
  movable: ReadonlySet<number> | null = null;

  /** What is seen: a drawing in units of which `SIDE` make a square, hidden from screen readers. */
  readonly #picture = svg("svg", { "aria-hidden": "true" });
  /** The pieces of the theme, which the drawing refers to. */
  readonly #definitions = svg("defs");
  /** The drawing's layers, from the lowest to the highest. */
  readonly #layers = {
    ground: svg("g"),
    under: svg("g"),
    men: svg("g"),
    names: svg("g"),
    over: svg("g"),
  };
  /** What keyboard, pointer and screen reader meet: one cell for each square, over the drawing. */
  readonly #grid = document.createElement("div");
  /** The live region that `announce` writes into. */
  readonly #live = document.createElement("div");
  /** Which squares there are, and what they are called. */
  #geometry = new Geometry(this.#shape());
  /** Where each square is drawn, from the side that is seen from below. */
  #projection = new Projection(this.#geometry, "white");
  /** The pieces, and how they move. */
  readonly #men = new Men(this.#layers.men, this.#projection);
  /** The grid's cells, and the one with the focus. */
  readonly #cells = new Cells(this.#grid, this.#projection);
  /** The position that is shown, as `letters` gives it; empty before the first. */
  #letters = "";
  /** The theme and family whose pieces are defined; empty before the first. */
  #dressed = "";
  /** The marks that are drawn, for when the board is drawn anew. */
  #marks: Marks = {};
  /** What each square is called; null: in English, by its name and piece. */
  #words: ((square: number) => string) | null = null;
  /** Whether anything was drawn: attributes come one by one before that. */
  #drawn = false;
  /** The piece that follows the pointer; 0: none. */
  #lifted = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [boardSheet()];
    this.#picture.append(this.#definitions, ...Object.values(this.#layers));
    this.#grid.id = "grid";
    this.#grid.setAttribute("role", "grid");
    this.#live.id = "live";
    this.#live.setAttribute("aria-live", "polite");
    root.append(this.#picture, this.#grid, this.#live);
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    this.#grid.addEventListener("focusin", (event) => {
      const square = Number((event.target as HTMLElement).dataset["square"]);
      if (square && square !== this.#cells.current) this.#cells.to(square, false);
    });
    this.#grid.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.#emit({ type: "cancel" });
    });
    listen(this.#grid, {
      projection: () => this.#projection,
      tapped: (square) => {
        this.#cells.to(square, false);
        this.#emit({ type: "tap", square, by: "pointer" });
      },
      dropped: (trail) => this.#emit({ type: "drop", trail }),
      dragged: (square, point) => this.#drag(square, point),
      draggable: (square) =>
        isPiece(this.#letters[square - 1]) && (this.movable?.has(square) ?? true),
    });
  }

  connectedCallback(): void {
    this.#draw();
  }

  attributeChangedCallback(name: string, _old: string | null, value: string | null): void {
    if (name === "position") {
      if (this.#drawn && value !== null) this.show(value);
      return;
    }
    if (this.#drawn) this.#draw(SHAPE.includes(name));
  }

  get geometry(): Geometry {
    return this.#geometry;
  }

  /** One letter for each square: `w b` men, `W B` kings, `e` empty. */
  get letters(): string {
    return this.#letters;
  }

  /** Show a position (letters or FEN); a change that led to it is shown moving. */
  show(position: string, change: Change | null = null, still = false): void {
    if (!this.#drawn) this.#draw();
    this.#letters = lettersOf(position, this.#geometry);
    this.#men.pace = Number(this.getAttribute("pace") ?? 1) || 1;
    this.#men.show(this.#letters, change, still || this.#calm());
    coverNames(this.#layers.names, this.#letters);
    this.#describe();
  }

  /** Put marks on the board, in place of those there are. */
  mark(marks: Marks): void {
    this.#marks = marks;
    drawUnder(this.#layers.under, this.#projection, marks);
    drawOver(this.#layers.over, this.#projection, marks);
    this.#describe();
  }

  /** Show a piece part of the way, and the pieces it has taken, which still stand. */
  preview(from: number, at: number, taken: readonly number[]): void {
    this.#men.preview(from, at, taken);
  }

  /** Shake the pieces on these squares, as a head is shaken. */
  shake(squares: readonly number[]): void {
    if (!this.#calm()) for (const square of squares) this.#men.shake(square);
  }

  /** Announce text to screen readers. */
  announce(text: string): void {
    this.#live.textContent = text;
  }

  /** How each square is called; what stands there included. */
  set describe(words: (square: number) => string) {
    this.#words = words;
    this.#describe();
  }

  /** Where the keyboard begins, as long as the player has gone nowhere; 0: near left. */
  set begin(square: number) {
    this.#cells.begin = square;
  }

  /** The focus goes to the keyboard's place, not to the first square there is. */
  override focus(options?: FocusOptions): void {
    this.#cells.focus(options);
  }

  /** Put the keyboard's place on a square. */
  focusSquare(square: number): void {
    this.#cells.to(square);
  }

  #shape(): Shape {
    const width = Number(this.getAttribute("width") ?? 8);
    return {
      width: width === 10 || width === 12 ? width : 8,
      full: this.hasAttribute("full"),
      mirrored: this.hasAttribute("mirrored"),
      first_square:
        this.getAttribute("first-square") === "bottom-right" ? "bottom-right" : "top-left",
    };
  }

  #notation(): Notation {
    return this.getAttribute("notation") === "algebraic" ? "algebraic" : "numeric";
  }

  #draw(reshape = !this.#drawn): void {
    const orientation: Orientation =
      this.getAttribute("orientation") === "black" ? "black" : "white";
    if (reshape) {
      this.#geometry = new Geometry(this.#shape());
      this.#men.clear();
    }
    this.#projection = new Projection(this.#geometry, orientation);
    const { extent } = this.#projection;
    const coordinates = (this.getAttribute("coordinates") ?? "none") as Coordinates;
    const frame = frameOf(coordinates, this.#notation());
    const whole = extent + 2 * frame;
    this.#picture.setAttribute("viewBox", `${-frame} ${-frame} ${whole} ${whole}`);
    this.style.setProperty("--frame", `${(100 * frame) / whole}%`);
    this.#dress();
    drawGround(this.#layers.ground, this.#projection, frame);
    drawNames(this.#layers.names, this.#projection, coordinates, this.#notation());
    this.#men.redraw(this.#projection);
    const label = this.getAttribute("label") ?? "";
    const picture = this.hasAttribute("static");
    if (picture) this.#grid.replaceChildren();
    else this.#cells.lay(this.#projection);
    this.#grid.setAttribute("aria-label", label);
    if (picture) {
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", label);
    } else if (this.getAttribute("role") === "img") {
      // It was a picture before.
      this.removeAttribute("role");
      this.removeAttribute("aria-label");
    }
    const first = !this.#drawn;
    this.#drawn = true;
    const given = this.getAttribute("position");
    if (first && given) this.show(given, null, true);
    else if (reshape && this.#letters.length !== this.#geometry.count) this.#letters = "";
    else if (reshape && this.#letters) this.#men.show(this.#letters, null, true);
    coverNames(this.#layers.names, this.#letters);
    this.mark(reshape && !first ? {} : this.#marks);
  }

  /** Take the pieces that belong to the theme and the family. */
  #dress(): void {
    const named = this.getAttribute("theme") as Theme | null;
    const theme = named && THEMES.includes(named) ? named : "wood";
    const wanted = this.getAttribute("pieces") as Family | null;
    const family = wanted && FAMILIES.includes(wanted) ? wanted : "discs";
    if (this.#dressed === theme + family) return;
    this.#dressed = theme + family;
    this.#definitions.innerHTML = definitions(theme, family);
  }

  #calm(): boolean {
    return this.hasAttribute("no-motion") || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  #describe(): void {
    if (!this.#drawn || this.hasAttribute("static")) return;
    this.#cells.describe(
      this.#words ?? ((square) => this.#plain(square)),
      this.#marks.selected ?? [],
    );
  }

  #plain(square: number): string {
    const letter = this.#letters[square - 1] ?? "e";
    const names = { w: "white man", W: "white king", b: "black man", B: "black king" };
    const name = this.#geometry.name(square, this.#notation());
    return `${name}, ${isPiece(letter) ? names[letter] : "empty"}`;
  }

  #drag(square: number, point: Point | null): void {
    const lifted = point ? square : 0;
    if (this.#lifted !== lifted) this.#emit({ type: "lift", square: lifted });
    this.#lifted = lifted;
    this.#men.lift(square, point);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const input = this.#input(event.key);
    if (!input) {
      const next = this.#cells.beside(event.key);
      if (next) this.#cells.to(next);
      if (next || event.key.startsWith("Arrow")) event.preventDefault();
      return;
    }
    if (input.type !== "cancel") event.preventDefault();
    this.#emit(input);
  }

  #input(key: string): BoardInput | null {
    if (key === "Enter" || key === " ") {
      return { type: "tap", square: this.#cells.current, by: "key" };
    }
    if (key === "Escape") return { type: "cancel" };
    if (key === "Backspace") return { type: "back" };
    if (this.choosing && /^[1-9]$/.test(key)) return { type: "digit", digit: Number(key) };
    return /^[0-9a-lx:-]$/i.test(key) ? { type: "key", key } : null;
  }

  #emit(detail: BoardInput): void {
    this.dispatchEvent(new CustomEvent("draughts-input", { detail, bubbles: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "draughts-board": DraughtsBoard;
  }
  interface HTMLElementEventMap {
    "draughts-input": CustomEvent<BoardInput>;
  }
}

/** Make `<draughts-board>` known to the page. */
export function defineBoard(): void {
  if (!customElements.get("draughts-board")) customElements.define("draughts-board", DraughtsBoard);
}
