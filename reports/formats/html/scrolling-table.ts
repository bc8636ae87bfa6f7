import { html, type Markup } from "./markup.ts";

/**
 * Returns a table that may be wider than the page: it scrolls separately, by keyboard too, and is named by its
 * caption.
 */
export function scrollingTable(caption: string, rows: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption>${rows}</table></div>`;
}
