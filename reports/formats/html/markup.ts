import { escapeHtml } from "../../../spec/escape.ts";

/** Finished HTML: it is inserted unchanged, everything else is escaped. */
export interface Markup {
  readonly markup: string;
}

/** The possible values in a template: null gives nothing, a list gives each entry in turn. */
export type Content = Markup | string | number | null | readonly Content[];

/** Returns a template in which every value is escaped unless it is {@link Markup} itself: `html\`<p>${text}</p>\``. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts = strings.map((part, index) => part + (index < values.length ? toHtml(values[index] ?? null) : ""));
  return { markup: parts.join("") };
}

/** Marks text of our own as finished HTML. Never use it for text of a target. */
export function trusted(markup: string): Markup {
  return { markup };
}

function toHtml(content: Content): string {
  if (content === null) return "";
  if (typeof content === "string") return escapeHtml(content);
  if (typeof content === "number") return String(content);
  return "markup" in content ? content.markup : content.map(toHtml).join("");
}

/** Returns the value as an anchor: letters, digits, dots and hyphens. */
export function anchor(prefix: string, value: string): string {
  return `${prefix}-${value.replace(/[^A-Za-z0-9.-]+/gu, "_").slice(0, 120)}`;
}
