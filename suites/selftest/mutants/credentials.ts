import type { Chance } from "./chance.ts";

/** Headers that are nearly those of a key: of another scheme, cut off, in another case, or with a sign too many or too few. */
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

/** A header that is not that of a key, and looks like it. */
export const spoiltAuthorization = (key: string, chance: Chance): string => chance.pick(NEARLY)?.(key) ?? "";
