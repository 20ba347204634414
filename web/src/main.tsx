import "./styles/index.css";
import { render } from "preact";
import { App, begin, foresee } from "./app";
import { defineBoard } from "./board/element";
import "./state/looks";
import { register } from "./worker/register";
import { renewing } from "./worker/renew";

begin();
defineBoard();
render(<App />, document.querySelector("#app")!);
register();
renewing();
foresee();
