import type { RandomChoices } from "./random-choices.ts";

/** Headers close to a valid one: another scheme, cut off, in another case, or with a character too many or too few. */
const NEARLY: readonly ((key: string) => string)[] = [
  () => "",
  () => "Bearer ",
  () => "Bearer null",
  () => "Bearer unknown-key-of-some-length",
  (key) => key,
  (key) => `Basic ${key}`,
  (key) => `Basic ${Buffer.from(`agent:${key}`).toString("base64")}`,
  (key) => `ApiKey ${key}`,
  (key) => `Token ${key}`,
  (key) => `Bearer ${key.slice(0, -1)}`,
  (key) => `Bearer ${key.slice(0, 12)}`,
  (key) => `Bearer ${key.slice(0, 6)}%`,
  (key) => `Bearer ${key}x`,
  (key) => `Bearer ${key.toUpperCase()}`,
  (key) => `Bearer ${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}`,
  (key) => `Bearer ${key.slice(0, 8)}${key.slice(8, -4).replaceAll(/[a-z0-9]/gi, "x")}${key.slice(-4)}`,
  (key) => `Bearer ${key.replace("_", "-")}`,
];

/** Returns an Authorization header that looks valid and usually is not. */
export const invalidAuthorization = (key: string, chance: RandomChoices): string => chance.pick(NEARLY)?.(key) ?? "";
