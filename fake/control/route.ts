import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { JsonObject } from "../../spec/json.ts";
import type { Fake } from "../fake.ts";
import type { Service } from "../service.ts";
import type { Area } from "./route-areas.ts";

/** The input of a control route's handler; body and query are validated. */
export interface ControlRequest<Body = object, Query = object> {
  readonly fake: Fake;
  readonly service: Service;
  /** All routes. */
  readonly routes: readonly ControlRoute[];
  /** Parts of the path, decoded: `params.workspace` for `/workspaces/:workspace`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The Accept header, "" without one. */
  readonly accept: string;
  readonly headers: IncomingHttpHeaders;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** A response that is not JSON with status 200. */
export interface ControlReply {
  readonly kind: "reply";
  readonly status: number;
  readonly type: string;
  readonly content: string | Buffer | Readable;
}

/** The request in the curl line of a route, which succeeds on a fresh fake after the lines above it. */
export interface Example {
  /** Path parameters; the workspace is `main` by default. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
  /** Name of the file that the body is read from, in place of `body`. */
  readonly bodyFile?: string;
  /** Name of the file for the response. */
  readonly output?: string;
  /** Path and query of an API call that is made first, with the demo key. */
  readonly after?: string;
}

/** A route of the control interface: one row of the table that its document and its page are generated from. */
export interface ControlRoute {
  /** operationId in the document. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below `/_fake`, with `:name` for a part that varies. */
  readonly path: string;
  /** Heading under which the page lists it. */
  readonly area: Area;
  /** Its effect in one sentence. */
  readonly summary: string;
  /** Schema of the body, an object; absent if there is no body. */
  readonly body?: JsonObject;
  /** Schemas of the query parameters by name; whole numbers and true/false are read from their text. */
  readonly query?: Readonly<Record<string, JsonObject>>;
  /** Schema of the response (`response-schemas.ts`), with a description in one line. */
  readonly gives: JsonObject;
  /** Status of the response, 200 by default. */
  readonly status?: number;
  /** Media types of the response, `application/json` by default. */
  readonly produces?: readonly string[];
  /** Largest body in bytes, 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** The request in the curl line of the page. */
  readonly example?: Example;
  handle(request: ControlRequest): unknown;
}

/**
 * A route whose handler knows the types that its schemas hold; gives JSON, or a {@link reply}.
 *
 * @example
 * export const greetingRoutes = [
 *   route<{ name: string }>({
 *     id: "greet", method: "POST", path: "/greeting", area: "Clock", summary: "Greets.", gives: given({ greeting: some.text }, "the greeting"),
 *     body: object({ name: text("Who is greeted") }, ["name"]),
 *     example: { body: { name: "Robin" } },
 *     handle: ({ body }) => ({ greeting: `Hello ${body.name}` }),
 *   }),
 * ];
 */
export function route<Body = object, Query = object>(
  definition: Omit<ControlRoute, "handle"> & { handle: (request: ControlRequest<Body, Query>) => unknown },
): ControlRoute {
  return { ...definition, handle: (request) => definition.handle(request as ControlRequest<Body, Query>) };
}

/** Returns a response with another status or media type. */
export function reply(content: ControlReply["content"], type: string, status = 200): ControlReply {
  return { kind: "reply", status, type, content };
}
