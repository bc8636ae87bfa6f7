import { type Exchange, type Received, statusOf } from "../../client/exchange.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { hasUsableResponse } from "../../verifiers/read.ts";
import type { SampleFile } from "./sample-files.ts";
import { hasSucceeded } from "./transfer.ts";

/**
 * Fails if the URL of a file does not lead to it, whatever characters its name has. Without a response nothing is
 * known.
 */
export function expectUrlLeadsToFile(fetched: Exchange): void {
  if (!hasUsableResponse(fetched)) return;
  expectThat(hasSucceeded(fetched), {
    message: "the signed URL of an accepted file must lead to it, whatever characters its name has",
    expected: "a status of the 2xx class",
    actual: String(statusOf(fetched)),
    keyword: "address",
  });
}

/** Fails unless the downloaded bytes, unpacked as their content-encoding says, equal the uploaded ones. */
export function expectSameBytes(downloaded: Received, { bytes }: SampleFile, which: string): void {
  const { bytes: actual, headers } = downloaded;
  const length = Math.min(actual.length, bytes.length);
  let offset = 0;
  while (offset < length && actual[offset] === bytes[offset]) offset += 1;
  expectThat(actual.length === bytes.length && offset === length, {
    message: `${which} must return the bytes that were uploaded`,
    expected: `the same ${bytes.length} bytes`,
    actual: `${actual.length} bytes${decodedNote(headers["content-encoding"])}, the first difference at ${offset}`,
    keyword: "bytes",
  });
}

/** A packed file that is sent with a content-encoding arrives unpacked at every client. */
function decodedNote(encoding = ""): string {
  return ["", "identity"].includes(encoding.trim()) ? "" : ` when unpacked, as content-encoding: ${encoding} asks`;
}
