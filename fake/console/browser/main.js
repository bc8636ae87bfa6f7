import { App } from "./app.js";
import { html, render } from "./library.js";

const place = /** @type {HTMLElement} */ (document.querySelector("#console"));
render(html`<${App} version=${place.dataset.version} />`, place);
