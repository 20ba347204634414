import "./draughts-board.js";

const board = document.querySelector("#board");
const form = document.querySelector("#form");

/** Give the board the attributes that the form says, and show how they are written. */
function apply() {
  for (const field of form.elements) {
    if (!field.name) continue;
    if (field.type === "checkbox") board.toggleAttribute(field.name, field.checked);
    else if (field.value) board.setAttribute(field.name, field.value);
    else board.removeAttribute(field.name);
  }
  const said = [...board.attributes].filter(({ name }) => form.elements[name]);
  const parts = said.map(({ name, value }) => (value ? `${name}="${value}"` : name));
  document.querySelector("#written").textContent =
    `<draughts-board\n  ${parts.join("\n  ")}\n></draughts-board>`;
}

form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
board.addEventListener("draughts-input", ({ detail }) => {
  document.querySelector("#said").textContent = JSON.stringify(detail);
  if (detail.type !== "drop") return;
  // A drag over squares: the board knows no rules, so whatever is dropped stays there.
  const [from, to] = [detail.trail[0], detail.trail.at(-1)];
  const letters = [...board.letters];
  if (!to || from === to || letters[to - 1] !== "e") return;
  [letters[to - 1], letters[from - 1]] = [letters[from - 1], "e"];
  board.show(letters.join(""), { route: [from, to], captures: [], crowns: false });
  board.mark({ last: [from, to] });
});
apply();
