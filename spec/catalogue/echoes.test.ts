import { expect, test } from "vitest";
import { globMatcher } from "../glob.ts";
import { createEchoes, readEchoLines } from "./echoes.ts";
import { readCatalogueEntries } from "./requirements.ts";

const ids = readCatalogueEntries().map(({ id }) => id);
const failed = (id: string, ...causes: string[]) => ({ id, causes });
const matching = (glob: string) => ids.filter(globMatcher(glob));

test("names requirements of the catalogue alone", () => {
  const globs = readEchoLines().flatMap(([cause, echoes]) => [
    cause,
    ...echoes.map((echo) => (typeof echo === "string" ? echo : echo.requirement)),
  ]);
  expect(globs.filter((glob) => matching(glob).length === 0)).toEqual([]);
});

test("leaves one failure of any number, also where each follows from another", () => {
  const whole = createEchoes(
    readEchoLines().map(([cause, all]) => [cause, all.filter((echo) => typeof echo === "string")]),
  );
  const all = ids.map((id) => failed(id));
  // Whoever is a root is its own: else the cause that an echo names would itself be taken for an echo.
  const roots = new Set(all.map((one) => whole.rootOf(one, all)));
  expect([...roots].filter((id) => whole.rootOf(failed(id), all) !== id)).toEqual([]);
  expect(roots.size).toBeGreaterThan(0);
});

test("finds the cause of a failure among the others, never in itself", () => {
  const echoes = createEchoes([["list.*", ["list.combined", "walk"]]]);
  const root = (id: string, ...others: string[]) =>
    echoes.rootOf(
      failed(id),
      [id, ...others].map((one) => failed(one)),
    );
  expect(root("walk", "list.kind")).toBe("list.kind");
  expect(root("list.combined")).toBe("list.combined");
  expect(root("list.kind", "list.combined", "walk")).toBe("list.kind");
});

test("lets only failures of the named cause follow, and all failures of a requirement must be of it", () => {
  const echoes = createEchoes([["refusals", [{ requirement: "*", cause: "expectRejected||status" }]]]);
  const [status, accepted] = ["max|expectRejected||status", "max|expectRefused||accepted"];
  const root = (...causes: string[]) => echoes.rootOf(failed("max", ...causes), [failed("refusals"), failed("max")]);
  expect([root(status), root(accepted), root(status, accepted), root()]).toEqual(["refusals", "max", "max", "max"]);
});

test("of two that follow from each other, takes that for the echo of which more is known", () => {
  const echoes = createEchoes([
    ["kind-enum", ["kind"]],
    ["kind", [{ requirement: "kind-enum", cause: "expectRejected||accepted" }]],
  ]);
  const [kind, rejected] = [failed("kind"), failed("kind-enum", "kind-enum|expectAccepted||status")];
  const ignored = failed("kind-enum", "kind-enum|expectRejected||accepted");
  expect([kind, ignored].map((one) => echoes.rootOf(one, [kind, ignored]))).toEqual(["kind", "kind"]);
  expect([kind, rejected].map((one) => echoes.rootOf(one, [kind, rejected]))).toEqual(["kind-enum", "kind-enum"]);
});

test("leaves one of a circle", () => {
  const echoes = createEchoes([
    ["one", ["two"]],
    ["two", ["three"]],
    ["three", ["one"]],
  ]);
  const all = ["one", "two", "three"].map((id) => failed(id));
  expect(all.map((each) => echoes.rootOf(each, all))).toEqual(["one", "one", "one"]);
});
