import { expect, test, vi } from "vitest";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { createRepeatedReads } from "./repeated-reads.ts";

vi.mock("../messages/page-steps.ts", () => ({ stepAfter: async () => "next" }));

const SIZE = 5;
const anchor = { channel: "c", message: "m0" };

/** A channel with small pages that grows between the reads, and the number of requests. */
function growingChannel() {
  const all: JsonObject[] = [];
  let requests = 0;
  const add = (place: number) => {
    all.push({ id: `m${place}`, createdAt: new Date(1_700_000_000_000 + place * 1000).toISOString() });
    all.sort((one, other) => String(one.createdAt).localeCompare(String(other.createdAt)));
  };
  add(0);
  const check = {
    context: { document: { operations: [] } },
    call: async (_operation: string, { parameters }: { parameters: JsonObject }) => {
      requests += 1;
      const from = all.findIndex(({ id }) => id === parameters.after) + 1;
      const data = { messages: all.slice(from, from + SIZE), hasMore: from + SIZE < all.length };
      return answeredExchange(200, { success: true, data });
    },
  } as unknown as CheckContext;
  return { check, add, requests: () => requests };
}

const idsOf = ({ messages }: { readonly messages: readonly JsonObject[] }) => messages.map(({ id }) => id);

test("each read returns the new messages, and those of the read before in case pages lag", async () => {
  const { check, add, requests } = growingChannel();
  const reads = createRepeatedReads(check, anchor);
  for (let place = 10; place < 50; place += 1) add(place);
  expect(idsOf(await reads.readNew())).toHaveLength(40);
  add(60);
  await reads.readNew();
  add(55);
  const before = requests();
  expect(idsOf(await reads.readNew())).toContain("m55");
  expect(requests() - before).toBe(1);
});

test("the last read returns everything, including late messages before those already read", async () => {
  const { check, add } = growingChannel();
  const reads = createRepeatedReads(check, anchor);
  for (const place of [10, 20, 30, 40]) {
    add(place);
    await reads.readNew();
  }
  add(5);
  expect(idsOf(await reads.readNew())).not.toContain("m5");
  expect(idsOf(await reads.readAll())).toEqual(["m5", "m10", "m20", "m30", "m40"]);
});

test("the last read is not repeated if it began at the anchor", async () => {
  const { check, add, requests } = growingChannel();
  const reads = createRepeatedReads(check, anchor);
  add(10);
  await reads.readNew();
  const before = requests();
  expect(idsOf(await reads.readAll())).toEqual(["m10"]);
  expect(requests()).toBe(before);
});
