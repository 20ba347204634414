/** The style sheet of the board. */

import { themeRules } from "./themes";

const LAYOUT = `
:host{display:block;position:relative;aspect-ratio:1;contain:layout style;container-type:inline-size;
  -webkit-tap-highlight-color:transparent;user-select:none;-webkit-user-select:none}
:host([hidden]){display:none}
:host([width="10"]){--wide:1.28;--weight:500} :host([width="12"]){--wide:1.56;--weight:500}
svg{display:block;width:100%;height:100%;overflow:hidden;border-radius:var(--board-radius,6px)}
#grid{position:absolute;inset:var(--frame,0);touch-action:none;cursor:pointer}
:host([scrolls]) #grid{touch-action:pan-y}
#grid:empty{display:none}
:host([static]) #grid{display:none}
[role=row],[role=gridcell]{position:absolute}
[role=row]{left:0;width:100%}
[role=gridcell]{height:100%;outline:none}
#live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

const PICTURE = `
.light{fill:var(--board-light)} .dark{fill:var(--board-dark)} .other{fill:var(--board-other)}
.name{font:var(--weight,600) calc(20px*var(--wide,1)) system-ui,sans-serif;fill:var(--board-name);
  paint-order:stroke;stroke:var(--board-dark);stroke-width:.3em;stroke-linejoin:round}
@container (min-width:480px){.name{font-size:calc(16px*var(--wide,1))}}
@container (max-width:479px){:host([width="12"]) .covered{display:none}}
@container (min-width:600px){.name{font-size:calc(13px*var(--wide,1))}}
.outside{font:600 calc(25px*var(--wide,1)) system-ui,sans-serif;fill:var(--board-frame-name);
  stroke:none;text-anchor:middle}
@container (min-width:480px){.outside{font-size:calc(21px*var(--wide,1))}}
@container (min-width:700px){.outside{font-size:calc(18px*var(--wide,1))}}
.frame{fill:var(--board-frame)} .bevel{fill:none;stroke:var(--board-frame-line);stroke-width:2}
.lined{stroke:var(--board-frame);stroke-width:3}
.grain{fill:none;stroke:#000;stroke-width:1.6;stroke-opacity:calc(var(--board-grain)*.6)}
.sunk{fill:none;stroke:#000;stroke-width:10;stroke-opacity:.22}
.shadow{fill:url(#shade)}
.gleam{fill:none;stroke:#fff;stroke-width:5;stroke-linecap:round;stroke-opacity:.3}
.w-rim{fill:var(--board-w-rim);stroke:var(--board-w-line);stroke-width:1.6}
.w-top{fill:url(#w-shine);stroke:var(--board-w-line);stroke-width:1.6}
.w-flat{fill:var(--board-w-a);stroke:var(--board-w-line);stroke-width:4}
.w-ring{fill:none;stroke:var(--board-w-ring);stroke-width:3}
.w-crown{fill:var(--board-w-crown)}
.w-stop-a{stop-color:var(--board-w-a)} .w-stop-b{stop-color:var(--board-w-b)}
.b-rim{fill:var(--board-b-rim);stroke:var(--board-b-line);stroke-width:1.6}
.b-top{fill:url(#b-shine);stroke:var(--board-b-line);stroke-width:1.6}
.b-flat{fill:var(--board-b-a);stroke:var(--board-b-line);stroke-width:4}
.b-ring{fill:none;stroke:var(--board-b-ring);stroke-width:3}
.b-crown{fill:var(--board-b-crown)}
.b-stop-a{stop-color:var(--board-b-a)} .b-stop-b{stop-color:var(--board-b-b)}
.fine{stroke-width:1.5;opacity:.7}
.piece.lifted{filter:drop-shadow(0 10px 8px rgb(0 0 0/.4))}
.piece.on-way use{opacity:.8}
.piece.taken use{opacity:.45}
.stroke{fill:none;stroke:var(--board-halo);stroke-width:10;stroke-linecap:round}
.stroke.halo{stroke:var(--board-fault);stroke-width:16}
.huffed{fill:none;stroke:var(--board-fault);stroke-width:9;stroke-linecap:round}
.huffed.halo{stroke:var(--board-halo);stroke-width:15}
.last{fill:var(--board-last);fill-opacity:.34}
.last.from{fill-opacity:.16;stroke:var(--board-last);stroke-width:4;stroke-dasharray:12 10;
  stroke-opacity:.75}
.last.to{stroke:var(--board-last);stroke-width:4}
.selected{fill:var(--board-mark);fill-opacity:.42;stroke:var(--board-mark);stroke-width:6}
.premove{fill:var(--board-route);fill-opacity:.3;stroke:var(--board-route);stroke-width:6;
  stroke-dasharray:18 12}
.target{fill:var(--board-target);stroke:var(--board-halo);stroke-opacity:.55;stroke-width:2}
.via{fill:none;stroke:var(--board-target);stroke-width:5}
.ring{fill:none;stroke-width:6}
.ring.halo{stroke-width:12;stroke-opacity:.75}
.ring.must{stroke:var(--board-mark)} .ring.fault{stroke:var(--board-fault);stroke-dasharray:18 12}
.ring.hint{stroke:var(--board-hint);stroke-dasharray:46 46 46 138}
.line{fill:none;stroke:var(--board-route);stroke-width:8;stroke-linecap:round;stroke-linejoin:round}
.line.halo,.ring.halo{stroke:var(--board-halo);stroke-dasharray:none}
.line.halo{stroke-width:15;stroke-opacity:.5}
.line.hint{stroke:var(--board-hint)} [class*=pen]{stroke:var(--pen)}
.pen-green{--pen:#7fe08f} .pen-red{--pen:#ff8a76;stroke-dasharray:30 14}
.pen-yellow{--pen:#ffd95e;stroke-dasharray:2 18} .pen-blue{--pen:#8cc6ff;stroke-dasharray:18 12}
.head{fill:var(--pen,var(--board-hint));stroke:var(--board-halo);stroke-width:3}
.line.last{stroke:var(--board-last);stroke-width:6;stroke-opacity:.9}
.line.last.halo{stroke-width:0}
.line.premove{stroke-dasharray:4 18}
.badge circle{fill:var(--board-halo);stroke:var(--board-mark);stroke-width:3}
.badge text{fill:var(--board-mark);font:700 30px system-ui,sans-serif;text-anchor:middle}
.badge.fault circle{stroke:var(--board-fault)} .badge.fault text{fill:var(--board-fault)}
.badge.route circle{stroke:var(--board-route)} .badge.route text{fill:var(--board-route)}
:host([theme="contrast"]) :is(.w-top,.w-rim,.b-top,.b-rim){stroke-width:4}
@media (forced-colors:active){svg{forced-color-adjust:none}}
`;

const FRAME = `[role=gridcell]:focus-visible{border-radius:4px;forced-color-adjust:none;
  box-shadow:inset 0 0 0 3px var(--board-halo),inset 0 0 0 6px var(--board-mark)}`;

let sheet: CSSStyleSheet | undefined;

/** The one sheet that all boards share. */
export function boardSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(LAYOUT + themeRules() + PICTURE);
    // A board that has the focus from the start shows no frame before somebody uses the keyboard.
    addEventListener("keydown", () => sheet!.insertRule(FRAME), { capture: true, once: true });
  }
  return sheet;
}
