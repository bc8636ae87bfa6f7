import { expect, test } from "vitest";
import { drawMutants } from "./draw.ts";
import { findMutant } from "./find.ts";

test("the same seed draws the same mutants, and another one others", async () => {
  const ids = async (seed: number) => (await drawMutants(40, seed)).map(({ id }) => id);
  expect(await ids(7)).toEqual(await ids(7));
  expect(await ids(7)).not.toEqual(await ids(8));
});

test("as many mutants have no guard as have one, two and three, and none is drawn twice", async () => {
  const drawn = await drawMutants(80, 3);
  const counts = [0, 1, 2, 3].map((count) => drawn.filter(({ guards }) => guards.length === count).length);
  expect(counts).toEqual([20, 20, 20, 20]);
  expect(new Set(drawn.map(({ id }) => id)).size).toBe(80);
});

test("an id describes a mutant completely", async () => {
  for (const drawn of await drawMutants(60, 11)) {
    const { id, breaks, title, guards } = await findMutant(drawn.id);
    expect({ id, breaks, guards: guards.toSorted() }).toEqual({
      id: drawn.id,
      breaks: drawn.breaks,
      guards: drawn.guards.toSorted(),
    });
    expect(title).not.toBe("");
  }
});
