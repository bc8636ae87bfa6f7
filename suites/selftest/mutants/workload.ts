import * as fc from "fast-check";
import {
  invalidRequests,
  type RequestInput,
  resolveReferences,
  toWire,
  validRequests,
} from "../../../generators/index.ts";
import type { ApiDocument, Operation } from "../../../spec/document/model.ts";
import type { ReferenceKind } from "../../../spec/family.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { createChance } from "./chance.ts";
import { createKnown, fixtureIds, type Known } from "./known.ts";

/** One request of the workload, ready to be sent. */
export interface WorkloadRequest {
  readonly method: string;
  /** Path and query, or a whole URL for a presigned one. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A long run of random valid and invalid traffic: `next` gives a request, `learn` takes what came back if it succeeded. */
export interface Workload {
  next(): WorkloadRequest;
  learn(body: Json): void;
}

/** Requests of each operation that are drawn once, to choose from. */
const POOL = 60;
/** Shares of the traffic. */
const SHARES = {
  invalid: 0.12,
  unknownId: 0.03,
  foreignId: 0.03,
  otherAgent: 0.3,
  otherWorkspace: 0.06,
  noKey: 0.02,
  /** Of what follows from a response: the next page, the bytes of a file. */
  follow: 0.5,
  again: 0.05,
  knownWord: 0.6,
  smallFile: 0.8,
};
/** What still has to follow, at the most: of a workload that only follows nothing else is seen. */
const MOST_FOLLOWING = 20;
const SMALL_FILE = 300;

/** Everything that can be drawn before the first response is there: the same for every workload over a document. */
export interface RequestPools {
  readonly document: ApiDocument;
  readonly operations: readonly Operation[];
  readonly valid: ReadonlyMap<string, readonly RequestInput[]>;
  readonly invalid: ReadonlyMap<string, readonly RequestInput[]>;
}

/** Draws the pools; takes a second or two. */
export function requestPools(document: ApiDocument, seed: number): RequestPools {
  // Requests with every member find next to nothing, and those without any look at one thing only: some of each.
  const draw = (operation: Operation) =>
    (["none", "random", "random", "all"] as const).flatMap((presence) =>
      fc.sample(validRequests(document, operation, { presence }), { seed, numRuns: POOL }),
    );
  const { operations } = document;
  return {
    document,
    operations,
    valid: new Map(operations.map((one) => [one.id, draw(one)])),
    invalid: new Map(operations.map((one) => [one.id, invalidRequests(document, one).map(({ input }) => input)])),
  };
}

/** Somebody who calls: the key, and what everybody with a key to that workspace has seen. */
interface Caller {
  readonly key: string | null;
  readonly known: Known;
}

/** A request that was sent, or is to follow. */
type Step =
  | { readonly kind: "call"; readonly operation: Operation; readonly input: RequestInput; readonly caller: Caller }
  | {
      readonly kind: "bytes";
      readonly request: WorkloadRequest;
      readonly caller: Caller;
      readonly uploads: string | null;
    };

/** A workload over a server that a target file describes. Knows the document and its fixtures, and no rule of the suite. */
export function createWorkload(pools: RequestPools, target: TargetFile, seed: number): Workload {
  const { otherAgent, otherWorkspace } = target.fixtures ?? {};
  const chance = createChance(seed);
  const own = createKnown(chance, fixtureIds(target));
  const others = createKnown(chance, new Map());
  const following: Step[] = [];
  let last: Step | null = null;

  function caller(): Caller {
    if (chance.happens(SHARES.noKey)) return { key: null, known: own };
    if (otherWorkspace?.apiKey !== undefined && chance.happens(SHARES.otherWorkspace))
      return { key: otherWorkspace.apiKey, known: others };
    if (otherAgent?.apiKey !== undefined && chance.happens(SHARES.otherAgent))
      return { key: otherAgent.apiKey, known: own };
    return { key: target.apiKey, known: own };
  }

  function idFor({ known }: Caller, kind: ReferenceKind): string {
    if (chance.happens(SHARES.unknownId)) return `unknown-${chance.below(1000)}`;
    const foreign = known === own ? others : own;
    return (
      (chance.happens(SHARES.foreignId) ? foreign.id(kind) : null) ?? known.id(kind) ?? foreign.id(kind) ?? "unknown"
    );
  }

  /** Words that are somewhere to be found, and files that are soon sent. */
  function likelier({ parameters, body, ...rest }: RequestInput, { known }: Caller): RequestInput {
    const named = { ...parameters };
    for (const role of ["text", "query"])
      if (typeof named[role] === "string" && chance.happens(SHARES.knownWord)) named[role] = known.word();
    const members = isObject(body) ? { ...body } : body;
    if (isObject(members)) {
      if (typeof members.query === "string" && chance.happens(SHARES.knownWord)) members.query = known.word();
      if (typeof members.sizeBytes === "number" && members.sizeBytes > SMALL_FILE && chance.happens(SHARES.smallFile))
        members.sizeBytes = 1 + chance.below(SMALL_FILE);
    }
    return { ...rest, parameters: named, body: members };
  }

  function drawn(): Step {
    const operation = chance.pick(pools.operations) as Operation;
    const from = chance.happens(SHARES.invalid) ? pools.invalid : pools.valid;
    const input = chance.pick(from.get(operation.id) ?? []) ?? chance.pick(pools.valid.get(operation.id) ?? []);
    const who = caller();
    const named = resolveReferences(pools.document, operation, input as RequestInput, (kind) => idFor(who, kind));
    return { kind: "call", operation, input: likelier(named, who), caller: who };
  }

  function step(): Step {
    const follows = chance.happens(SHARES.follow) ? following.shift() : undefined;
    if (follows !== undefined) return follows;
    return last !== null && chance.happens(SHARES.again) ? last : drawn();
  }

  return {
    next() {
      last = step();
      return last.kind === "bytes" ? last.request : onWire(last.operation, last.input, last.caller.key);
    },
    learn(body) {
      const data = asObject(body).data ?? null;
      if (last === null) return;
      last.caller.known.note(data);
      if (last.kind === "call") following.push(...followUps(last, asObject(data)));
      else if (last.uploads !== null) last.caller.known.add("attachment", last.uploads);
      following.splice(0, following.length - MOST_FOLLOWING);
    },
  };
}

/** The next page, those before and after a message, and the bytes of a file: what a response leads to. */
function followUps({ caller, ...sent }: Extract<Step, { kind: "call" }>, data: JsonObject): Step[] {
  const page = (role: string, value: Json | undefined): Step[] => {
    const takes = sent.operation.parameters.some((one) => one.role === role);
    if (!takes || typeof value !== "string") return [];
    const { before, after, ...parameters } = sent.input.parameters;
    return [{ ...sent, caller, input: { ...sent.input, parameters: { ...parameters, [role]: value } } }];
  };
  const bytes = (method: string, url: Json | undefined, content: string | null, uploads: string | null): Step[] => {
    if (typeof url !== "string") return [];
    const headers = Object.entries(asObject(data.headers ?? {})).map(([name, value]) => [name, String(value)]);
    const request = { method, url, headers: Object.fromEntries(headers), body: content };
    return [{ kind: "bytes", request, caller, uploads }];
  };
  const isPage = "before" in sent.input.parameters || "after" in sent.input.parameters;
  const messages = Array.isArray(data.messages) && !isPage ? data.messages.map((one) => asObject(one).id) : [];
  const size = Number(asObject(sent.input.body ?? null).sizeBytes ?? 0);
  return [
    ...page("cursor", data.nextCursor),
    ...page("before", messages[messages.length >> 1]),
    ...page("after", messages[messages.length >> 1]),
    ...bytes("PUT", data.uploadUrl, "x".repeat(Math.min(size, SMALL_FILE)), String(data.attachmentId)),
    ...bytes("GET", data.signedUrl, null, null),
  ];
}

function onWire(operation: Operation, input: RequestInput, key: string | null): WorkloadRequest {
  const { query, headers } = toWire(operation, input);
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return {
    method: operation.method,
    url: text === "" ? operation.path : `${operation.path}?${text}`,
    headers: {
      ...headers,
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(input.body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: input.body === undefined ? null : JSON.stringify(input.body),
  };
}
