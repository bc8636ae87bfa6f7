import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Answer, failure, send, success } from "./answer.ts";
import type { Bench, Call, Operation } from "./call.ts";
import { fieldsOf, readBody } from "./incoming.ts";
import { keyring } from "./keys.ts";
import { reader } from "./reader.ts";
import { isRefusal, refuse } from "./refusal.ts";
import type { JsonObject } from "./shape.ts";
import { benchForCalls } from "./traffic.ts";
import type { Agent } from "./world.ts";

/** The environment of the operations. */
export interface Surroundings {
  readonly operations: readonly Operation[];
  /** Takes note of an authenticated call; rejects it when its agent has called too often. */
  readonly admit: (caller: Agent) => void;
}

/** Creates the API's own server, not yet listening. */
export function apiServer(shared: Bench, { operations, admit }: Surroundings): Server {
  const identify = keyring(shared);
  const benchOf = benchForCalls(shared);
  const routes = new Map(
    operations.map((operation) => [
      `${shared.choices.http.prefix}/v1/${operation.family}/${operation.name}`,
      operation,
    ]),
  );
  let count = 0;

  const answer = async (request: IncomingMessage, nth: number, bench: Bench): Promise<Answer> => {
    const url = new URL(`http://here${request.url ?? "/"}`);
    const found = routes.get(url.pathname);
    const operation = found ?? nowhere(url.pathname);
    const body = await readBody(request, bench.choices.input.bodyBytes);
    if (bench.choices.turns.waits > 0) await bench.runtime.wait(turnOf(nth, bench.choices.turns.waits));
    try {
      const caller = identify(request);
      admit(caller);
      if (!found) refuse("missing", "there is nothing here");
      if (request.method !== operation.method) refuse("invalid", `${operation.method} is the method of this operation`);
      const fields = fieldsOf(bench, operation, request, url, body);
      return success(bench, operation.run(callOf(bench, operation, caller, fields)), nth);
    } catch (thrown) {
      if (!isRefusal(thrown)) process.emitWarning(thrown instanceof Error ? thrown : String(thrown));
      return failure(bench, operation, thrown, nth);
    }
  };

  return createServer((request: IncomingMessage, response: ServerResponse) => {
    const nth = ++count;
    const bench = benchOf(nth, request.method ?? "");
    answer(request, nth, bench)
      .then((one) => send(response, bench, one, nth))
      .catch(() => response.destroy());
  });
}

/** Milliseconds that the nth request waits: neighbours differ. */
function turnOf(nth: number, most: number): number {
  return (nth * 5) % (most + 1);
}

function callOf(bench: Bench, operation: Operation, caller: Agent, fields: JsonObject): Call {
  return { ...bench, caller, input: reader(fields, bench.choices.input, operation.method === "GET") };
}

function nowhere(path: string): Operation {
  const family = path.includes("/v1/sdk/") ? "sdk" : "agent";
  return { name: "", method: "GET", family, run: () => refuse("missing", "there is nothing here") };
}
