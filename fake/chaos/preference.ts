import type { Call } from "../http/call.ts";
import type { ChaosRule } from "./rule.ts";

/** The preference of a request (RFC 7240), as far as the fake supports it. */
export interface Preference {
  readonly rule: ChaosRule & { readonly name: string };
  /** Value of Preference-Applied. */
  readonly applied: string;
}

const PREFERENCE = /^\s*(code|delay)\s*=\s*"?(\d{1,6})"?\s*(?:;.*)?$/i;
const MAX_DELAY_MS = 60_000;

/**
 * Returns the preference of a call: `Prefer: code=429` responds with the family's error for that status, `delay=200`
 * waits this many milliseconds first. Unknown or invalid preferences are ignored, as the RFC states.
 */
export function preferenceOf({ headers }: Call): Preference | null {
  const header = headers.prefer;
  if (header === undefined) return null;
  const wanted = new Map<string, number>();
  for (const part of [header].flat().join(",").split(",")) {
    const [, name = "", digits = ""] = PREFERENCE.exec(part) ?? [];
    const value = Number(digits);
    if (name !== "" && !wanted.has(name.toLowerCase()) && isSensible(name.toLowerCase(), value)) {
      wanted.set(name.toLowerCase(), value);
    }
  }
  if (wanted.size === 0) return null;
  const applied = [...wanted].map(([name, value]) => `${name}=${value}`).join(", ");
  const [code, delayMs] = [wanted.get("code"), wanted.get("delay")];
  const rule = {
    name: `Prefer: ${applied}`,
    ...(code === undefined ? {} : { error: code }),
    ...(delayMs === undefined ? {} : { delayMs }),
  };
  return { rule, applied };
}

function isSensible(name: string, value: number): boolean {
  return name === "code" ? value >= 400 && value <= 599 : value <= MAX_DELAY_MS;
}
