import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { OPERATION_IDS } from "../operation-ids.ts";
import { OperatorError } from "../operator-error.ts";
import { loadDocument, readApiDocument } from "./document.ts";

async function rejection(promise: Promise<unknown>): Promise<OperatorError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof OperatorError) return error;
  throw new Error(`expected an operator error, got ${String(error)}`);
}

function minimal(operation: JsonObject = {}, components: JsonObject = {}): JsonObject {
  const responses = { "200": { description: "fine" } };
  return {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/v1/agent/x": { post: { operationId: "x", responses, ...operation } } },
    components,
  };
}

function withBody(schema: JsonObject, components: JsonObject = {}): JsonObject {
  return minimal({ requestBody: { content: { "application/json": { schema } } } }, components);
}

test("holds the fifteen operations, each with all nine statuses and behind a key", async () => {
  const document = await loadDocument();
  expect(document.version).toBe("1.0.0");
  expect(document.raw.openapi).toBe("3.1.0");
  expect(document.operations.map(({ id }) => id)).toEqual(OPERATION_IDS);
  for (const { id, path, method, responses, authenticated, body } of document.operations) {
    expect([...responses.keys()], id).toEqual([200, 400, 401, 403, 404, 409, 429, 500, 503]);
    expect(authenticated, id).toBe(true);
    expect(path.endsWith(`/${id}`), id).toBe(true);
    expect(body === null, id).toBe(method === "GET");
  }
});

test("takes the family from the path", async () => {
  const { operations } = await loadDocument();
  const sdk = operations.filter(({ family }) => family === "sdk").map(({ id }) => id);
  expect(sdk).toEqual(["recall", "remember", "bootstrap-context"]);
});

test("gives parameters other names on the wire and keeps their roles", async () => {
  const { operations } = await loadDocument({ parameters: { "search-memories": { text: "contains" } } });
  const parameters = operations.find(({ id }) => id === "search-memories")?.parameters ?? [];
  expect(parameters.find(({ role }) => role === "text")?.name).toBe("contains");
  expect(parameters.find(({ role }) => role === "tags")).toMatchObject({ name: "tags", style: "form", explode: true });
});

test.each([
  [{ "list-task": { status: "s" } }, "CONTRACT-PARAMETERS-UNKNOWN-OPERATION", '"list-tasks"'],
  [{ "list-tasks": { chanel: "s" } }, "CONTRACT-PARAMETERS-UNKNOWN-ROLE", '"channel"'],
  [{ "list-tasks": { status: "limit" } }, "CONTRACT-PARAMETERS-NAME", "limit"],
  [{ "list-tasks": { status: "" } }, "CONTRACT-PARAMETERS-NAME", "empty"],
])("rejects the names %j", async (parameters, code, text) => {
  const error = await rejection(loadDocument({ parameters: parameters as Record<string, Record<string, string>> }));
  expect(error.code).toBe(code);
  expect(error.message).toContain(text);
});

test("has the same digest each time, and another one under an overlay", async () => {
  const [document, two] = [await loadDocument(), await loadDocument()];
  expect(document.sha256).toBe(two.sha256);
  expect(readApiDocument(minimal(), "d").sha256).not.toBe(document.sha256);
});

test.each<[string, JsonObject, string, string]>([
  ["a type that there is none of", withBody({ type: "objekt" }), "DOCUMENT-INVALID", "objekt"],
  ["a bound in text", withBody({ minLength: "x" }), "DOCUMENT-INVALID", "minLength"],
  ["a pattern that is none", withBody({ pattern: "(" }), "DOCUMENT-INVALID", "regular expression"],
  ["an unknown format", withBody({ format: "iso-week" }), "DOCUMENT-INVALID", "iso-week"],
  ["a schema that is text", withBody({ items: "string" }), "DOCUMENT-INVALID", "is not a schema"],
  ["a reference to nothing", withBody({ $ref: "#/components/schemas/A" }), "DOCUMENT-INVALID", "leads to nothing"],
  ["a mark without a reason", withBody({ "x-open": { type: "" } }), "DOCUMENT-INVALID", "x-open"],
  [
    "a mark of a misspelt keyword",
    withBody({ maximum: 1, "x-open": { maximun: "r" } }),
    "DOCUMENT-INVALID",
    '"maximum"',
  ],
  ["an unknown kind of reference", withBody({ "x-reference": "planet" }), "DOCUMENT-INVALID", "planet"],
  [
    "an unsupported keyword",
    withBody({ properties: { a: { unevaluatedItems: false } } }),
    "DOCUMENT-UNSUPPORTED-KEYWORD",
    "unevaluatedItems",
  ],
  [
    "an unsupported keyword in a safe zone",
    withBody({ "x-safe": { schema: { $dynamicRef: "#a" }, reason: "r" } }),
    "DOCUMENT-UNSUPPORTED-KEYWORD",
    "$dynamicRef",
  ],
  ["a misspelt keyword", withBody({ maxLenght: 3 }), "DOCUMENT-UNSUPPORTED-KEYWORD", 'Did you mean "maxLength"?'],
  ["nullable of OpenAPI 3.0", withBody({ nullable: true }), "DOCUMENT-UNSUPPORTED-KEYWORD", "nullable"],
  [
    "a schema that refers to itself in place",
    withBody({ $ref: "#/components/schemas/A" }, { schemas: { A: { allOf: [{ $ref: "#/components/schemas/A" }] } } }),
    "DOCUMENT-INVALID",
    "refers to itself",
  ],
  ["a status that is a range", minimal({ responses: { "2XX": { description: "d" } } }), "DOCUMENT-UNSUPPORTED", "2XX"],
  ["an operation without an id", minimal({ operationId: "" }), "DOCUMENT-INVALID", "operationId"],
  ["an unknown effect", minimal({ "x-effect": "destroy" }), "DOCUMENT-INVALID", "destroy"],
  ["a misspelt part of an operation", minimal({ requestbody: {} }), "DOCUMENT-UNSUPPORTED", "requestBody"],
  ["webhooks", { ...minimal(), webhooks: {} }, "DOCUMENT-UNSUPPORTED", "webhooks"],
  ["a security that is not described", minimal({ security: [{ key: [] }] }), "DOCUMENT-INVALID", '"key"'],
  [
    "a security that is not a bearer key",
    minimal({ security: [{ key: [] }] }, { securitySchemes: { key: { type: "apiKey", in: "header", name: "k" } } }),
    "DOCUMENT-UNSUPPORTED",
    "not a bearer key",
  ],
  [
    "a misspelt part of a parameter",
    minimal({ parameters: [{ name: "a", in: "query", requierd: true, schema: {} }] }),
    "DOCUMENT-UNSUPPORTED",
    'Did you mean "required"?',
  ],
  [
    "a parameter in a cookie",
    minimal({ parameters: [{ name: "a", in: "cookie", schema: {} }] }),
    "DOCUMENT-UNSUPPORTED",
    "cookies",
  ],
  [
    "a path parameter that the path lacks",
    minimal({ parameters: [{ name: "a", in: "path", required: true, schema: {} }] }),
    "DOCUMENT-INVALID",
    "has no {a}",
  ],
  [
    "two parameters of one name",
    minimal({
      parameters: [
        { name: "a", in: "query", schema: {} },
        { name: "a", in: "query", schema: {} },
      ],
    }),
    "DOCUMENT-INVALID",
    "more than one",
  ],
  [
    "a body that is not JSON",
    minimal({ requestBody: { content: { "text/plain": { schema: {} } } } }),
    "DOCUMENT-UNSUPPORTED",
    "no JSON schema",
  ],
  ["another version of OpenAPI", { ...minimal(), openapi: "3.0.3" }, "DOCUMENT-INVALID", "3.0.3"],
  ["no paths", { ...minimal(), paths: {} }, "DOCUMENT-INVALID", "no paths"],
])("rejects %s", (_, root, code, text) => {
  const load = () => readApiDocument(root, "The document");
  expect(load).toThrowError(expect.objectContaining({ code, message: expect.stringContaining(text) }));
});

test("rejects a path without its parameter, and an operationId that is taken", () => {
  const root = minimal();
  root.paths = {
    "/v1/agent/{id}": { get: { operationId: "x", responses: { "200": { description: "d" } } } },
    ...(root.paths as JsonObject),
  };
  const load = () => readApiDocument(root, "The document");
  expect(load).toThrowError(/no path parameter has this name/);
  expect(load).toThrowError(/operationId "x" is taken/);
});

test("takes schemas that recurse through their properties", () => {
  const schemas = { Tree: { properties: { left: { $ref: "#/components/schemas/Tree" } } } };
  const document = readApiDocument(withBody({ $ref: "#/components/schemas/Tree" }, { schemas }), "d");
  expect(Object.keys(document.schemas)).toEqual(["Tree"]);
});

test("brings in schemas of other files, and rejects those that are missing or far away", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wac-document-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "extra.yaml"), "Name: { type: string, maxLength: 7 }\n");
  const file = (reference: string) => {
    const path = join(folder, "document.json");
    writeFileSync(path, JSON.stringify(withBody({ properties: { name: { $ref: reference } } })));
    return path;
  };
  const document = await loadDocument({ file: file("./extra.yaml#/Name") });
  expect(JSON.stringify(document.raw)).toContain('"maxLength":7');
  expect((await rejection(loadDocument({ file: file("./missing.yaml#/Name") }))).code).toBe("DOCUMENT-REFERENCE");
  const remote = await rejection(loadDocument({ file: file("https://127.0.0.1:1/a.yaml") }));
  expect(remote.message).toContain("https://127.0.0.1:1/a.yaml");
});

test("says which file cannot be read", async () => {
  const error = await rejection(loadDocument({ file: "/nowhere/openapi.yaml" }));
  expect(error.code).toBe("DOCUMENT-UNREADABLE");
  expect(error.message).toContain("/nowhere/openapi.yaml");
});
