import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, onTestFinished } from "vitest";
import type { FakeOptions } from "../options.ts";
import { clientOf, type Loose, startFake } from "../testing.ts";
import { documentPath, openApiOf } from "./describe.ts";
import { matchRoute } from "./match.ts";
import { CONTROL_ROUTES } from "./routes/index.ts";

/** A response of the control interface in tests. */
export interface Controlled {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly body: Loose;
}

/** Sends one request to the control interface. */
export type Control = (method: string, path: string, body?: unknown) => Promise<Controlled>;

/** Starts a fake that ends with the running test, with a client of its control interface. */
export async function startControlled(options: FakeOptions = {}) {
  const fake = await startFake(options);
  return { fake, control: controlOf(fake.baseUrl), as: (apiKey: unknown) => clientOf(fake, String(apiKey)) };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ ...openApiOf(CONTROL_ROUTES, "http://127.0.0.1:4010"), $id: "http://fake/openapi.json" });
const validators = new Map<string, ValidateFunction>();

/** Every response that a test gets is held against the document of the control interface. */
function expectDescribed(method: string, path: string, { status, type, body }: Controlled): void {
  if (!type.includes("application/json")) return;
  const schema = status < 400 ? answerPointer(method, path, status) : "/components/schemas/ControlError";
  const validate = validators.get(schema) ?? ajv.compile({ $ref: `http://fake/openapi.json#${schema}` });
  validators.set(schema, validate);
  const problems = validate(body) ? [] : (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`);
  expect([`${method} ${path}`, ...problems]).toEqual([`${method} ${path}`]);
}

function answerPointer(method: string, path: string, status: number): string {
  const { route } = matchRoute(CONTROL_ROUTES, method, path.split("?")[0] ?? path);
  const escaped = documentPath(route).replaceAll("/", "~1");
  const place = `/paths/${escaped}/${route.method.toLowerCase()}/responses/${status}`;
  return encodeURI(`${place}/content/application~1json/schema`);
}

/** Creates a client of the control interface of a fake. */
export function controlOf(baseUrl: string): Control {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  return async (method, path, body) => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await fetch(`${baseUrl}/_fake${path}`, { method, signal: ended.signal, ...sent });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    const answer = { status: response.status, type, text, body: type.includes("json") ? JSON.parse(text) : {} };
    expectDescribed(method, path, answer);
    return answer;
  };
}
