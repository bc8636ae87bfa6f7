import { expect, test } from "vitest";
import { createHistory, type HistoryEntry } from "./history.ts";

const entry = {
  input: { operation: "list-tasks", parameters: {}, body: undefined },
  otherKey: null,
  isOwn: true,
  exchange: { sequence: 1, outcome: { kind: "none" } },
} as unknown as HistoryEntry;

const listing = { id: "list-tasks", effect: "read" } as const;
const creation = { id: "create-task", effect: "create" } as const;

/** Returns an exchange with a response of this many bytes. */
const exchangeWith = (sequence: number, bytes: number) =>
  ({
    ...entry,
    exchange: {
      sequence,
      outcome: {
        kind: "response",
        status: 200,
        headers: {},
        bytes: Buffer.alloc(bytes, " "),
        text: "",
        json: { ok: false },
      },
    },
  }) as unknown as HistoryEntry;

const sequences = (all: readonly HistoryEntry[]) => all.map(({ exchange }) => exchange.sequence);

test("keeps requests by operation", () => {
  const history = createHistory(100);
  history.note(listing, entry);
  expect(history.of("list-tasks")).toHaveLength(1);
  expect(history.of("recall")).toEqual([]);
});

test("keeps an even sample of many reads, and all changing requests", () => {
  const history = createHistory(1_000);
  for (let sequence = 0; sequence < 100; sequence += 1) {
    history.note(listing, exchangeWith(sequence, 100));
    history.note(creation, exchangeWith(sequence, 100));
  }
  expect(sequences(history.of("list-tasks"))).toEqual([0, 16, 32, 48, 64, 80, 96]);
  expect(history.of("create-task")).toHaveLength(100);
});

test("keeps long responses apart from short ones, and returns all in order", () => {
  const history = createHistory(20_000);
  for (let sequence = 0; sequence < 9; sequence += 1) {
    history.note(listing, exchangeWith(sequence, sequence % 3 === 2 ? 9_000 : 50));
  }
  expect(sequences(history.of("list-tasks"))).toEqual([0, 1, 2, 3, 4, 6, 7, 8]);
});

test("does not treat a response noted without its body as complete", () => {
  const history = createHistory(1_000);
  history.note(listing, { ...exchangeWith(1, 0), isComplete: false });
  history.note(listing, exchangeWith(2, 0));
  expect(history.of("list-tasks").map(({ isComplete }) => isComplete)).toEqual([false, true]);
});

test("keeps every read that is sent to be judged", () => {
  const history = createHistory(1_000);
  for (let sequence = 0; sequence < 30; sequence += 1) history.keepingAll().note(listing, exchangeWith(sequence, 100));
  expect(history.of("list-tasks")).toHaveLength(30);
  expect(history.keepingAll().of("list-tasks")).toBe(history.of("list-tasks"));
});

test("keeps all changing requests, and their responses up to a bound", () => {
  const history = createHistory(1_000);
  for (let sequence = 0; sequence < 400; sequence += 1) history.note(creation, exchangeWith(sequence, 100_000));
  history.note(creation, exchangeWith(400, 10));
  const all = history.of("create-task");
  expect(all).toHaveLength(401);
  const bytes = all.map(({ exchange }) => (exchange.outcome.kind === "none" ? 0 : exchange.outcome.bytes.length));
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(26_000_000);
  expect(all.filter(({ isComplete }) => isComplete).length).toBeLessThan(all.length);
  expect(all.at(-1)).toMatchObject({ isComplete: true });
});
