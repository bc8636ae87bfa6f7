import { expect, test } from "vitest";
import { rowsOf } from "./rows.ts";
import { levelInTurns, type Table } from "./table.ts";

const text = { mark: "mark", word: "word", nonAsciiWord: "слово", wordAt: (place: string) => place };
const resource = { id: "1", fields: {}, isOfOther: false, changedBy: [] };

test("a level in turns sets each of its values before it repeats one", () => {
  const level = levelInTurns("either", [() => ({ a: 1 }), ({ word }) => ({ a: word })]);
  expect(level.turns).toBe(2);
  expect([1, 2, 3].map(() => level.members?.(resource, text))).toEqual([{ a: 1 }, { a: "word" }, { a: 1 }]);
});

test("a single level in turns is sent once for each of its turns", () => {
  const turns = [1, 2, 3, 4].map((value) => () => ({ a: value }));
  const levels = Array.from({ length: 6 }, (_, index) => ({ name: `b${index}` }));
  const table: Table = {
    operation: "op",
    resources: () => [],
    hasSingleLevelRows: true,
    factors: [
      { name: "a", levels: [{ name: "none" }, levelInTurns("in turns", turns)] },
      { name: "b", levels },
      { name: "c", levels },
    ],
  };
  const rows = [...rowsOf(table, 1)];
  const alone = rows.filter(({ a, b, c }) => a === "in turns" && b === "b0" && c === "b0");
  expect(alone.length).toBeGreaterThanOrEqual(turns.length);
});
