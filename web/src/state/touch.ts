/** A piece that was touched on one screen and is picked up on the next. */

let square = 0;

export function leaveTouch(touched: number): void {
  square = touched;
}

/** Return the square that was touched, once; 0: none was. */
export function takeTouch(): number {
  const touched = square;
  square = 0;
  return touched;
}
