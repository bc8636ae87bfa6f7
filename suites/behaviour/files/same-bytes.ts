import { type Exchange, type Received, statusOf } from "../../client/exchange.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { hasUsableResponse } from "../../verifiers/read.ts";
import type { SampleFile } from "./samples.ts";
import { hasSucceeded } from "./transfer.ts";

/**
 * Fails if the URL of a file does not lead to it, whatever characters its name has. Without a response nothing is
 * known.
 */
export function expectLedTo(got: Exchange): void {
  if (!hasUsableResponse(got)) return;
  expectThat(hasSucceeded(got), {
    message: "the signed URL of an accepted file must lead to it, whatever characters its name has",
    expected: "a status of the 2xx class",
    actual: String(statusOf(got)),
    keyword: "address",
  });
}

/** Fails unless the downloaded bytes, unpacked as their content-encoding says, equal the uploaded ones. */
export function expectSame(downloaded: Received, { bytes }: SampleFile, which: string): void {
  const { bytes: actual, headers } = downloaded;
  const length = Math.min(actual.length, bytes.length);
  let place = 0;
  while (place < length && actual[place] === bytes[place]) place += 1;
  expectThat(actual.length === bytes.length && place === length, {
    message: `${which} must return the bytes that were uploaded`,
    expected: `${bytes.length} bytes as they were`,
    actual: `${actual.length} bytes${unpackedFrom(headers["content-encoding"])}, the first difference at ${place}`,
    keyword: "bytes",
  });
}

/** A packed file that is sent with a content-encoding arrives unpacked at every client. */
function unpackedFrom(encoding = ""): string {
  return ["", "identity"].includes(encoding.trim()) ? "" : ` when unpacked, as content-encoding: ${encoding} asks`;
}
