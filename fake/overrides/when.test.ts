import { expect, test } from "vitest";
import type { Call, Reply } from "../http/call.ts";
import { type Change, changedRules, combine, combinedHooks } from "./changes.ts";
import { onlyWhen, onReply, rules } from "./hooks.ts";

const call = (path: string) => ({ operation: "list-tasks", path }) as Call;
const reply = (): Reply => ({ status: 200, headers: {}, body: {} });
const isMarked = ({ path }: Call) => path === "/marked";

/** What one call of each kind sees of the rules, and which status it gets. */
function seen(changes: readonly Change[]) {
  const table = changedRules(changes);
  const around = combinedHooks(changes);
  return ["/marked", "/other"].map((path) => {
    const told: unknown[] = [];
    const { status } = around(call(path), () => {
      told.push(table.refusals.agent["no-credentials"].status, table.memories.cursorKeepsFilters);
      told.push(table.memories.mayRead({} as never, "scope"));
      return reply();
    });
    return [...told, status];
  });
}

const usual = rules({ memories: { mayRead: () => true } });
const other = onlyWhen(
  isMarked,
  combine(
    rules({
      refusals: { agent: { "no-credentials": { status: 418 } } },
      memories: { cursorKeepsFilters: false, mayRead: () => false },
    }),
    onReply("*", (open) => {
      open.status = 299;
    }),
  ),
);

test("confines rules and hooks to the calls that are meant, whatever is laid over them", () => {
  const more = rules({ memories: { cursorCounts: true }, refusals: { sdk: { "no-credentials": { status: 499 } } } });
  for (const changes of [
    [usual, other],
    [usual, other, more],
    [more, usual, other],
  ]) {
    expect(seen(changes)).toEqual([
      [418, false, false, 299],
      [401, true, true, 200],
    ]);
  }
});

test("what is laid over the same member later holds for all calls", () => {
  expect(seen([usual, other, rules({ memories: { cursorKeepsFilters: false, mayRead: () => true } })])).toEqual([
    [418, false, true, 299],
    [401, false, true, 200],
  ]);
});

test("one confined within another acts where both mean the call", () => {
  const never = onlyWhen(() => false, other);
  const inner = onlyWhen(
    isMarked,
    onlyWhen(({ path }) => path.length > 3, other),
  );
  expect(seen([usual, never])).toEqual(seen([usual]));
  expect(seen([usual, inner])).toEqual(seen([usual, other]));
});
