import { expect, test } from "vitest";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { isUnorderedWithinSecond, orderingIntervalOf } from "./order-of-sending.ts";
import { sendMessage } from "./requests.ts";

/** A target that accepts a message every `everyMs` milliseconds and shows times of this precision. */
function target(everyMs: number, precisionMs: number) {
  let sent = 0;
  const send = () => {
    sent += 1;
    const time = Date.UTC(2026, 0, 1) + sent * everyMs;
    const createdAt = new Date(time - (time % precisionMs)).toISOString();
    return answeredExchange(200, { success: true, data: { id: `m${sent}`, createdAt } });
  };
  const check = {
    context: { mark: "mark", target: { fixtures: { memberChannel: "c1" } } },
    baseline: async () => ({ input: {} }),
    call: async () => send(),
    eventually: <T>(attempt: () => Promise<T>) => attempt(),
  } as unknown as CaseContext;
  return { check, sent: () => sent };
}

test("a target too slow for several messages in one second of its clock counts as unordered within a second", async () => {
  await expect(isUnorderedWithinSecond(target(300, 1000).check)).resolves.toBe(true);
});

test("a target whose first message shows a fraction of a second counts as ordered", async () => {
  const { check, sent } = target(301, 1);
  await expect(isUnorderedWithinSecond(check)).resolves.toBe(false);
  expect(sent()).toBe(1);
});

/** A target that keeps whole seconds, sorts messages of one second in another order, and lists messages late. */
function targetWithUnorderedSeconds(staleReads: number, showsTimes = true) {
  const sent: string[] = [];
  let reads = 0;
  const read = ({ before, after }: { before?: string; after?: string }) => {
    reads += 1;
    const cursor = before ?? after ?? "";
    const listed = reads > staleReads ? [...sent].sort((one, other) => keyOf(one) - keyOf(other)) : [];
    const place = listed.indexOf(cursor);
    const ids = before === undefined ? listed.slice(place + 1) : listed.slice(0, Math.max(0, place));
    return answeredExchange(200, { success: true, data: { messages: ids.map((id) => ({ id })), hasMore: false } });
  };
  const check = {
    context: { mark: "mark", target: { fixtures: { memberChannel: "c1" } } },
    baseline: async () => ({ input: {} }),
    call: async (operation: string, input: { parameters?: object }) => {
      if (operation === "get-messages") return read(input.parameters ?? {});
      sent.push(`m${sent.length}`);
      const createdAt = showsTimes ? new Date(Date.UTC(2026, 0, 1)).toISOString() : null;
      return answeredExchange(200, { success: true, data: { id: sent.at(-1) ?? "", createdAt } });
    },
    eventually: async <T>(attempt: () => Promise<T>) => {
      for (let turn = 0; turn < staleReads; turn += 1) {
        const [given] = await attempt().then(
          (value) => [value],
          () => [],
        );
        if (given !== undefined) return given;
      }
      return attempt();
    },
  } as unknown as CaseContext;
  return check;
}

/**
 * A target that keeps whole seconds, takes so many messages in each, and sorts what shares one by ids that are drawn:
 * those of the first second came in order, by chance, and those of the next did not.
 */
function targetWithRandomOrder(perSecond: number, idOf: (index: number) => string) {
  const sent: { id: string; second: number }[] = [];
  const sorted = () => [...sent].sort((one, other) => one.second - other.second || one.id.localeCompare(other.id));
  const check = {
    context: { mark: "mark", target: { fixtures: { memberChannel: "c1" } } },
    baseline: async () => ({ input: {} }),
    call: async (operation: string, { parameters }: { parameters?: { before?: string; after?: string } }) => {
      if (operation === "get-messages") {
        const ids = sorted().map(({ id }) => id);
        const place = ids.indexOf(parameters?.before ?? parameters?.after ?? "");
        const page = parameters?.before === undefined ? ids.slice(place + 1) : ids.slice(0, place);
        return answeredExchange(200, { success: true, data: { messages: page.map((id) => ({ id })), hasMore: false } });
      }
      const second = Math.floor(sent.length / perSecond);
      sent.push({ id: idOf(sent.length), second });
      const createdAt = new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
      return answeredExchange(200, { success: true, data: { id: sent.at(-1)?.id ?? "", createdAt } });
    },
    eventually: <T>(attempt: () => Promise<T>) => attempt(),
  } as unknown as CaseContext;
  return { check, sent: () => sent.length };
}

test("a few messages of one second that are in order by chance do not show an order", async () => {
  const letters = (index: number) => String.fromCharCode(97 + index);
  const chance = targetWithRandomOrder(5, (index) => (index < 8 ? letters(index) : letters(25 - index)));
  await expect(isUnorderedWithinSecond(chance.check)).resolves.toBe(true);
  expect(chance.sent()).toBeGreaterThan(8);
});

test("rows that are in order each time show that messages of one second are ordered", async () => {
  await expect(
    isUnorderedWithinSecond(targetWithRandomOrder(8, (index) => `m${String.fromCharCode(97 + index)}`).check),
  ).resolves.toBe(false);
  await expect(
    isUnorderedWithinSecond(targetWithRandomOrder(6, (index) => `m${String.fromCharCode(97 + index)}`).check),
  ).resolves.toBe(false);
});

/** The first and the last stay where they are. */
const keyOf = (id: string) => (id === "m3" ? 5.5 : Number(id.slice(1)));

test("an unordered second is recognised although pages lag", async () => {
  await expect(isUnorderedWithinSecond(targetWithUnorderedSeconds(0))).resolves.toBe(true);
  await expect(isUnorderedWithinSecond(targetWithUnorderedSeconds(40))).resolves.toBe(true);
});

test("an unordered target without times is recognised by its pages", async () => {
  await expect(isUnorderedWithinSecond(targetWithUnorderedSeconds(0, false))).resolves.toBe(true);
});

/** A target that keeps whole seconds, and sorts what shares one by the text of its id: a number that is counted up. */
function targetSortedByIdText(start: number) {
  const sent: string[] = [];
  const check = {
    context: { mark: "mark", target: { fixtures: { memberChannel: "c1" } } },
    baseline: async () => ({ input: {} }),
    call: async (operation: string, { parameters }: { parameters?: { before?: string; after?: string } }) => {
      if (operation === "get-messages") {
        const sorted = [...sent].sort();
        const place = sorted.indexOf(parameters?.before ?? parameters?.after ?? "");
        const ids = parameters?.before === undefined ? sorted.slice(place + 1) : sorted.slice(0, place);
        return answeredExchange(200, { success: true, data: { messages: ids.map((id) => ({ id })), hasMore: false } });
      }
      sent.push(String(start + sent.length));
      const createdAt = "2026-01-01T00:00:00Z";
      return answeredExchange(200, { success: true, data: { id: sent.at(-1) ?? "", createdAt } });
    },
    eventually: <T>(attempt: () => Promise<T>) => attempt(),
  } as unknown as CaseContext;
  return check;
}

test("sequential ids that will gain digits count as unordered although a row is in order", async () => {
  await expect(isUnorderedWithinSecond(targetSortedByIdText(50))).resolves.toBe(true);
  await expect(isUnorderedWithinSecond(targetSortedByIdText(995_000))).resolves.toBe(true);
  await expect(isUnorderedWithinSecond(targetSortedByIdText(20_000))).resolves.toBe(false);
});

test("clock skew lengthens the wait between messages that need an order", async () => {
  const { check } = target(-41, 1);
  await expect(isUnorderedWithinSecond(check)).resolves.toBe(false);
  await expect(orderingIntervalOf(check)).resolves.toBeLessThan(41);
  await sendMessage(check, "stamped by a clock that lies behind", { channelId: "c1" });
  await expect(orderingIntervalOf(check)).resolves.toBeGreaterThan(110);
});
