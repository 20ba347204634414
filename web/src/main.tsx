import "./styles/index.css";
import { render } from "preact";
import { App, foresee } from "./app";
import { defineBoard } from "./board/element";
import "./state/looks";
import { register } from "./worker/register";

defineBoard();
render(<App />, document.querySelector("#app")!);
register();
foresee();
