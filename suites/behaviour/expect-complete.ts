import type { Exchange } from "../client/exchange.ts";
import { fail } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";

/** Fails if a response omits a field that an earlier response had with a value. Returns how many fields had one. */
export function expectComplete(before: Exchange, after: Exchange, fields: readonly string[], what: string): number {
  const shown = fields.filter((field) => (valueAt(before, `/data/${field}`) ?? null) !== null);
  const lacking = shown.find((field) => valueAt(after, `/data/${field}`) === undefined);
  if (lacking === undefined) return shown.length;
  return fail({
    message: `${what} should show the ${lacking}, as the response to its creation did`,
    expected: `a ${lacking}`,
    actual: "no such field",
    verifier: "whole",
    pointer: "/data",
    keyword: lacking,
    exchanges: [before, after],
  });
}
