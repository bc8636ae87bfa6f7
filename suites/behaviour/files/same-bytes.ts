import { type Exchange, statusOf } from "../../client/exchange.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isAnswered } from "../../verifiers/read.ts";
import type { SampleFile } from "./samples.ts";
import { hasSucceeded } from "./transfer.ts";

/**
 * Fails if the URL of a file does not lead to it, whatever characters its name has. Without a response nothing is
 * known.
 */
export function expectLedTo(got: Exchange): void {
  if (!isAnswered(got)) return;
  expectThat(hasSucceeded(got), {
    message: "the signed URL of an accepted file must lead to it, whatever characters its name has",
    expected: "a status of the 2xx class",
    actual: String(statusOf(got)),
    keyword: "address",
  });
}

/** Fails unless the downloaded bytes equal the uploaded ones. */
export function expectSame(actual: Uint8Array, { bytes }: SampleFile, which: string): void {
  const length = Math.min(actual.length, bytes.length);
  let place = 0;
  while (place < length && actual[place] === bytes[place]) place += 1;
  expectThat(actual.length === bytes.length && place === length, {
    message: `${which} must return the bytes that were uploaded`,
    expected: `${bytes.length} bytes as they were`,
    actual: `${actual.length} bytes, the first difference at ${place}`,
    keyword: "bytes",
  });
}
