import { expectThat } from "../../verifiers/expect.ts";
import type { SampleFile } from "./samples.ts";

/** What came down is, byte by byte, what was put. */
export function expectSame(actual: Uint8Array, { bytes }: SampleFile, which: string): void {
  const length = Math.min(actual.length, bytes.length);
  let place = 0;
  while (place < length && actual[place] === bytes[place]) place += 1;
  expectThat(actual.length === bytes.length && place === length, {
    message: `${which} must give the bytes that were uploaded`,
    expected: `${bytes.length} bytes as they were`,
    actual: `${actual.length} bytes, the first difference at ${place}`,
    keyword: "bytes",
  });
}
