import { nearest } from "../../../spec/nearest.ts";

/** Returns the known name that was most likely meant: in another spelling (`channel_id`), or with a typing error. */
export function closestName(name: string, known: Iterable<string>): string | null {
  const names = [...known];
  const plain = plainly(name);
  return names.find((each) => plainly(each) === plain) ?? nearest(name, names);
}

function plainly(name: string): string {
  return name.replace(/[_\-.\s]/g, "").toLowerCase();
}

/** Placeholders that clients send by mistake: unset variables, unfilled templates. */
const UNFILLED =
  /^(?:undefined|null|none|nil|nan|\[object object\]|\$\{?\w+\}?|\{\{?\s*[\w.]+\s*\}?\}|<[\w -]+>|%\w+%)$/i;

/** Returns true for a text that looks like an unfilled variable. */
export function isUnfilled(text: string): boolean {
  return UNFILLED.test(text.trim());
}

const MAX_LISTED = 5;

/** `A, B and C`, cut after a few. */
export function enumerated(items: readonly string[]): string {
  const more = items.length > MAX_LISTED ? `${items.length - MAX_LISTED} more` : null;
  const shown = [...items.slice(0, MAX_LISTED), ...(more === null ? [] : [more])];
  if (shown.length < 2) return shown[0] ?? "none";
  return `${shown.slice(0, -1).join(", ")} and ${shown[shown.length - 1]}`;
}

/** Path of a control route below a workspace. */
export function controlPath(workspaceId: string, ...rest: readonly string[]): string {
  return `/_fake/workspaces/${[workspaceId, ...rest].join("/")}`;
}
