import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "../../spec/operator-error.ts";
import type { Fake } from "../fake.ts";
import { drain } from "../http/drain.ts";
import { addressOf } from "../http/exchange-io.ts";
import { Rejection } from "../rejection.ts";
import { admit, type ControlAccess } from "./access.ts";
import { readJson } from "./body.ts";
import { announceChange } from "./events/changes.ts";
import { matchRoute } from "./match.ts";
import { ControlProblem, problem, problemFrom } from "./problem.ts";
import { type ControlReply, reply } from "./route.ts";
import { CONTROL_ROUTES } from "./routes/index.ts";
import { checkBody, checkQuery } from "./validation.ts";

/** Path under which the control interface lives. */
const PREFIX = "/_fake";

const NO_PARAMETERS = {};

/** Responds to one request to the control interface; any problem becomes a response. */
export async function control(
  fake: Fake,
  access: ControlAccess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await answerTo(fake, access, request, response).catch(rejectionOf);
  await drain(request);
  if (response.destroyed) return;
  await send(response, answer, request.method === "HEAD");
}

async function answerTo(
  fake: Fake,
  access: ControlAccess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ControlReply> {
  admit(request, access);
  const { path, query } = addressOf(request);
  const { route, params } = matchRoute(CONTROL_ROUTES, request.method ?? "GET", path.slice(PREFIX.length));
  const asked = checkQuery(route.query ?? NO_PARAMETERS, new URLSearchParams(query));
  const body = route.body === undefined ? {} : checkBody(route.body, await readJson(request, route.maxBodyBytes));
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { accept = "" } = request.headers;
  const { service } = fake;
  const { signal } = gone;
  const given = await route.handle({
    fake,
    service,
    routes: CONTROL_ROUTES,
    params,
    query: asked,
    body,
    accept,
    headers: request.headers,
    signal,
  });
  if (route.method !== "GET") announceChange(fake, { route: route.id, workspace: params.workspace ?? null });
  return isReply(given) ? given : json(given, route.status);
}

function isReply(given: unknown): given is ControlReply {
  return typeof given === "object" && given !== null && "kind" in given && given.kind === "reply";
}

function json(value: unknown, status = 200): ControlReply {
  return reply(`${readable(value)}\n`, "application/json; charset=utf-8", status);
}

const MAX_INDENTED = 100_000;

/** Returns indented JSON, unless it is long: indentation would multiply the size of deeply nested values. */
function readable(value: unknown): string {
  const compact = JSON.stringify(value);
  if (compact.length > MAX_INDENTED) return compact;
  const indented = JSON.stringify(value, null, 2);
  return indented.length > MAX_INDENTED * 4 ? compact : indented;
}

function rejectionOf(error: unknown): ControlReply {
  const { code, message, hint, details, status } = problemOf(error);
  return json({ error: { code, message, hint, ...details } }, status);
}

function problemOf(error: unknown): ControlProblem {
  if (error instanceof ControlProblem) return error;
  if (error instanceof Rejection) return problemFrom(error);
  if (error instanceof OperatorError) {
    return problem("invalid_input", error.message, error.hint, { operatorCode: error.code });
  }
  return problem(
    "internal_error",
    `The control interface failed: ${error instanceof Error ? error.message : String(error)}`,
    "This is a defect of the fake: please report it with the request that you sent.",
  );
}

/** A browser must not interpret JSON with a client's text as another type. */
const NO_SNIFFING = { "X-Content-Type-Options": "nosniff" };

async function send(
  response: ServerResponse,
  { status, type, content }: ControlReply,
  headOnly: boolean,
): Promise<void> {
  const length = content instanceof Readable ? {} : { "Content-Length": String(Buffer.byteLength(content)) };
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store", ...NO_SNIFFING, ...length });
  if (headOnly) response.end();
  else if (content instanceof Readable) await pipeline(content, response).catch(() => response.destroy());
  else response.end(content);
}
