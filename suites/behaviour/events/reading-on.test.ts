import { expect, test, vi } from "vitest";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { readingOn } from "./reading-on.ts";

vi.mock("../messages/steps.ts", () => ({ stepAfter: async () => "next" }));

const SIZE = 5;
const anchor = { channel: "c", message: "m0" };

/** A channel in small pages that grows between its readings, and how often it was asked. */
function growing() {
  const all: JsonObject[] = [];
  let asked = 0;
  const add = (place: number) => {
    all.push({ id: `m${place}`, createdAt: new Date(1_700_000_000_000 + place * 1000).toISOString() });
    all.sort((one, other) => String(one.createdAt).localeCompare(String(other.createdAt)));
  };
  add(0);
  const check = {
    context: { document: { operations: [] } },
    call: async (_operation: string, { parameters }: { parameters: JsonObject }) => {
      asked += 1;
      const from = all.findIndex(({ id }) => id === parameters.after) + 1;
      const data = { messages: all.slice(from, from + SIZE), hasMore: from + SIZE < all.length };
      return answeredExchange(200, { success: true, data });
    },
  } as unknown as CheckContext;
  return { check, add, asked: () => asked };
}

const idsOf = ({ messages }: { readonly messages: readonly JsonObject[] }) => messages.map(({ id }) => id);

test("reads each time what came since, with a reading's margin for what pages lag behind with", async () => {
  const { check, add, asked } = growing();
  const reading = readingOn(check, anchor);
  for (let place = 10; place < 50; place += 1) add(place);
  expect(idsOf(await reading.further())).toHaveLength(40);
  add(60);
  await reading.further();
  add(55);
  const before = asked();
  expect(idsOf(await reading.further())).toContain("m55");
  expect(asked() - before).toBe(1);
});

test("reads all in the end: what was late is among what was read long before", async () => {
  const { check, add } = growing();
  const reading = readingOn(check, anchor);
  for (const place of [10, 20, 30, 40]) {
    add(place);
    await reading.further();
  }
  add(5);
  expect(idsOf(await reading.further())).not.toContain("m5");
  expect(idsOf(await reading.all())).toEqual(["m5", "m10", "m20", "m30", "m40"]);
});

test("asks for nothing again where the last reading was of everything", async () => {
  const { check, add, asked } = growing();
  const reading = readingOn(check, anchor);
  add(10);
  await reading.further();
  const before = asked();
  expect(idsOf(await reading.all())).toEqual(["m10"]);
  expect(asked()).toBe(before);
});
