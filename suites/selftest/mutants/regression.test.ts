import { expect, test } from "vitest";
import { findMutant } from "../../../fake/mutants/find.ts";
import { regressionIds, regressionLists } from "./regression.ts";

test("every id of the regression lists is a mutant, and stands there once", async () => {
  const ids = regressionLists().flatMap(regressionIds);
  const found = await Promise.all(ids.map(async (id) => (await findMutant(id)).id));
  expect(ids.length).toBeGreaterThan(0);
  expect(found).toEqual(ids);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});
