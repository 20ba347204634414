import type { JSX as Preact, Ref } from "preact";
import type { BoardInput, DraughtsBoard } from "./element";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "draughts-board": Preact.HTMLAttributes<DraughtsBoard> & {
        ref?: Ref<DraughtsBoard>;
        width?: number;
        full?: boolean;
        mirrored?: boolean;
        "first-square"?: string;
        notation?: string;
        orientation?: string;
        coordinates?: string;
        theme?: string;
        scheme?: string;
        pieces?: string;
        pace?: number;
        static?: boolean;
        scrolls?: boolean;
        position?: string;
        "no-motion"?: boolean;
        "ondraughts-input"?: (event: CustomEvent<BoardInput>) => void;
      };
    }
  }
}
