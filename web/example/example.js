import "./draughts-board.js";

const play = document.querySelector("#play");
play.mark({
  rings: [
    { square: 14, kind: "must", text: "2" },
    { square: 15, kind: "must", text: "2" },
  ],
  last: [22, 18],
});
play.addEventListener("draughts-input", (event) => {
  document.querySelector("#said").textContent = JSON.stringify(event.detail);
});

const routes = document.querySelector("#routes");
routes.mark({
  selected: [46],
  lines: [
    { kind: "route", squares: [46, 19, 2, 16], number: 1, labels: [19, 2] },
    { kind: "route", squares: [46, 23, 7, 16], number: 2, labels: [23, 7] },
  ],
  targets: [16],
});
document.querySelector("#capture").addEventListener("click", () => {
  const change = { route: [46, 19, 2, 16], captures: [37, 13, 11], crowns: false };
  routes.show("W:WK16:B9,12,17,36,1", change);
  routes.mark({ last: [46, 16] });
});
