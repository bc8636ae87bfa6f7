import { asObject, type Json } from "../../spec/json.ts";
import { expectThat } from "./expect.ts";

/** True for an entry that says that a human is needed: what it holds is open. */
export function isSet(metadata: Json | undefined): boolean {
  const entry = asObject(metadata).needsHuman;
  return entry !== undefined && entry !== null && entry !== false;
}
/** Fails when metadata has no needsHuman entry, or one that says no. */
export function expectEntry(metadata: Json | undefined, pointer: string): void {
  expectThat(isSet(metadata), {
    message: "the metadata of a flagged message must have a needsHuman entry",
    expected: "an entry that is neither null nor false",
    actual: JSON.stringify(asObject(metadata).needsHuman ?? null),
    pointer: `${pointer}/needsHuman`,
    keyword: "flag",
  });
}
