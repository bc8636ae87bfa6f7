import { oneLine, visible } from "./format-text.ts";

const HTML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Escapes a text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"'`]/gu, (character) => HTML[character] ?? character);
}

const XML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes a text for XML 1.0 content. */
export function escapeXml(text: string): string {
  return visible(text).replace(/[&<>"']/gu, (character) => XML[character] ?? character);
}

/** Escapes a text for an XML 1.0 attribute, on one line, since a parser would turn line feeds into blanks anyway. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(oneLine(text));
}

/** Escapes a text for an XML comment, which may not contain two adjacent hyphens. */
export function escapeXmlComment(text: string): string {
  return oneLine(text).replace(/-(?=-|$)/gu, "- ");
}

/**
 * Escapes a text for a line of Markdown, also inside a table cell: no markup, HTML, mention, formula or automatic
 * link.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_[\]|~]/gu, (character) => `\\${character}`)
    .replace(/&/gu, "&amp;")
    .replace(/^(?:[-+#>=]|\d+(?=[.)]))/u, (start) => [...start].map(entity).join(""))
    .replace(/[<@$]/gu, entity)
    .replace(/:\/\//gu, ":&#47;&#47;")
    .replace(/\bwww\./giu, (prefix) => `${prefix.slice(0, -1)}&#46;`);
}

function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/**
 * Returns a text as a Markdown code span that fits a table cell. The fence is longer than any run of backticks inside.
 */
export function markdownCode(text: string): string {
  const line = oneLine(text).replace(/\|/gu, "\u2502");
  if (line === "") return "";
  const fence = "`".repeat(longestBacktickRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Returns a text as a fenced Markdown block that its content cannot close. */
export function markdownBlock(text: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, longestBacktickRun(text) + 1));
  return `${fence}${language}\n${visible(text)}\n${fence}`;
}

function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** Escapes the message of a GitHub workflow command (`::error …::MESSAGE`). */
export function escapeCommandData(text: string): string {
  return visible(text).replace(/%/gu, "%25").replace(/\n/gu, "%0A").replace(/\r/gu, "%0D");
}

/** Escapes a property of a GitHub workflow command (`::error title=PROPERTY::…`). */
export function escapeCommandProperty(text: string): string {
  return escapeCommandData(oneLine(text)).replace(/:/gu, "%3A").replace(/,/gu, "%2C");
}

/**
 * Characters that JSON allows unescaped but that a terminal or a reader of JSON would interpret, and `##`, which a CI
 * system would.
 */
const STEERING_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|(?<=#)#/gu;

/** Returns a value as indented JSON for a file or a terminal. Characters that either would interpret are escaped. */
export function jsonText(value: unknown): string {
  return `${escapeSteering(JSON.stringify(value, null, 2))}\n`;
}

function escapeSteering(json: string): string {
  return json.replace(STEERING_IN_JSON, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Returns a value as JSON for a `<script type="application/json">`: nothing in it can end the element or start a
 * comment.
 */
export function jsonForScript(value: unknown): string {
  return escapeSteering(JSON.stringify(value)).replace(/[<>&]/gu, unicodeEscape);
}

/**
 * Changes a text for the log of a CI system so that no line is a command of GitHub Actions, Azure Pipelines or
 * TeamCity.
 */
export function withoutCommands(text: string): string {
  return text.replace(/##(?=\w*\[)/gu, "# #").replace(/^(\s*):(?=:)/gmu, "$1: ");
}
