import { readApiDocument } from "../spec/document/document.ts";
import type { ApiDocument, Operation, Schema } from "../spec/document/model.ts";
import type { JsonObject } from "../spec/json.ts";

/** The input and response of the only operation of a test document. */
export interface TestOperation {
  /** Schema of a body: the operation is a POST. */
  readonly body?: Schema;
  /** Schemas of query parameters by name: the operation is a GET. */
  readonly query?: Readonly<Record<string, Schema>>;
  /** Schemas of headers by name. */
  readonly headers?: Readonly<Record<string, Schema>>;
  /** Names of the query parameters that are required. */
  readonly required?: readonly string[];
  /** Schema of its 200 response. */
  readonly answer?: Schema;
}

/** Returns a document of one operation, `op`, read like the real one. */
export function documentOf(
  { body, query = {}, headers = {}, required = [], answer }: TestOperation,
  schemas: Readonly<Record<string, Schema>> = {},
): { document: ApiDocument; operation: Operation } {
  const parametersIn = (where: string, schemas: Readonly<Record<string, Schema>>) =>
    Object.entries(schemas).map(([name, schema]) => ({ name, in: where, required: required.includes(name), schema }));
  const parameters = [...parametersIn("query", query), ...parametersIn("header", headers)];
  const operation = {
    operationId: "op",
    parameters,
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      "200": {
        description: "Done.",
        ...(answer === undefined ? {} : { content: { "application/json": { schema: answer } } }),
      },
    },
  };
  const root = {
    openapi: "3.1.0",
    info: { title: "Test", version: "1.0.0" },
    paths: { "/v1/agent/op": { [body === undefined ? "get" : "post"]: operation } },
    components: { schemas },
  };
  const document = readApiDocument(JSON.parse(JSON.stringify(root)) as JsonObject, "The test document");
  const [read] = document.operations;
  if (read === undefined) throw new Error("the test document has no operation");
  return { document, operation: read };
}
