import { expect, test } from "vitest";
import { requestModel, requestValue } from "../../generators/request-model.ts";
import { loadDocument } from "../../spec/document/document.ts";
import { asObject } from "../../spec/json.ts";
import { operationOf } from "../engine/cases/operation-of.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { fromOtherWorkspace, withBrokenRules, withoutValidKey, withReplacedIds } from "./requests-without-effect.ts";
import { ABSENT, type Table } from "./table.ts";

const document = await loadDocument();

function checkWith(fixtures: object): CheckContext {
  const context = { document, mark: "mark", budget: "standard", target: { apiKey: "key-1", fixtures } };
  return { context, operation: (id: string) => operationOf(document, id) } as unknown as CheckContext;
}

const table = (operation: string): Table => ({
  operation,
  resources: () => [],
  factors: [
    { name: "priority", levels: [ABSENT] },
    { name: "caller", levels: [{ name: "the caller" }] },
  ],
});

/** The first flaws of a table, and which members they changed. */
function flaws(operation: string, body: object) {
  const [flawed] = withBrokenRules(checkWith({}), table(operation));
  const input = { operation, parameters: {}, body: asObject(JSON.parse(JSON.stringify(body))) };
  return Array.from({ length: 40 }, () => flawed?.alteration?.apply(input) ?? input);
}

test("each invalid member breaks the document, and the text that is searched for later remains", () => {
  const title = "mark of the title";
  const inputs = flaws("create-task", { title });
  const { judge } = requestModel(document, operationOf(document, "create-task")).rules;
  expect(inputs.filter((input) => judge(requestValue(input)).length === 0)).toEqual([]);
  expect(inputs.filter(({ body }) => asObject(body).title !== title)).toEqual([]);
  expect(new Set(inputs.map(({ body }) => Object.keys(asObject(body)).join())).size).toBeGreaterThan(3);
});

test("a change still names its resource", () => {
  const inputs = flaws("block-task", { taskId: "t1", reason: "mark of the reason" });
  expect(inputs.filter(({ body }) => asObject(body).taskId !== "t1")).toEqual([]);
});

test("requests of another workspace are the same but rare, and need its key in the target file", () => {
  expect(fromOtherWorkspace(checkWith({}), table("list-tasks"))).toEqual([]);
  const check = checkWith({ otherWorkspace: { apiKey: "elsewhere" } });
  const [abroad] = fromOtherWorkspace(check, table("list-tasks"));
  const levels = abroad?.factors.flatMap((factor) => factor.levels);
  expect(levels).toEqual([ABSENT, { name: "another workspace", options: { apiKey: "elsewhere" } }]);
  expect(abroad).toMatchObject({ isWithoutEffect: true, interval: 12 });
  expect(abroad?.maxRows).toBeUndefined();
  expect(fromOtherWorkspace(check, table("create-task"))[0]?.maxRows).toBe(10);
});

test("another workspace changes no resource by an id that it may have too", () => {
  const check = checkWith({ otherWorkspace: { apiKey: "elsewhere" } });
  const resource = (id: string) => ({ id, fields: {}, isOfOther: false, changedBy: [] });
  const resources = () => [resource("17"), resource("01a227e3-5ca0-7bce-b449-9f7e63bd49ea")];
  const [abroad] = fromOtherWorkspace(check, { ...table("block-task"), resources });
  expect(abroad?.resources().map(({ id }) => id)).toEqual(["01a227e3-5ca0-7bce-b449-9f7e63bd49ea"]);
  expect(abroad?.maxRows).toBe(10);
});

test("few requests are sent without a key and with one that was never issued", () => {
  const [strangers] = withoutValidKey(checkWith({}), table("create-task"));
  const keys = strangers?.factors.flatMap(({ levels }) => levels.flatMap(({ options }) => options?.apiKey));
  expect(keys?.[1]).toBeNull();
  expect(keys?.[2]).toEqual(expect.not.stringMatching(/^key-1$/));
  expect(strangers).toMatchObject({ isWithoutEffect: true, maxRows: 10 });
});

test("one id in each request is unknown or hidden, and changes name no hidden resource", () => {
  const check = checkWith({ foreignChannel: "foreign", tasks: { private: "private" } });
  const idsSent = (operation: string, body: object, member: string) => {
    const [others] = withReplacedIds(check, table(operation));
    const input = { operation, parameters: {}, body: asObject(JSON.parse(JSON.stringify(body))) };
    return [1, 2, 3, 4].map(() => asObject(others?.alteration?.apply(input).body)[member]);
  };
  const channels = idsSent("create-task", { title: "mark", channelId: "channel-1" }, "channelId");
  expect(channels[1]).toBe("foreign");
  expect(channels[0]).not.toBe("channel-1");
  expect(new Set(channels).size).toBe(2);
  expect(idsSent("block-task", { taskId: "task-123456789" }, "taskId")).not.toContain("private");
});
