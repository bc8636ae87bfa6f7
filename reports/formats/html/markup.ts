import { escapeHtml } from "../../../spec/escape.ts";

/** HTML that is finished: it is inserted as it is, everything else is escaped. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a template: nothing for null, each entry of a list in turn. */
export type Content = Markup | string | number | null | readonly Content[];

/** A template in which every value is escaped unless it is {@link Markup} itself: `html\`<p>${text}</p>\``. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts = strings.map((part, index) => part + (index < values.length ? toHtml(values[index] ?? null) : ""));
  return { markup: parts.join("") };
}

/** Marks text of our own as finished HTML; never for text of a target. */
export function trusted(markup: string): Markup {
  return { markup };
}

function toHtml(content: Content): string {
  if (content === null) return "";
  if (typeof content === "string") return escapeHtml(content);
  if (typeof content === "number") return String(content);
  return "markup" in content ? content.markup : content.map(toHtml).join("");
}

/** The value as an anchor: letters, digits, dots and hyphens. */
export function anchor(prefix: string, value: string): string {
  return `${prefix}-${value.replace(/[^A-Za-z0-9.-]+/gu, "_").slice(0, 120)}`;
}
