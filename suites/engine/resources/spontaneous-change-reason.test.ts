import { expect, test } from "vitest";
import { readCatalogueEntries } from "../../../spec/catalogue/requirements.ts";
import { FLAG_REQUIREMENTS } from "./cleared-flags.ts";
import { CONDITIONS } from "./moved-tasks.ts";

test("lists only ids of requirements", () => {
  const known = readCatalogueEntries().map(({ id }) => id);
  const named = [...FLAG_REQUIREMENTS, ...CONDITIONS.map(({ requirement }) => requirement)];
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
});
