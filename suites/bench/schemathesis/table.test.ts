import { expect, test } from "vitest";
import { figuresTable, markdownTable } from "./table.ts";

test("a column for each tool", () => {
  const table = figuresTable(
    [
      {
        tool: "one",
        requestsPerSecond: 41.6,
        requests: 1250,
        successShare: 0.256,
        operationsReached: 15,
        found: 3,
        medianSeconds: 2.34,
        falseAlarms: ["a", "b"],
        falseAlarmsIndependent: [],
      },
      {
        tool: "another",
        requestsPerSecond: 500,
        requests: 9000,
        successShare: 1,
        operationsReached: 14,
        found: 0,
        medianSeconds: null,
        falseAlarms: [],
        falseAlarmsIndependent: ["a"],
      },
    ],
    4,
    15,
  );
  expect(table).toMatchInlineSnapshot(`
    "|                                       | one      | another  |
    | ------------------------------------- | -------- | -------- |
    | requests per second                   | 42       | 500      |
    | requests of a run                     | 1250     | 9000     |
    | of these accepted (2xx)               | 26 %     | 100 %    |
    | operations with an accepted request   | 15 of 15 | 14 of 15 |
    | mutants found                         | 3 of 4   | 0 of 4   |
    | median time to the first true finding | 2.3 s    | none     |
    | false alarms, correct fake            | 2        | 0        |
    | false alarms, independent server      | 0        | 1        |
    "
  `);
});

test("cells are padded to the width of their column", () => {
  expect(markdownTable(["", "b"], [["long", "1"]])).toBe("|      | b   |\n| ---- | --- |\n| long | 1   |\n");
});
