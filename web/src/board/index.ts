/** The board by itself: import this module and use `<draughts-board>`. */

import { defineBoard } from "./element";

export { DraughtsBoard, type BoardInput } from "./element";
export type { Marks } from "./marks";
export type { Change } from "./men";

defineBoard();
