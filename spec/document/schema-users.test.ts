import { expect, test } from "vitest";
import type { ApiDocument, Operation, Schema } from "./model.ts";
import { operationsBySchema } from "./schema-users.ts";

const answering = (id: string, schema: Schema) =>
  ({ id, parameters: [], body: null, responses: new Map([[200, { schema }]]) }) as unknown as Operation;

test("finds the operations behind a schema, through others and round circles", () => {
  const document = {
    operations: [
      answering("list", { type: "array", items: { $ref: "#/components/schemas/Node" } }),
      answering("get", { $ref: "#/components/schemas/Leaf" }),
      answering("ping", { type: "object" }),
    ],
    schemas: {
      Node: {
        properties: { next: { $ref: "#/components/schemas/Node" }, leaf: { $ref: "#/components/schemas/Leaf" } },
      },
      Leaf: { type: "string" },
      Unused: { type: "string" },
    },
  } as unknown as ApiDocument;
  const users = operationsBySchema(document);
  expect(users.get("Node")).toEqual(["list"]);
  expect(users.get("Leaf")).toEqual(["list", "get"]);
  expect(users.has("Unused")).toBe(false);
});
