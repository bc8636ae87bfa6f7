import { html, type Markup } from "./markup.ts";

/** A table that may be wider than the page: it scrolls by itself, by keyboard too, under the name that its caption gives. */
export function scrolling(caption: string, rows: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption>${rows}</table></div>`;
}
