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
import { asObject, isObject, type Json } from "../../../spec/json.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { createChance } from "./chance.ts";

/** One request of the workload, ready to be sent. */
export interface WorkloadRequest {
  readonly method: string;
  /** Path and query, or a whole URL for a presigned one. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A long run of random valid and invalid traffic: `next` gives a request, `learn` takes what came back. */
export interface Workload {
  next(): WorkloadRequest;
  learn(body: Json): void;
}

/** Requests of each operation that are drawn once, to choose from. */
const POOL = 60;
/** Shares of the traffic. */
const SHARES = { invalid: 0.12, unknownId: 0.05, otherCaller: 0.35, noKey: 0.02, follow: 0.25, knownWord: 0.6 };

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

/** A workload over a server that a target file describes. Knows the document and its fixtures, and no rule of the suite. */
export function createWorkload(pools: RequestPools, { fixtures = {}, apiKey }: TargetFile, seed: number): Workload {
  const chance = createChance(seed);
  const known = knownIds(fixtures);
  const words: string[] = [];
  const cursors: string[] = [];
  const uploads: WorkloadRequest[] = [];
  const keys = [fixtures.otherAgent?.apiKey, fixtures.otherWorkspace?.apiKey].flatMap((key) => key ?? []);

  function idOf(kind: ReferenceKind): string {
    const ids = known.get(kind) ?? [];
    if (ids.length === 0 || chance.happens(SHARES.unknownId)) return `unknown-${chance.below(1000)}`;
    // What was created last is asked for most: a workload that only looks at old things sees no change.
    return (chance.happens(0.5) ? ids.at(-1 - chance.below(Math.min(5, ids.length))) : chance.pick(ids)) ?? "unknown";
  }

  function searching(operation: Operation, input: RequestInput): RequestInput {
    const parameters = { ...input.parameters };
    for (const role of ["text", "query"]) {
      if (typeof parameters[role] === "string" && chance.happens(SHARES.knownWord))
        parameters[role] = chance.pick(words) ?? "word";
    }
    if (operation.id === "search-memories" && cursors.length > 0 && chance.happens(0.2))
      parameters.cursor = chance.pick(cursors) ?? "";
    const body =
      isObject(input.body) && typeof input.body.query === "string" && chance.happens(SHARES.knownWord)
        ? { ...input.body, query: chance.pick(words) ?? "word" }
        : input.body;
    return { ...input, parameters, body };
  }

  return {
    next() {
      const upload = chance.happens(SHARES.follow) ? uploads.shift() : undefined;
      if (upload !== undefined) return upload;
      const operation = chance.pick(pools.operations) as Operation;
      const from = chance.happens(SHARES.invalid) ? pools.invalid : pools.valid;
      const drawn = chance.pick(from.get(operation.id) ?? []) ?? chance.pick(pools.valid.get(operation.id) ?? []);
      const named = resolveReferences(pools.document, operation, drawn as RequestInput, idOf);
      const input = searching(operation, named);
      const key = keys.length > 0 && chance.happens(SHARES.otherCaller) ? (chance.pick(keys) ?? apiKey) : apiKey;
      return onWire(operation, input, chance.happens(SHARES.noKey) ? null : key);
    },
    learn(body) {
      for (const { kind, id } of idsIn(asObject(body).data ?? null)) remember(known, kind, id);
      learnMore(asObject(asObject(body).data ?? {}), words, cursors, uploads);
    },
  };
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

function knownIds(fixtures: NonNullable<TargetFile["fixtures"]>): Map<ReferenceKind, string[]> {
  const {
    memberChannel,
    secondMemberChannel,
    foreignChannel,
    agent,
    scope,
    secondScope,
    unreadableScope,
    seedMemory,
    user,
  } = fixtures;
  const { otherAgent, challengeTokens = [], tasks = {}, memories = {}, attachments = {} } = fixtures;
  const some = (...ids: readonly unknown[]) => ids.filter((id): id is string => typeof id === "string");
  return new Map<ReferenceKind, string[]>([
    ["channel", some(memberChannel, memberChannel, secondMemberChannel, foreignChannel)],
    ["scope", some(scope, scope, secondScope, unreadableScope)],
    ["agent", some(agent?.id, otherAgent?.id, fixtures.ownedAgent)],
    ["identity", some(agent?.identityId)],
    ["user", some(user)],
    ["memory", some(seedMemory, ...Object.values(memories))],
    ["task", some(...Object.values(tasks))],
    ["attachment", some(attachments.foreign)],
    ["token", [...challengeTokens]],
    ["message", []],
  ]);
}

function remember(known: Map<ReferenceKind, string[]>, kind: ReferenceKind, id: string): void {
  const ids = known.get(kind) ?? [];
  if (!ids.includes(id)) known.set(kind, [...ids, id]);
}

/** Identifiers in a response, told apart by the members beside them. */
function idsIn(data: Json): { readonly kind: ReferenceKind; readonly id: string }[] {
  const items = Array.isArray(data) ? data : [data];
  return items.flatMap((item): { readonly kind: ReferenceKind; readonly id: string }[] => {
    if (!isObject(item)) return [];
    if (typeof item.attachmentId === "string") return [{ kind: "attachment", id: item.attachmentId }];
    if (typeof item.id !== "string")
      return Object.values(item).flatMap((inner) => (Array.isArray(inner) ? idsIn(inner) : []));
    if ("priority" in item) return [{ kind: "task", id: item.id }];
    if ("channelId" in item && "senderId" in item) return [{ kind: "message", id: item.id }];
    return "content_hash" in item ? [{ kind: "memory", id: item.id }] : [];
  });
}

/** Words to search for, cursors to follow, and bytes to upload and fetch, as a response names them. */
function learnMore(data: Record<string, Json>, words: string[], cursors: string[], uploads: WorkloadRequest[]): void {
  for (const text of [data.title, data.content, data.description, data.identifier]) {
    if (typeof text === "string") words.push(...(text.match(/[\p{L}\p{N}-]{3,}/gu) ?? []).slice(0, 3));
  }
  if (typeof data.nextCursor === "string") cursors.push(data.nextCursor);
  if (typeof data.uploadUrl === "string") {
    const headers = Object.fromEntries(
      Object.entries(asObject(data.headers ?? {})).map(([name, value]) => [name, String(value)]),
    );
    uploads.push({ method: "PUT", url: data.uploadUrl, headers, body: "some bytes" });
  }
  if (typeof data.signedUrl === "string") uploads.push({ method: "GET", url: data.signedUrl, headers: {}, body: null });
}
