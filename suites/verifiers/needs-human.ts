import { asObject, type Json } from "../../spec/json.ts";
import { expectThat } from "./expect.ts";

/** Returns true if metadata has a needsHuman entry that is neither null nor false. Its content is open. */
export function isFlagSet(metadata: Json | undefined): boolean {
  const entry = asObject(metadata).needsHuman;
  return entry !== undefined && entry !== null && entry !== false;
}
/** Fails unless metadata has such an entry. */
export function expectFlagSet(metadata: Json | undefined, pointer: string): void {
  expectThat(isFlagSet(metadata), {
    message: "the metadata of a flagged message must have a needsHuman entry",
    expected: "an entry that is neither null nor false",
    actual: JSON.stringify(asObject(metadata).needsHuman ?? null),
    pointer: `${pointer}/needsHuman`,
    keyword: "flag",
  });
}
