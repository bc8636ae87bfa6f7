import { App } from "./app.js";
import { html, render } from "./library.js";

const place = document.querySelector("#console");
render(html`<${App} version=${place.dataset.version} />`, place);
