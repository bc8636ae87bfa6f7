import { expect, test } from "vitest";
import { interactionsOf } from "./interactions.ts";
import { ABSENT, type Table } from "./table.ts";

const table: Table = {
  operation: "list-tasks",
  resources: () => [],
  factors: [
    { name: "status", levels: [ABSENT, { name: "todo" }] },
    { name: "channel", levels: [ABSENT, { name: "a second one", missingFixture: "secondMemberChannel" }] },
    { name: "limit", levels: [ABSENT, { name: "1" }] },
  ],
};

test("counts covered, rejected and missing pairs", () => {
  const interactions = interactionsOf(table, [
    { row: { status: "absent", channel: "absent", limit: "1" }, status: 200 },
    { row: { status: "todo", channel: "absent", limit: "1" }, status: 400 },
  ]);
  expect(interactions).toEqual({
    operation: "list-tasks",
    rows: 2,
    accepted: 1,
    // Of status and limit three pairs remain, of either with the channel one, as the second channel is missing.
    pairs: { possible: 12, covered: 3, rejected: 2, withoutFixture: 4, left: 3 },
    triples: { possible: 8, covered: 1, rejected: 1, withoutFixture: 4, left: 2 },
    missing: [{ factor: "channel", level: "a second one", fixture: "secondMemberChannel" }],
  });
});
