/** Games in which this page took a seat, also before lots have decided which. */

import { store, storedList } from "./storage";

const STORE = "crownhead.seats";
const MOST = 50;

let games = storedList(STORE, "tab").filter((each) => typeof each === "string");

export function sit(game: string): void {
  games = [game, ...games.filter((each) => each !== game)].slice(0, MOST);
  store(STORE, games, "tab");
}

export function sits(game: string): boolean {
  return games.includes(game);
}
