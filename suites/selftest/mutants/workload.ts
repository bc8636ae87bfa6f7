import * as fc from "fast-check";
import {
  boundaryCasesOf,
  disputedCasesOf,
  invalidCasesOf,
  MissingReference,
  type RequestInput,
  resolveReferences,
  toWire,
  validRequests,
} from "../../../generators/index.ts";
import type { ApiDocument, Operation } from "../../../spec/document/model.ts";
import type { ReferenceKind } from "../../../spec/family.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { type BodyText, bodyText } from "./body-text.ts";
import { invalidAuthorization } from "./credentials.ts";
import { withUnusualValue } from "./fuzzed-values.ts";
import { createObservedValues, fixtureIds, type ObservedValues } from "./observed-values.ts";
import { createRandomChoices } from "./random-choices.ts";
import { createUsefulRequests } from "./useful-requests.ts";
import { contentOf } from "./varied-files.ts";

/** One request of the workload, ready to be sent. */
export interface WorkloadRequest {
  readonly method: string;
  /** Path and query, or a complete URL for a presigned one. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Time that passes on the server's clock before it is sent, in milliseconds. */
  readonly pauseMs: number;
}

/**
 * A long run of random valid and invalid traffic: `next` returns a request, `learn` receives the response of a
 * successful one.
 */
export interface Workload {
  next(): WorkloadRequest;
  learn(body: Json): void;
}

/** Requests of each operation that are drawn once, to choose from. */
const POOL = 60;
/** Shares of the traffic. */
const SHARES = {
  invalid: 0.08,
  atBounds: 0.1,
  disputed: 0.03,
  unusual: 0.14,
  /** The members of two requests in one, since some inputs exclude each other. */
  joined: 0.05,
  unknownId: 0.03,
  foreignId: 0.03,
  noKey: 0.02,
  invalidKey: 0.03,
  /** Follow-ups of a response: the next page, the bytes of a file, a read of a written resource. */
  follow: 0.5,
  /** The last request again, or an earlier one. */
  again: 0.06,
  earlier: 0.05,
  /** Requests sent right after the previous one, one or the first of several of one operation. */
  atOnce: 0.15,
  burst: 0.05,
  /** For presigned URLs, in addition to the use of the unchanged URL. */
  tampered: 0.15,
  varied: 0.85,
  ownChannel: 0.8,
  /** Changes of created resources, and reads of written ones. */
  move: 0.3,
  look: 0.4,
};
/** Shares of the callers with another key than the target's own. */
const CALLERS = { otherAgent: 0.33, otherWorkspace: 0.08, exhaustedPlan: 0.09, smallPlan: 0.05 };
/** The most pending follow-ups, so that they do not displace other requests. */
const MAX_FOLLOWING = 20;
/** Concurrent requests of one operation. */
const BURST = 3;
/** Milliseconds before a request, and before a concurrent one. */
const PAUSE_MS = { usual: 40, atOnce: 4 };
/** Earlier requests that may be sent once more. */
const REMEMBERED = 30;

/** All requests that can be drawn before the first response: the same for every workload over a document. */
export interface RequestPools {
  readonly document: ApiDocument;
  readonly operations: readonly Operation[];
  readonly valid: ReadonlyMap<string, readonly RequestInput[]>;
  readonly invalid: ReadonlyMap<string, readonly RequestInput[]>;
  /** Requests at the bounds of what is valid. */
  readonly atBounds: ReadonlyMap<string, readonly RequestInput[]>;
  /** Requests on whose validity readings differ. */
  readonly disputed: ReadonlyMap<string, readonly RequestInput[]>;
}

/** Draws the pools; takes a second or two. */
export function requestPools(document: ApiDocument, seed: number): RequestPools {
  // Requests with every member find nearly nothing, and those without any test one thing only, so some of each are
  // drawn.
  const draw = (operation: Operation) =>
    (["none", "random", "random", "all"] as const).flatMap((presence) =>
      fc.sample(validRequests(document, operation, { presence }), { seed, numRuns: POOL }),
    );
  const { operations } = document;
  const each = (casesOf: (operation: Operation) => readonly { readonly input: RequestInput }[]) =>
    new Map(operations.map((operation) => [operation.id, casesOf(operation).map(({ input }) => input)]));
  return {
    document,
    operations,
    valid: new Map(operations.map((operation) => [operation.id, draw(operation)])),
    invalid: each((operation) => invalidCasesOf(document, operation)),
    atBounds: each((operation) => boundaryCasesOf(document, operation)),
    disputed: each((operation) => disputedCasesOf(document, operation)),
  };
}

/** A caller: its header, and the data that all keys of its workspace have seen. */
interface Caller {
  readonly authorization: string | null;
  readonly known: ObservedValues;
}

/** A sent request, or one that follows. */
type Step =
  | {
      readonly kind: "call";
      readonly operation: Operation;
      readonly input: RequestInput;
      readonly caller: Caller;
      readonly body: BodyText | null;
    }
  | {
      readonly kind: "bytes";
      readonly request: Omit<WorkloadRequest, "pauseMs">;
      readonly caller: Caller;
      readonly uploads: Uploaded | null;
    };

/** A file whose bytes are being uploaded. */
interface Uploaded {
  readonly id: string;
  readonly channel: string;
}

/**
 * Creates a workload over the server of a target file. It uses the document and the fixtures, and no rule of the
 * suite.
 */
export function createWorkload(pools: RequestPools, target: TargetFile, seed: number): Workload {
  const chance = createRandomChoices(seed);
  const vary = createUsefulRequests(chance);
  const callers = callersOf(target, (fixtures) => createObservedValues(chance, fixtures));
  const own = callers.own.known;
  const weighted = pools.operations.flatMap((operation) => Array<Operation>(weightOf(operation)).fill(operation));
  const reads = weighted.filter(({ effect }) => effect === "read");
  const changes = weighted.filter(({ effect }) => effect === "change");
  const following: Step[] = [];
  const earlier: Step[] = [];
  let last: Step | null = null;
  let burst = { left: 0, operation: null as Operation | null };

  function caller(): Caller {
    if (chance.happens(SHARES.noKey)) return { authorization: null, known: own };
    const { key, known } = callers.further.find(({ share }) => chance.happens(share)) ?? callers.own;
    const isInvalid = chance.happens(SHARES.invalidKey);
    return { authorization: isInvalid ? invalidAuthorization(key, chance) : `Bearer ${key}`, known };
  }

  /** Returns an id for a reference, mostly of the caller's workspace; undefined if none of the kind is known. */
  function idFor({ known }: Caller, kind: ReferenceKind): string | undefined {
    if (chance.happens(SHARES.unknownId)) return unknownId(known.id(kind));
    const foreign = known === own ? (chance.pick(callers.further)?.known ?? own) : own;
    return (chance.happens(SHARES.foreignId) ? foreign.id(kind) : null) ?? known.id(kind) ?? undefined;
  }

  /**
   * Returns the request with ids: optional members without a known id are left out; required ones get an unknown one.
   */
  function resolved(operation: Operation, input: RequestInput, who: Caller): RequestInput {
    const ids = (otherwise?: string) =>
      resolveReferences(pools.document, operation, input, (kind) => idFor(who, kind) ?? otherwise);
    try {
      return ids();
    } catch (error) {
      if (error instanceof MissingReference) return ids(unknownId(null));
      throw error;
    }
  }

  /** Returns an id that does not exist: in the form of others, or in none. */
  function unknownId(known: string | null): string {
    const number = String(chance.below(1000)).padStart(3, "0");
    return known !== null && known.length > 8 && chance.happens(0.5)
      ? known.slice(0, -3) + number
      : `unknown-${number}`;
  }

  /** Returns the request with the channel of a resource that it names, mostly. */
  function inOwnChannel(input: RequestInput, { known }: Caller): RequestInput {
    const { parameters, body } = input;
    const given = [...Object.values(parameters), ...Object.values(asObject(body ?? null))].flat();
    const channel = given.flatMap((id) => (typeof id === "string" ? (known.channelOf(id) ?? []) : []))[0];
    if (channel === undefined || !chance.happens(SHARES.ownChannel)) return input;
    const role = ["channel", "channelId"].find((name) => name in parameters);
    const named = role === undefined ? parameters : { ...parameters, [role]: channel };
    return {
      ...input,
      parameters: named,
      body: isObject(body) && "channelId" in body ? { ...body, channelId: channel } : body,
    };
  }

  function drawn(operations = weighted): Step {
    const operation = chance.pick(operations) as Operation;
    const valid = pools.valid.get(operation.id) ?? [];
    const kind = (["invalid", "atBounds", "disputed"] as const).find((one) => chance.happens(SHARES[one]));
    const input = (chance.pick((kind && pools[kind].get(operation.id)) ?? valid) ?? chance.pick(valid)) as RequestInput;
    const who = caller();
    const drawnInput = chance.happens(SHARES.joined) ? joined(input, chance.pick(valid) ?? input) : input;
    const varied =
      kind === undefined && chance.happens(SHARES.varied) ? vary(drawnInput, operation, who.known) : drawnInput;
    const changed = chance.happens(SHARES.unusual) ? withUnusualValue(varied, operation, chance) : varied;
    const sent = inOwnChannel(resolved(operation, changed, who), who);
    return {
      kind: "call",
      operation,
      input: sent,
      caller: who,
      body: sent.body === undefined ? null : bodyText(sent.body, chance),
    };
  }

  function step(): Step {
    if (burst.left > 0 && burst.operation !== null) {
      burst = { ...burst, left: burst.left - 1 };
      return drawn([burst.operation as Operation]);
    }
    const follows = chance.happens(SHARES.follow) ? following.shift() : undefined;
    if (follows !== undefined) return follows;
    if (last !== null && chance.happens(SHARES.again)) return last;
    return (chance.happens(SHARES.earlier) ? chance.pick(earlier) : null) ?? drawn();
  }

  return {
    next() {
      const isAtOnce = burst.left > 0 || chance.happens(SHARES.atOnce);
      last = step();
      if (last.kind === "call" && chance.happens(SHARES.burst)) burst = { left: BURST - 1, operation: last.operation };
      if (earlier.length < REMEMBERED) earlier.push(last);
      else earlier[chance.below(REMEMBERED)] = last;
      const pauseMs = isAtOnce ? PAUSE_MS.atOnce : PAUSE_MS.usual;
      return { ...(last.kind === "bytes" ? last.request : onWire(last)), pauseMs };
    },
    learn(body) {
      const data = asObject(body).data ?? null;
      if (last === null) return;
      last.caller.known.note(data);
      if (last.kind === "bytes") {
        if (last.uploads !== null) last.caller.known.add("attachment", last.uploads.id, last.uploads.channel);
        return;
      }
      following.push(...followUps(last, asObject(data), chance.happens(SHARES.tampered)));
      if (last.operation.effect === "create" && chance.happens(SHARES.move)) following.push(drawn(changes));
      if (last.operation.effect !== "read" && chance.happens(SHARES.look)) following.push(drawn(reads));
      following.splice(0, following.length - MAX_FOLLOWING);
    },
  };
}

/** Returns a request with the members of two requests of one operation. */
function joined(one: RequestInput, other: RequestInput): RequestInput {
  const both = isObject(one.body) && isObject(other.body) ? { ...other.body, ...one.body } : one.body;
  return { ...one, parameters: { ...other.parameters, ...one.parameters }, body: both };
}

/** Operations that take more are called more often: there is more to vary. */
function weightOf({ parameters, body }: Operation): number {
  return 4 + parameters.length + Object.keys(body?.members ?? {}).length;
}

/** Returns the callers of all keys in the target file, with the known data of their workspaces. */
function callersOf(target: TargetFile, know: (ids: ReturnType<typeof fixtureIds>) => ObservedValues) {
  const own = { key: target.apiKey, known: know(fixtureIds(target)) };
  const { otherAgent, otherWorkspace, exhaustedPlan, smallPlan } = target.fixtures ?? {};
  const elsewhere = ({ channel, scope }: { readonly channel?: string; readonly scope?: string }) =>
    know(
      new Map([
        ["channel", channel === undefined ? [] : [channel]],
        ["scope", scope === undefined ? [] : [scope]],
      ]),
    );
  const further = [
    { share: CALLERS.otherAgent, key: otherAgent?.apiKey, known: own.known },
    { share: CALLERS.otherWorkspace, key: otherWorkspace?.apiKey, known: elsewhere(otherWorkspace ?? {}) },
    { share: CALLERS.exhaustedPlan, key: exhaustedPlan?.apiKey, known: elsewhere(exhaustedPlan ?? {}) },
    { share: CALLERS.smallPlan, key: smallPlan?.apiKey, known: elsewhere({}) },
  ].flatMap(({ key, ...rest }) => (key === undefined ? [] : [{ key, ...rest }]));
  return { own, further };
}

/**
 * Returns the requests that a response leads to: the next page, those before and after a message, and the bytes of a
 * file.
 */
function followUps(
  { caller, ...sent }: Extract<Step, { kind: "call" }>,
  data: JsonObject,
  isTampered: boolean,
): Step[] {
  const page = (role: string, value: Json | undefined): Step[] => {
    const takes = sent.operation.parameters.some((parameter) => parameter.role === role);
    if (!takes || typeof value !== "string") return [];
    const { before, after, ...parameters } = sent.input.parameters;
    return [{ ...sent, caller, input: { ...sent.input, parameters: { ...parameters, [role]: value } } }];
  };
  const bytes = (method: string, url: Json | undefined, content: Buffer | null, uploads: Uploaded | null): Step[] => {
    if (typeof url !== "string") return [];
    const headers = Object.entries(asObject(data.headers ?? {})).map(([name, value]) => [name, String(value)]);
    const request = { method, url, headers: Object.fromEntries(headers), body: content };
    return [{ kind: "bytes", request, caller, uploads }];
  };
  const isPage = "before" in sent.input.parameters || "after" in sent.input.parameters;
  const messages = Array.isArray(data.messages) && !isPage ? data.messages.map((one) => asObject(one).id) : [];
  const announced = asObject(sent.input.body ?? null);
  const size = Number(announced.sizeBytes ?? 0);
  return [
    ...page("cursor", data.nextCursor),
    ...page("before", messages[messages.length >> 1]),
    ...page("after", messages[messages.length >> 1]),
    ...bytes("PUT", data.uploadUrl, contentOf(size), {
      id: String(data.attachmentId),
      channel: String(announced.channelId),
    }),
    ...bytes("GET", data.signedUrl, null, null),
    ...(isTampered ? bytes("GET", tampered(data.signedUrl), null, null) : []),
  ];
}

/** Returns a URL with another last character, which is in its signature. */
function tampered(url: Json | undefined): Json | undefined {
  return typeof url === "string" ? url.replace(/.$/, (last) => (last === "0" ? "1" : "0")) : url;
}

function onWire({ operation, input, caller: { authorization }, body }: Extract<Step, { kind: "call" }>) {
  const { query, headers } = toWire(operation, input);
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return {
    method: operation.method,
    url: text === "" ? operation.path : `${operation.path}?${text}`,
    headers: {
      ...headers,
      ...(authorization === null ? {} : { authorization }),
      ...(body === null ? {} : { "content-type": body.contentType }),
    },
    body: body?.text ?? null,
  };
}
