/** What the game has to say to its player beside the board. */

import type { Explanation } from "./explaining";

export type Notice =
  /** A refusal, with the moves that would have been right. */
  | { readonly kind: "refused"; readonly said: Explanation }
  /** Something worth a sentence. */
  | {
      readonly kind: "note";
      readonly sentence: string;
      readonly move?: string;
      /** It stays while the drawn moves are played out, until somebody does something. */
      readonly lasting?: boolean;
    }
  /** A move that refuses a draw and takes on a duty, or that gives much away: it waits for a yes. */
  | {
      readonly kind: "confirm";
      readonly sentence: string;
      /** The coach warns of it: another move is what is advised. */
      readonly warned: boolean;
      readonly go: () => void;
    };
