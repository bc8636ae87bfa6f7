// What the console takes from libraries. The build makes one file of this, which is served in its place.
export { render } from "preact";
export { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";

import htm from "htm";
import { h } from "preact";

/** @import { Html } from "./types.d.ts" */

/** Markup as a tagged template: `html\`<p class="hint">${text}</p>\``; what is put in is text, never markup. */
export const html = /** @type {Html} */ (htm.bind(h));
