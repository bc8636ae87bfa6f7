import type { Fixtures } from "../../../../spec/target-file.ts";
import { createIndependentServer, type IndependentServerOptions } from "../independent-server.ts";
import { type Manner, type Probe, probe, type Reply } from "../probe.ts";
import type { JsonObject, Value } from "../shape.ts";

/** Calls an independent server and writes down what comes back, cleansed of what differs from one run to the next. */
export interface Tracer {
  readonly fixtures: Fixtures;
  readonly probe: Probe;
  post(path: string, body: JsonObject, manner?: Manner): Promise<Reply>;
  get(path: string, roles?: Record<string, Value>, manner?: Manner): Promise<Reply>;
  /** Writes down something that did not come by `post` or `get`. */
  note(text: string): void;
}

/** A fixed series of calls. */
export type Script = (tracer: Tracer) => Promise<void>;

/** One answer of an independent server. */
export interface Answered extends Reply {
  readonly path: string;
}

/** What an independent server answers to a script, line by line. */
export async function traceOf(script: Script, options: IndependentServerOptions): Promise<string[]> {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(`${lines.length} ${cleansed(text)}`);
  await run(script, options, {
    note: write,
    reply: ({ path, status, type, text }) => write(`${path} ${status} ${type} ${text}`),
  });
  return lines;
}

/** Every answer of an independent server to a script. */
export async function repliesTo(script: Script, options: IndependentServerOptions): Promise<Answered[]> {
  const replies: Answered[] = [];
  await run(script, options, { note: () => undefined, reply: (one) => void replies.push(one) });
  return replies;
}

interface Listener {
  note(text: string): void;
  reply(one: Answered): void;
}

async function run(script: Script, options: IndependentServerOptions, listener: Listener): Promise<void> {
  const server = await createIndependentServer({ lagMs: 0, ...options });
  try {
    await script(tracer(probe(server.target), server.target.fixtures ?? {}, listener));
  } finally {
    await server.close();
  }
}

function tracer(client: Probe, fixtures: Fixtures, listener: Listener): Tracer {
  const written = (path: string, reply: Reply) => {
    listener.reply({ ...reply, path });
    return reply;
  };
  return {
    fixtures,
    probe: client,
    post: async (path, body, manner) => written(path, await client.post(path, body, manner)),
    get: async (path, roles = {}, manner = {}) => written(path, await client.get(path, roles, manner)),
    note: listener.note,
  };
}

const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/"20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)"/g, '"<time>"'],
  [/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"/g, '"<local time>"'],
  [/\b1\d{12}\b/g, "<milliseconds>"],
  [/\b1\d{9}\b/g, "<seconds>"],
  [/http:\/\/127\.0\.0\.1:[^"]*/g, "<url>"],
  [/("x-object-token"[^"]*")[^"]*/g, "$1<token>"],
  [/"~[^"]*"/g, '"<cursor>"'],
];

function cleansed(text: string): string {
  return CHANGING.reduce((left, [pattern, mark]) => left.replace(pattern, mark), text);
}

/** Long enough for what an independent server does in the background without a lag. */
export function pause(milliseconds = 8): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
