import type { JsonObject } from "../../spec/json.ts";
import { PROBLEMS } from "./problem.ts";
import { RESPONSE_SCHEMAS } from "./response-schemas.ts";
import type { ControlRoute, Example } from "./route.ts";
import { AREAS } from "./route-areas.ts";

/** The key of the fake that `wac fake` starts. */
const DEMO_KEY = "wak_demo";

/** Returns the curl lines of a route's example: the call itself, after a call of the API if one is needed. */
export function curlOf({ method, path, example = {}, produces = [] }: ControlRoute, origin: string): string {
  const { params = {}, query, output, after } = example;
  const filled: Readonly<Record<string, string>> = { workspace: "main", ...params };
  const where = path.replace(/:(\w+)/g, (part, name: string) => encodeURIComponent(filled[name] ?? part));
  const verb = method === "GET" ? "" : ` -X ${method}`;
  const accept = produces.length > 1 && produces.includes("application/yaml") ? " -H 'Accept: application/yaml'" : "";
  const saved = output === undefined ? "" : ` -o ${output}`;
  const before = after === undefined ? "" : `curl -s -H 'Authorization: Bearer ${DEMO_KEY}' '${origin}${after}'\n`;
  const search = query === undefined ? "" : `?${query}`;
  return `${before}curl -s${verb}${accept}${bodyArguments(example)}${saved} '${origin}/_fake${where}${search}'`;
}

function bodyArguments({ body, bodyFile }: Example): string {
  if (body === undefined && bodyFile === undefined) return "";
  const content = bodyFile === undefined ? `-d '${JSON.stringify(body)}'` : `--data-binary @${bodyFile}`;
  return ` -H 'Content-Type: application/json' ${content}`;
}

/** Returns the list of routes for people who explore. */
export function indexOf(routes: readonly ControlRoute[], origin: string) {
  return {
    about: "The control interface of the fake. Nothing here is part of the Workspace Agent API.",
    openapi: `${origin}/_fake/openapi.json`,
    routes: routes.map((each) => ({
      method: each.method,
      path: `/_fake${each.path}`,
      summary: each.summary,
      example: curlOf(each, origin),
    })),
  };
}

const ERROR: JsonObject = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "hint"],
      properties: {
        code: { type: "string", enum: Object.keys(PROBLEMS) },
        message: { type: "string", description: "What is wrong, with the value given" },
        hint: { type: "string", description: "What to do instead" },
      },
    },
  },
};

/** Returns the path of a route in the document. */
export function documentPath({ path }: Pick<ControlRoute, "path">): string {
  return `/_fake${path.replace(/:(\w+)/g, "{$1}")}`.replace(/\/$/, "");
}

/** Returns the OpenAPI document of the control interface, generated from its routes. */
export function openApiOf(routes: readonly ControlRoute[], origin: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const each of routes) {
    const path = documentPath(each);
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operationOf(each) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Control interface of the fake",
      version: "1.0.0",
      description: "Not part of the Workspace Agent API.",
      license: { name: "MIT", identifier: "MIT" },
    },
    security: [],
    tags: [...new Set(routes.map(({ area }) => area))].map((name) => ({ name, description: AREAS[name] })),
    servers: [{ url: origin }],
    paths,
    components: { schemas: { ...RESPONSE_SCHEMAS, ControlError: ERROR } },
  };
}

function operationOf(each: ControlRoute): JsonObject {
  const names = [...each.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const inPath = names.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    description: partOf(name),
  }));
  const inQuery = Object.entries(each.query ?? {}).map(([name, schema]) => ({ name, in: "query", schema }));
  const body = each.body === undefined ? {} : { requestBody: bodyOf(each.body, each.example?.body) };
  return {
    operationId: each.id,
    summary: each.summary,
    tags: [each.area],
    parameters: [...inPath, ...inQuery],
    ...body,
    responses: {
      [String(each.status ?? 200)]: {
        description: `Returns ${String(each.gives.description)}.`,
        content: contentOf(each),
      },
      "4XX": {
        description: "A rejection.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/ControlError" } } },
      },
    },
  };
}

function bodyOf(schema: JsonObject, example: object | undefined): JsonObject {
  const shown = example === undefined ? {} : { example: example as JsonObject };
  return { content: { "application/json": { schema, ...shown } } };
}

function contentOf({ gives, produces = ["application/json"] }: ControlRoute): JsonObject {
  return Object.fromEntries(produces.map((type) => [type, { schema: gives }]));
}

/** Returns the description of a path parameter. */
export function partOf(name: string): string {
  switch (name) {
    case "workspace":
      return "Id or name of a workspace, or main for the fake's own";
    case "number":
      return "Number of a journal entry";
    case "key":
      return "An API key";
    case "task":
      return "Id or identifier of a task";
    case "memory":
      return "Id of a memory, or its whole content";
    case "tool":
      return "Name of a tool: an operation, upload-bytes or download-bytes";
    case "message":
      return "Id of a message, or its whole content";
    case "file":
      return "Id or name of a file";
    case "asset":
      return "Name of a file of the console";
    case "name":
      return "A name";
    default:
      return `Id or name of the ${name}`;
  }
}
