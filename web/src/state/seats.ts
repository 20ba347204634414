/** Games in which this page took a seat, also before lots have decided which. */

const STORE = "crownhead.seats";
const MOST = 50;

function stored(): string[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? "[]");
    return Array.isArray(read) ? read.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

let games = stored();

export function sit(game: string): void {
  games = [game, ...games.filter((each) => each !== game)].slice(0, MOST);
  try {
    sessionStorage.setItem(STORE, JSON.stringify(games));
  } catch {
    // It is remembered until the page is left.
  }
}

export function sits(game: string): boolean {
  return games.includes(game);
}
