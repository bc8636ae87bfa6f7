import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { createPolling } from "../../engine/cases/polling.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { BOUNDS, type Bound, REQUIREMENTS } from "./bound-instants.ts";
import { boundChecks, edgeInstants } from "./creation-bounds.ts";
import type { MemoryFixtures } from "./population.ts";

type Members = Parameters<typeof edgeInstants>[1]["members"];

/** Members of which so many share an instant. */
function membersPerInstant(perInstant: number): { readonly members: Members } {
  const members = Array.from({ length: 24 }, (_, index) => ({
    known: { id: `memory ${index}` },
    created: { memory: { created_at: `2026-01-01T00:00:${String(10 + Math.floor(index / perInstant))}Z` } },
  }));
  return { members: members as unknown as Members };
}

test("the members at the bounds depend on the seed, however many were created at one instant", () => {
  const idsFor = (seed: number, perInstant: number) =>
    edgeInstants({ seed }, membersPerInstant(perInstant)).map(({ id }) => id);
  expect(idsFor(4, 1)).toHaveLength(3);
  for (const perInstant of [2, 3, 24]) expect(idsFor(4, perInstant)).toEqual(idsFor(4, 1));
  expect(idsFor(5, 1)).not.toEqual(idsFor(4, 1));
});

const document = await loadDocument();
const CREATED = Date.UTC(2026, 0, 1);
const IDS = ["first", "second", "third"];

/** How a server interprets bounds, and which of its searches use a replica without the memories. */
interface Server {
  /** Milliseconds that it adds to the creation times that it shows. */
  readonly roundsUpBy?: number;
  /** Returns the milliseconds that it adds to the checked bound of a request. */
  readonly shift?: (parameters: JsonObject) => number;
  readonly isLagging?: (nth: number) => boolean;
}

/** The outcome of the check of bounds at a creation on this server. */
async function verdictAtEdge(
  bound: Bound,
  { roundsUpBy = 0, shift = () => 0, isLagging = () => false }: Server,
): Promise<"passed" | "broken"> {
  const context = {
    document,
    budget: "standard",
    target: { fixtures: {}, consistency: { timeoutMs: 200, intervalMs: 5 } },
  };
  const memories = IDS.map((id, index) => {
    const createdAt = CREATED + index * 1000;
    const known = {
      id,
      content: "word",
      kind: "fact",
      scope: "undefined",
      tags: ["tag"],
      createdAt,
      precision: 1,
    };
    return {
      known,
      storedAt: createdAt - roundsUpBy,
      created: { memory: { created_at: new Date(createdAt).toISOString() } },
    };
  });
  const memoryFixtures = (async () => ({
    word: "word",
    tag: "tag",
    members: memories,
    allMembers: memories,
    base: {},
  })) as unknown as MemoryFixtures;
  let searches = 0;
  const call = async (_: string, { parameters }: { parameters: JsonObject }) => {
    const instantOf = (role: Bound, otherwise: number) => {
      const value = parameters[role];
      return typeof value === "string" ? Date.parse(value) + (role === bound ? shift(parameters) : 0) : otherwise;
    };
    const [from, to] = [instantOf("createdFrom", 0), instantOf("createdTo", Number.POSITIVE_INFINITY)];
    const found = isLagging(searches) ? [] : memories.filter(({ storedAt }) => storedAt >= from && storedAt < to);
    searches += 1;
    const hits = found.map(({ known }) => ({ id: known.id }));
    return answeredExchange(200, { success: true, data: { hits, nextCursor: null } });
  };
  const check = {
    ...createPolling(context as unknown as RunContext, new AbortController().signal),
    context,
    seed: 0,
    call,
    asserted: () => {},
    forEach: async (items: readonly unknown[], judge: (item: unknown, testCase: CheckContext) => Promise<void>) => {
      for (const item of items) await judge(item, check);
    },
  } as unknown as CheckContext;
  const edge = boundChecks(memoryFixtures).find(
    (one) => one.requirement === REQUIREMENTS[bound].edge && one.name.includes("creation time"),
  );
  if (edge === undefined) throw new Error(`no check of ${bound} is about creation times`);
  try {
    await edge.run(check);
    return "passed";
  } catch (error) {
    if (error instanceof Failure) return "broken";
    throw error;
  }
}

/** Two replicas respond in turn, and one of them lags during the first six searches of a check. */
const isLaggingAt = (turn: number) => (nth: number) => nth < 6 && nth % 2 === turn;

test.each([
  ["that shows what it stores", {}],
  ["that rounds up what it shows", { roundsUpBy: 0.4 }],
])(
  "bounds at a creation are exact on a server %s, with a replica that lags in every second search",
  async (_, server) => {
    for (const bound of BOUNDS) {
      expect(await verdictAtEdge(bound, server)).toBe("passed");
      for (const turn of [0, 1]) {
        expect(await verdictAtEdge(bound, { ...server, isLagging: isLaggingAt(turn) })).toBe("passed");
      }
    }
  },
);

const SHIFTS: readonly ((parameters: JsonObject) => number)[] = [() => 1, ({ kind }) => (kind === undefined ? 0 : 1)];

test("a bound that is shifted fails, always or with other filters alone", async () => {
  for (const shift of SHIFTS) {
    for (const bound of BOUNDS) expect(await verdictAtEdge(bound, { shift })).toBe("broken");
  }
});

test("a lower bound that is shifted fails with a lagging replica too", async () => {
  for (const shift of SHIFTS) {
    for (const turn of [0, 1]) {
      expect(await verdictAtEdge("createdFrom", { shift, isLagging: isLaggingAt(turn) })).toBe("broken");
    }
  }
});
