import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Answer, failure, send, success } from "./answer.ts";
import { runWithin } from "./around/around.ts";
import { AROUNDS } from "./around/index.ts";
import type { Bench, Call, Operation } from "./call.ts";
import { fieldsOf, readBody } from "./incoming.ts";
import { keyring } from "./keys.ts";
import { reader } from "./reader.ts";
import { isRefusal, refuse } from "./refusal.ts";
import type { JsonObject } from "./shape.ts";
import { benchForCalls } from "./traffic.ts";
import type { Agent } from "./world.ts";

/** What surrounds the operations. */
export interface Surroundings {
  readonly operations: readonly Operation[];
  /** Takes note of an authenticated call; refuses it when its agent has called too often. */
  readonly admit: (caller: Agent) => void;
}

/** The API's own server, not yet listening. */
export function apiServer(shared: Bench, { operations, admit }: Surroundings): Server {
  const identify = keyring(shared);
  const benchOf = benchForCalls(shared);
  const routes = new Map(operations.map((one) => [`${shared.choices.http.prefix}/v1/${one.family}/${one.name}`, one]));
  let count = 0;

  const answer = async (request: IncomingMessage, nth: number, bench: Bench): Promise<Answer> => {
    const url = new URL(`http://here${request.url ?? "/"}`);
    const found = routes.get(url.pathname);
    const operation = found ?? nowhere(url.pathname);
    const body = await readBody(request, bench.choices.input.bodyBytes);
    if (bench.choices.turns.waits > 0) await bench.runtime.wait(turnOf(nth, bench.choices.turns.waits));
    try {
      if (found) peekBeforeKey(bench, found, body);
      const caller = admitted(bench, operation, request, identify);
      admit(caller);
      if (!found) refuse("missing", "there is nothing here");
      if (request.method !== operation.method) refuse("invalid", `${operation.method} is the method of this operation`);
      const fields = fieldsOf(bench, operation, request, url, body);
      return success(
        bench,
        operation,
        await runWithin(AROUNDS, operation, callOf(bench, operation, caller, fields)),
        nth,
      );
    } catch (thrown) {
      if (!isRefusal(thrown)) process.emitWarning(thrown instanceof Error ? thrown : String(thrown));
      if (isRefusal(thrown) && thrown.ground === "unauthenticated") await doAnyway(bench, operation, body);
      return failure(bench, operation, thrown, nth);
    }
  };

  return createServer((request: IncomingMessage, response: ServerResponse) => {
    const nth = ++count;
    const bench = benchOf(nth, request.method ?? "");
    answer(request, nth, bench)
      .then((one) => send(response, bench, disfigured(bench, one), nth))
      .catch(() => response.destroy());
  });
}

/** Milliseconds that the nth request waits: neighbours differ. */
function turnOf(nth: number, most: number): number {
  return (nth * 5) % (most + 1);
}

function callOf(bench: Bench, operation: Operation, caller: Agent, fields: JsonObject): Call {
  const loose = operation.method === "GET";
  return { ...bench, caller, fields, loose, input: reader(fields, bench.choices.input, loose) };
}

/** Faults that refuse a call without a key, and do what it asks for as the first agent. */
async function doAnyway(bench: Bench, operation: Operation, body: Buffer | undefined): Promise<void> {
  const { isMutated, world } = bench;
  const [first] = world.agents.rows();
  const does =
    (operation.name === "create-task" && isMutated("auth.refused-yet-done")) ||
    (operation.name === "send-message" && isMutated("auth.refused-yet-sent"));
  if (!does || !first) return;
  try {
    await operation.run(callOf(bench, operation, first, JSON.parse(String(body))));
  } catch {
    // The answer is the refusal, whatever came of it.
  }
}

function nowhere(path: string): Operation {
  const family = path.includes("/v1/sdk/") ? "sdk" : "agent";
  return { name: "", method: "GET", family, run: () => refuse("missing", "there is nothing here") };
}

function admitted(
  { isMutated, world }: Bench,
  { name }: Operation,
  request: IncomingMessage,
  identify: (request: IncomingMessage) => Agent,
): Agent {
  const open =
    (name === "search-messages" && isMutated("auth.open-search")) ||
    (name === "verify-connection" && isMutated("auth.open-connection"));
  const first = world.agents.rows()[0];
  return open && first && !request.headers.authorization ? first : identify(request);
}

/** Faults that look at the body before they look at the key. */
function peekBeforeKey({ isMutated }: Bench, { name, method }: Operation, body: Buffer | undefined): void {
  if (method !== "POST" || !(isMutated("auth.body-first") || isMutated("auth.fields-first"))) return;
  let fields: JsonObject = {};
  try {
    fields = JSON.parse(String(body));
  } catch {
    if (isMutated("auth.body-first")) refuse("invalid", "the body is no JSON");
  }
  if (name === "create-task" && isMutated("auth.fields-first") && !fields.title) refuse("invalid", "title is missing");
}

function disfigured({ isMutated }: Bench, answer: Answer): Answer {
  const brokenJson = JSON.stringify(answer.body).includes("the body is no JSON");
  if (!(brokenJson && isMutated("http.broken-json-html"))) return answer;
  return { ...answer, body: "<html><body><h1>Bad Request</h1></body></html>" };
}
