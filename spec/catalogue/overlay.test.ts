import { expect, test } from "vitest";
import { loadDocument, readApiDocument } from "../document/document.ts";
import { isObject, type JsonObject } from "../json.ts";
import { pointerTokens } from "../pointer.ts";
import { loadOpenPoints } from "./open-points.ts";
import { loadCatalogue } from "./requirements.ts";

const { raw } = await loadDocument();

/** The bundled document with a change; `at` gives the object at a pointer. */
function changed(change: (at: (pointer: string) => JsonObject) => void) {
  const root = structuredClone(raw);
  change((pointer) => {
    const found = pointerTokens(pointer).reduce<unknown>(
      (value, token) => (isObject(value) ? value[token] : null),
      root,
    );
    if (!isObject(found)) throw new Error(`no object at ${pointer}`);
    return found;
  });
  return readApiDocument(root, "The changed document");
}

const TITLE = "/components/schemas/CreateTaskRequest/properties/title";

test("takes a number of an overlay into the statement, under the same id", () => {
  const document = changed((at) => Object.assign(at(TITLE), { maxLength: 400 }));
  const { get, requirementFor } = loadCatalogue(document);
  expect(get("tasks.create.title-max")?.statement).toMatch(/^A title of 400 characters/);
  expect(requirementFor("create-task.body.title.maxLength").id).toBe("tasks.create.title-max");
});

test("derives requirements for an operation that an overlay adds, in addition to those on all operations", () => {
  const document = changed((at) => {
    const answer = { description: "Pong.", content: { "application/json": { schema: { type: "object" } } } };
    at("/paths")["/v1/agent/ping"] = {
      get: { operationId: "ping", "x-effect": "read", parameters: [], responses: { "200": answer } },
    };
  });
  const { requirements, requirementForOperation, requirementFor } = loadCatalogue(document);
  expect(requirementForOperation("ping", "succeeds")).toMatchObject({ id: "document.ping.succeeds", derived: true });
  expect(requirementForOperation("ping", "authenticated").id).toBe("auth.no-header");
  expect(requirementForOperation("ping", "authenticated").operations).toContain("ping");
  expect(requirementFor("ping.200.type").id).toBe("document.ping.200.type");
  const derived = requirements.filter((requirement) => requirement.derived === true).map(({ id }) => id);
  expect(derived).toEqual(["document.ping.succeeds", "document.ping.answer", "document.ping.200.type"]);
});

test("leaves a rule that an overlay adds where an entry claims its place to that entry", () => {
  const document = changed((at) =>
    Object.assign(at("/components/schemas/Task/properties/identifier"), { minLength: 3 }),
  );
  const { requirements, requirementFor } = loadCatalogue(document);
  expect(requirementFor("Task.identifier.minLength").id).toBe("tasks.fields.types");
  expect(requirements.filter((requirement) => requirement.derived === true)).toEqual([]);
});

test("lives with what an overlay removes: the statement says so, and what concerns nothing more drops out", () => {
  const document = changed((at) => {
    const title = at(TITLE);
    delete title.maxLength;
    const paths = at("/paths");
    delete paths["/v1/agent/verify-connection"];
  });
  const { get } = loadCatalogue(document);
  expect(get("tasks.create.title-max")?.statement).toContain("(no value in the document)");
  expect(get("connection.one-shot")).toBeUndefined();
  expect(get("auth.no-header")?.operations).not.toContain("verify-connection");
  expect(loadOpenPoints(document).map(({ id }) => id)).not.toContain("verify-connection.refusal");
});
