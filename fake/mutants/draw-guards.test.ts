import { expect, test } from "vitest";
import { drawMutants } from "./draw.ts";

test("guards of one mutant look at different things", async () => {
  const drawn = await drawMutants(600, 21);
  const both = (one: RegExp, other: RegExp) =>
    drawn.filter(({ guards }) => guards.some((level) => one.test(level)) && guards.some((level) => other.test(level)));
  for (const name of ["limit", "query", "scope_id", "description"])
    expect(both(new RegExp(`^without=${name}$`), new RegExp(`^(beside=${name}|${name}[=>!])`))).toEqual([]);
  expect(both(/^filters=0/, /^beside=(status|query|tags)/)).toEqual([]);
  expect(both(/^body=/, /^written=/)).toEqual([]);
});

test("no guard confines a mutant of a success to requests that are rejected", async () => {
  const drawn = await drawMutants(600, 22);
  const impossible = drawn.filter(
    ({ site, guards }) =>
      /:\/(data|success|meta)/.test(site) &&
      guards.some((level) =>
        /^(body=|scope=unknown|limit=(negative|zero|fraction)|title=(null|list|empty))/.test(level),
      ),
  );
  expect(impossible.map(({ id }) => id)).toEqual([]);
  const refused = drawn.filter(({ guards }) => guards.some((level) => /^body=/.test(level)));
  expect(refused.length).toBeGreaterThan(0);
  expect(drawn.filter(({ id }) => /^\w[^@]*@create-task:.*plan=exhausted/.test(id))).toEqual([]);
});
