import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadDocument } from "../spec/document/document.ts";
import type { JsonObject } from "../spec/json.ts";
import { withRequired } from "./required.ts";

const folder = mkdtempSync(join(tmpdir(), "wac-required-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What happens to a request under an overlay of one action. */
async function filled(
  id: string,
  rest: string,
  update: JsonObject,
  sent: { parameters?: JsonObject; body?: JsonObject },
) {
  const { operations } = await loadDocument();
  const { path, method } = operations.find((one) => one.id === id) ?? { path: "", method: "GET" };
  const target = `$.paths['${path}'].${method.toLowerCase()}${rest}`;
  const overlay = join(folder, "overlay.json");
  const info = { title: "Ours", version: "1.0.0" };
  writeFileSync(overlay, JSON.stringify({ overlay: "1.0.0", info, actions: [{ target, update }] }));
  const document = await loadDocument({ overlay });
  const operation = document.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return withRequired(document, operation, { operation: id, parameters: {}, body: undefined, ...sent });
}

const BODY = ".requestBody.content['application/json'].schema";
const unit = { type: "object", required: ["unit"], properties: { unit: { type: "string", const: "m" } } };

test.each([
  ["query", "tenant"],
  ["header", "x-tenant"],
])("adds a %s that is required, with its constant", async (where, name) => {
  const parameter = { name, in: where, required: true, schema: { type: "string", const: "t1" } };
  const { input, added } = await filled("list-tasks", "", { parameters: [parameter] }, {});
  expect(input.parameters).toEqual({ [name]: "t1" });
  expect(added).toEqual([`/parameters/${name}`]);
});

test("a count that is required is the default that its absence would mean", async () => {
  const { input } = await filled("list-tasks", ".parameters[?@.name=='limit']", { required: true }, {});
  expect(input.parameters).toEqual({ limit: 50 });
});

test("adds a member of the body, and in an object and in items of a list where these are sent", async () => {
  const body = { title: "a task" };
  const member = { required: ["owner"], properties: { owner: { type: "array", minItems: 2, items: unit } } };
  expect((await filled("create-task", BODY, member, { body })).input.body).toMatchObject({
    ...body,
    owner: [{ unit: "m" }, { unit: "m" }],
  });
  const claim = { content: "c", kind: "fact", scope_id: "s", derived_from: [{ id: "1" }, { id: "2" }] };
  const items = await filled("remember", `${BODY}.properties.derived_from.items`, unit, { body: claim });
  expect(items.input.body).toMatchObject({
    derived_from: [
      { id: "1", unit: "m" },
      { id: "2", unit: "m" },
    ],
  });
  const metadata = { topic: "one" };
  const nested = await filled("remember", `${BODY}.properties.metadata`, unit, { body: { ...claim, metadata } });
  expect(nested.input.body).toMatchObject({ metadata: { topic: "one", unit: "m" } });
  expect((await filled("remember", `${BODY}.properties.metadata`, unit, { body: claim })).added).toEqual([]);
});

test("leaves out what the document requires by itself, and tells what cannot appear with the rest", async () => {
  const member = { required: ["owner"], properties: { owner: { type: "string", const: "us" } } };
  expect((await filled("create-task", BODY, member, { body: {} })).input.body).toEqual({ owner: "us" });
  const walk = await filled("recall", BODY, { required: ["query"] }, { body: { seed_id: "m1" } });
  expect(walk).toMatchObject({ input: { body: { seed_id: "m1" } }, added: [], impossible: "/body/query" });
});
