import { expect, test } from "vitest";
import { readCatalogueEntries } from "../../spec/catalogue/requirements.ts";
import { startFake } from "../testing.ts";
import { ALL } from "./operations.ts";
import { FAULTS, findFault } from "./registry.ts";

const catalogue = new Map(readCatalogueEntries().map((entry) => [entry.id, entry]));

test("every fault has an id of its own", () => {
  const ids = FAULTS.map((fault) => fault.id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test("every fault breaks an observable requirement of the catalogue", () => {
  const astray = FAULTS.filter(
    ({ breaks }) => catalogue.get(breaks)?.unobservable !== undefined || !catalogue.has(breaks),
  );
  expect(astray.map(({ id, breaks }) => `${id}: ${breaks}`)).toEqual([]);
});

test("every fault names operations of the API", () => {
  expect(
    FAULTS.filter(({ operations }) => operations.length === 0 || operations.some((id) => !ALL.includes(id))),
  ).toEqual([]);
});

/** An ordinary test run starts a part of them; with WAC_EVERY_FAULT set it starts all. */
const STRIDE = process.env.WAC_EVERY_FAULT ? 1 : 8;

test("a fake with a fault starts and answers", async () => {
  const some = FAULTS.filter((_, index) => index % STRIDE === 0);
  const fakes = await Promise.all(some.map((fault) => startFake({ faults: [fault.id], seed: 1 })));
  const answers = await Promise.all(fakes.map((fake) => fetch(`${fake.baseUrl}/v1/agent/list-tasks`)));
  expect(answers).toHaveLength(some.length);
});

test("an unknown fault is told with the nearest one", () => {
  expect(() => findFault("title-of-502-accepted")).toThrowError(/no fault/);
  expect(() => findFault("x")).toThrowError(
    expect.objectContaining({ hint: expect.stringContaining("wac list faults") }),
  );
});
