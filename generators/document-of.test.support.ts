import type { ApiDocument, Operation, Parameter, Schema } from "../spec/document-model.ts";

/** A document of one operation, for tests: a POST with the body given, or a GET with the parameters given. */
export function documentOf(
  parts: {
    readonly body?: Schema;
    readonly query?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  },
  schemas: Readonly<Record<string, Schema>> = {},
): { document: ApiDocument; operation: Operation } {
  const parameters = Object.entries(parts.query ?? {}).map(([role, schema]) =>
    parameter(role, schema, parts.required ?? []),
  );
  const operation: Operation = {
    id: "op",
    method: parts.body === undefined ? "GET" : "POST",
    path: "/v1/agent/op",
    pointer: "/paths/~1v1~1agent~1op",
    family: "agent",
    effect: "read",
    creates: null,
    parameters,
    safe: null,
    body: parts.body === undefined ? null : { required: true, schema: parts.body, pointer: "", address: "op.body" },
    responses: new Map(),
    authenticated: true,
  };
  const document: ApiDocument = {
    title: "Test",
    version: "1.0.0",
    sha256: "",
    overlay: null,
    operations: [operation],
    schemas,
    raw: {},
  };
  return { document, operation };
}

function parameter(role: string, schema: Schema, required: readonly string[]): Parameter {
  return {
    role,
    name: role,
    in: "query",
    required: required.includes(role),
    requiredOpen: false,
    style: "form",
    explode: true,
    schema,
    pointer: "",
    address: `op.query.${role}`,
  };
}
