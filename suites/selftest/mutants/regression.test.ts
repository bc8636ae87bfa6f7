import { expect, test } from "vitest";
import { findMutant } from "../../../fake/mutants/find.ts";
import { mutantSpace } from "../../../fake/mutants/space.ts";
import { regressionIds, regressionLists } from "./regression.ts";

const ids = regressionLists().flatMap(regressionIds);
const mutants = await Promise.all(ids.map(findMutant));

test("every id of the regression lists is a mutant, and is there once", () => {
  expect(ids.length).toBeGreaterThan(0);
  expect(mutants.map(({ id }) => id)).toEqual(ids);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test("every observable requirement has a mutant that breaks it", async () => {
  const { catalogue } = await mutantSpace();
  const broken = new Set(mutants.map(({ breaks }) => breaks));
  const untouched = catalogue.requirements.filter(
    (requirement) => requirement.unobservable === undefined && !broken.has(requirement.id),
  );
  expect(untouched.map(({ id }) => id)).toEqual([]);
});
