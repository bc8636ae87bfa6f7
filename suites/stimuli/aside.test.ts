import { expect, test } from "vitest";
import { requestModel, requestValue } from "../../generators/request-model.ts";
import { loadDocument } from "../../spec/document/document.ts";
import { asObject } from "../../spec/json.ts";
import { operationOf } from "../engine/cases/operation-of.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { fromAbroad, withFlaws } from "./aside.ts";
import { ABSENT, type Table } from "./table.ts";

const document = await loadDocument();

function checkWith(fixtures: object): CheckContext {
  const world = { document, mark: "mark", budget: "standard", target: { fixtures } };
  return { world, operation: (id: string) => operationOf(document, id) } as unknown as CheckContext;
}

const table = (operation: string): Table => ({
  operation,
  things: () => [],
  factors: [
    { name: "priority", levels: [ABSENT] },
    { name: "caller", levels: [{ name: "the caller" }] },
  ],
});

/** The first flaws of a table, and which members they changed. */
function flaws(operation: string, body: object) {
  const [flawed] = withFlaws(checkWith({}), table(operation));
  const input = { operation, parameters: {}, body: asObject(JSON.parse(JSON.stringify(body))) };
  return Array.from({ length: 40 }, () => flawed?.flaw?.(input) ?? input);
}

test("each flaw breaks the document, and leaves the text that is looked for afterwards", () => {
  const title = "mark of the title";
  const inputs = flaws("create-task", { title });
  const { judge } = requestModel(document, operationOf(document, "create-task")).rules;
  expect(inputs.filter((input) => judge(requestValue(input)).length === 0)).toEqual([]);
  expect(inputs.filter(({ body }) => asObject(body).title !== title)).toEqual([]);
  expect(new Set(inputs.map(({ body }) => Object.keys(asObject(body)).join())).size).toBeGreaterThan(3);
});

test("a change names its thing still", () => {
  const inputs = flaws("block-task", { taskId: "t1", reason: "mark of the reason" });
  expect(inputs.filter(({ body }) => asObject(body).taskId !== "t1")).toEqual([]);
});

test("another workspace asks the same, and seldom, where the target file has its key", () => {
  expect(fromAbroad(checkWith({}), table("list-tasks"))).toEqual([]);
  const check = checkWith({ otherWorkspace: { apiKey: "elsewhere" } });
  const [abroad] = fromAbroad(check, table("list-tasks"));
  const levels = abroad?.factors.flatMap((factor) => factor.levels);
  expect(levels).toEqual([ABSENT, { name: "another workspace", options: { apiKey: "elsewhere" } }]);
  expect(abroad).toMatchObject({ isAside: true, every: 12 });
  expect(abroad?.most).toBeUndefined();
  expect(fromAbroad(check, table("create-task"))[0]?.most).toBe(10);
});

test("another workspace changes nothing by an id that it may have given itself", () => {
  const check = checkWith({ otherWorkspace: { apiKey: "elsewhere" } });
  const thing = (id: string) => ({ id, fields: {}, isOfOther: false, changedBy: [] });
  const things = () => [thing("17"), thing("01a227e3-5ca0-7bce-b449-9f7e63bd49ea")];
  const [abroad] = fromAbroad(check, { ...table("block-task"), things });
  expect(abroad?.things().map(({ id }) => id)).toEqual(["01a227e3-5ca0-7bce-b449-9f7e63bd49ea"]);
  expect(abroad?.most).toBe(10);
});
