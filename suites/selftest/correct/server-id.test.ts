import { expect, test } from "vitest";
import { drawVariant } from "../../../fake/mutants-and-variants.ts";
import { MAX_SEED } from "../../engine/check/options.ts";
import { readingsOf } from "../independent/readings.ts";
import { drawCorrect } from "./population.ts";
import { partsOf, serverId, subjectOf, withParts } from "./server-id.ts";

test("the id of every drawn server names the same server again", () => {
  const drawn = drawCorrect(20, 5);
  expect(new Set(drawn.map(({ kind }) => kind))).toEqual(new Set(["variant", "independent"]));
  for (const subject of drawn) expect(subjectOf(serverId(subject))).toEqual(subject);
});

test("a part of a server is a server with an id", () => {
  for (const subject of drawCorrect(2, 9)) {
    const some = partsOf(subject).slice(0, 2);
    expect(some).toHaveLength(2);
    expect(partsOf(subjectOf(serverId(withParts(subject, some))))).toEqual(some);
  }
});

test("choices that hold for some calls only are drawn", () => {
  const ids = drawCorrect(40, 1).map(serverId);
  expect(ids.filter((id) => id.startsWith("fake:") && id.includes("[")).length).toBeGreaterThan(10);
  const varying = drawCorrect(40, 1)
    .flatMap(partsOf)
    .filter((part) => part === "traffic.varying");
  expect(varying.length).toBeGreaterThan(5);
});

test("the short form of a server names all that its seed draws", () => {
  for (const seed of [7, MAX_SEED])
    expect(subjectOf(`independent:${seed}`)).toMatchObject({ seed, readings: readingsOf(seed) });
  expect(subjectOf(`fake:${MAX_SEED}`)).toMatchObject({ variant: drawVariant(MAX_SEED, { varying: true }) });
});

test.each([
  ["independent:7:http.nothing", "made of readings that seed 7 draws"],
  ["other:7", "the id of one"],
  ["fake:meta=nevr", "never"],
  ["fake:meta=never[sometimes]", '"sometimes"'],
  ["fake:limit-above-maximum=clamped[reads]", "for some calls only"],
])("rejects %s", (id, words) => {
  const told = (): string => {
    try {
      return serverId(subjectOf(id));
    } catch (error) {
      return `${(error as Error).message} ${(error as { hint: string }).hint}`;
    }
  };
  expect(told()).toContain(words);
});
