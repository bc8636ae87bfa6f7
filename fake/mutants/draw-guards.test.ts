import { expect, test } from "vitest";
import { drawMutants } from "./draw.ts";
import { isCompatible } from "./is-compatible.ts";
import { mutantSpace } from "./space.ts";

test("guards of one mutant look at different things", async () => {
  const drawn = await drawMutants(600, 21);
  const both = (one: RegExp, other: RegExp) =>
    drawn.filter(({ guards }) => guards.some((level) => one.test(level)) && guards.some((level) => other.test(level)));
  for (const name of ["limit", "query", "scope_id", "description"])
    expect(both(new RegExp(`^without=${name}$`), new RegExp(`^(beside=${name}|${name}[=>!])`))).toEqual([]);
  expect(both(/^filters=0/, /^beside=(status|query|tags)/)).toEqual([]);
  expect(both(/^body=/, /^written=/)).toEqual([]);
});

test("no guard contradicts its site: a known caller, a value that is shown, the plan of a workspace with tasks", async () => {
  const drawn = await drawMutants(1200, 23);
  const having = (guard: RegExp) => drawn.filter(({ guards }) => guards.some((level) => guard.test(level)));
  const known = having(/^(caller|after|plan|scope|row\.\w+)=/);
  expect(known.length).toBeGreaterThan(100);
  expect(known.filter(({ breaks, site }) => /^auth\./.test(breaks) || /no-credentials|unknown-key/.test(site))).toEqual(
    [],
  );
  expect(having(/^is=(foreign|hidden|unsent)/)).toEqual([]);
  expect(
    having(/^plan=/).filter(({ guards, site }) => guards.includes("caller=second") || /-task$/.test(site)),
  ).toEqual([]);
  expect(having(/^text=longer-than-1000/).filter(({ site }) => /title/.test(site))).toEqual([]);
  expect(having(/^status=(?!blocked)/).filter(({ site }) => site.startsWith("block-task:/data/"))).toEqual([]);
  expect(
    having(/^beside=threadId/).filter(({ guards }) => guards.some((level) => level.startsWith("row.parentId"))),
  ).toEqual([]);
});

test("no guard confines a mutant of a success to requests that are rejected", async () => {
  const drawn = await drawMutants(3000, 31);
  const impossible = drawn.filter(
    ({ site, guards }) =>
      /:\/(data|success|meta)/.test(site) &&
      guards.some((level) =>
        /^(body=|scope=unknown|limit=(negative|zero|fraction)|title=(null|list|empty))/.test(level),
      ),
  );
  expect(impossible.map(({ id }) => id)).toEqual([]);
  const rejected = drawn.filter(({ guards }) => guards.some((level) => /^body=/.test(level)));
  expect(rejected.length).toBeGreaterThan(0);
  expect(drawn.filter(({ id }) => /^\w[^@]*@create-task:.*plan=exhausted/.test(id))).toEqual([]);
});

test("no guard looks at the value of an input where a mutant is wrong because there is none", async () => {
  const { pairs, guardsAt } = await mutantSpace();
  const defaults = pairs.filter(({ operator, site }) => operator.name.endsWith("default") && /limit$/.test(site.id));
  expect(defaults.length).toBeGreaterThan(5);
  const levels = defaults.flatMap((pair) =>
    guardsAt(pair.site).flatMap((level) => (isCompatible(level, pair, []) ? [level.level] : [])),
  );
  expect(levels.length).toBeGreaterThan(100);
  expect(levels.filter((level) => /^(value|text)=|^limit[=>]|^(beside|without)=limit/.test(level))).toEqual([]);
});
