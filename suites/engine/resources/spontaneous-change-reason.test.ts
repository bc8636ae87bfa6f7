import { expect, test } from "vitest";
import { readCatalogueEntries } from "../../../spec/catalogue/requirements.ts";
import { OF_FLAGS } from "./cleared-flags.ts";
import { CONDITIONS } from "./moved-tasks.ts";

test("each of what people can break is a requirement", () => {
  const known = readCatalogueEntries().map(({ id }) => id);
  const named = [...OF_FLAGS, ...CONDITIONS.map(({ requirement }) => requirement)];
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
});
