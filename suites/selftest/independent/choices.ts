import type { Prng } from "./prng.ts";

/**
 * The server's behaviour at the open points of the contract. Each value differs from the reference fake's; a seed
 * chooses among the other readings, so that every seed is another correct server.
 */
export type Choices = ReturnType<typeof drawChoices>;

/** Values that replace drawn ones, group by group. */
export type Forced = { readonly [Group in keyof Choices]?: Partial<Choices[Group]> };

type Names = Record<string, Record<string, string>>;

/** Further options of the draw, in addition to open points. */
export interface DrawOptions {
  /** Also other readings of what the contract only implies: the server then breaks some SHOULD, but no MUST. */
  readonly liberties?: boolean;
  /** Also behaviour under traffic: rate limits, replicas, pages of five, readings for some calls only. */
  readonly traffic?: boolean;
}

/** Draws one reading of every open point. */
export function drawChoices(prng: Prng, { liberties = false, traffic = false }: DrawOptions = {}) {
  return {
    http: drawHttp(prng),
    refusals: drawRefusals(prng),
    input: drawInput(prng),
    names: drawNames(prng),
    tasks: drawTasks(prng),
    messages: drawMessages(prng),
    files: drawFiles(prng),
    memories: drawMemories(prng),
    recall: drawRecall(prng),
    orientation: drawOrientation(prng),
    world: drawWorld(prng),
    liberties: drawLiberties(prng, liberties ? 0.5 : 0),
    turns: drawTurns(prng),
    traffic: traffic ? drawTraffic(prng) : QUIET,
  };
}

/** Returns the drawn choices with some of them replaced. */
export function force(choices: Choices, forced: Forced): Choices {
  const entries = Object.entries(choices).map(([group, drawn]) => [
    group,
    { ...drawn, ...forced[group as keyof Choices] },
  ]);
  return Object.fromEntries(entries) as Choices;
}

function drawHttp(prng: Prng) {
  return {
    /** Path before `/v1`. */
    prefix: prng.pick(["", "/backend", "/t/acme/api"]),
    trailingSlash: prng.chance(0.3),
    meta: prng.pick<"always" | "never" | "alternate">(["always", "never", "alternate", "alternate"]),
    pretty: prng.chance(0.4),
    /** Non-ASCII letters as \u escapes. */
    escaped: prng.chance(0.4),
    chunked: prng.chance(0.5),
    /** The number of responses after which the connection is closed; 0 for never. */
    closesEvery: prng.pick([0, 9, 25]),
    contentType: prng.pick(["application/json", "application/json;charset=UTF-8", 'application/json; charset="utf-8"']),
    /** Microseconds to which the clock is cut before anything is stored or shown. */
    quantum: prng.pick([1, 1, 1000, 1_000_000]),
    /** Minutes east of UTC in which times are written. */
    offset: prng.pick([0, 120, -210, 345]),
    ids: prng.pick<"numeric" | "prefixed" | "relay">(["numeric", "prefixed", "relay"]),
  };
}

function drawTurns(prng: Prng) {
  return {
    /** The most milliseconds that a request waits before it is performed, so that concurrent ones run in any order. */
    waits: prng.pick([6, 0]),
  };
}

function drawRefusals(prng: Prng) {
  return {
    details: prng.chance(0.6),
    retryable: prng.pick<"absent" | "true" | "false">(["absent", "true", "false"]),
    hints: prng.chance(0.5),
    /** The status for resources hidden from the caller. */
    hidden: prng.pick([404, 404, 403]),
    /** The code of a 403 for a channel the caller is not a member of. */
    notMember: prng.pick(["permission_denied", "channel_not_member"]),
    /** The status for an identifier that this server cannot have created. */
    malformedId: prng.pick([400, 404]),
    sdkInvalid: prng.pick(["INVALID_PARAMS", "VALIDATION_ERROR"]),
    sdkDenied: prng.pick(["WORKSPACE_ACCESS_DENIED", "FORBIDDEN", "AUTH_SCOPE_DENIED"]),
    sdkUnauthenticated: prng.pick(["AUTH_TOKEN_MISSING", "AUTH_FAILED", "AUTH_001"]),
    plan: prng.pick([400, 409, 429, 404]),
    retryAfter: prng.pick<"seconds" | "date">(["seconds", "date"]),
  };
}

function drawInput(prng: Prng) {
  return {
    /** 12 and true are accepted as "12" and "true". */
    textFromScalar: prng.chance(0.5),
    /** "x" is accepted as ["x"] in a body. */
    listFromScalar: prng.chance(0.4),
    trims: prng.chance(0.6),
    normalises: prng.chance(0.5),
    /** Unit in which the length of a title is measured. */
    titleUnit: prng.pick<"utf16" | "grapheme">(["utf16", "grapheme"]),
    /** Longest description, content or reason, in UTF-16 units. */
    longText: prng.pick([4_000, 10_000, 65_536]),
    contentTypeMatters: prng.chance(0.5),
    emptyMeansAbsent: prng.chance(0.5),
    bodyBytes: prng.pick([200_000, 1_000_000]),
  };
}

function drawNames(prng: Prng): Names {
  const style = prng.pick<"kebab" | "filter" | "camel">(["kebab", "filter", "camel"]);
  const wire = (words: string) => {
    if (style === "kebab") return words.replaceAll(" ", "-");
    if (style === "filter") return `filter[${words.replaceAll(" ", "_")}]`;
    return words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  };
  const named = (words: Record<string, string>) =>
    Object.fromEntries(Object.entries(words).map(([role, name]) => [role, wire(name)]));
  return {
    "search-memories": named({
      kind: "memory kind",
      status: "memory status",
      text: "contains",
      tags: "tag",
      createdFrom: "created since",
      createdTo: "created until",
      scope: "in scope",
      cursor: "page token",
      limit: "page size",
    }),
    "list-tasks": named({
      status: "state",
      assigneeAgent: "assigned agent",
      assigneeUser: "assigned user",
      priority: "urgency",
      channel: "bound to",
      text: "matching",
      limit: "at most",
    }),
    "get-messages": named({ channel: "of channel", limit: "page size" }),
    "request-file-download": named({ channel: "in channel", attachment: "file" }),
    "verify-connection": named({ token: "challenge" }),
  };
}

function drawTasks(prng: Prng) {
  return {
    status: prng.pick(["triage", "backlog"]),
    priority: prng.pick(["low", "medium"]),
    releasedTo: prng.pick(["triage", "backlog", "todo"]),
    /** States other than done and cancelled in which block-task is rejected, and the status. */
    unblockable: prng.pick<readonly string[]>([["in_review"], ["blocked", "in_review"], ["triage", "blocked"]]),
    blockRefusal: prng.pick<"conflict" | "invalid" | "denied">(["invalid", "denied", "conflict"]),
    releaseRefusal: prng.pick<"denied" | "invalid" | "missing">(["denied", "invalid", "missing"]),
    firstVersion: prng.pick([0, 7]),
    step: prng.pick([1, 3]),
    order: prng.pick<"oldest" | "title" | "urgency">(["oldest", "title", "urgency"]),
    text: prng.pick<"substring" | "words">(["substring", "words"]),
    lagged: prng.chance(0.5),
    bothAssignees: prng.chance(0.5),
    unknownFilterId: prng.pick<"empty" | "missing">(["empty", "missing"]),
    prefix: prng.pick(["OPS", "t", "Acme_42"]),
    /** The name of the task in a card. */
    card: prng.pick<"id" | "identifier" | "title">(["id", "identifier", "title"]),
  };
}

function drawMessages(prng: Prng) {
  const overLargest = prng.pick<"clamp" | "refuse">(["clamp", "refuse"]);
  return {
    agentType: prng.pick(["bot", "AGENT", "service"]),
    systemType: prng.pick(["app", "workflow"]),
    defaultPage: prng.pick([8, 30, 50]),
    largestPage: overLargest === "clamp" ? prng.pick([10, 25, 200]) : prng.pick([20, 25, 60]),
    overLargest,
    /** The end of the channel in a page without a cursor. */
    firstPage: prng.pick<"newest" | "oldest">(["newest", "newest", "newest", "oldest"]),
    both: prng.pick<"refuse" | "between">(["refuse", "between"]),
    hiddenChannel: prng.pick<"refuse" | "empty">(["refuse", "empty"]),
    searchLargest: prng.pick([20, 50]),
    searchOver: prng.pick<"clamp" | "refuse">(["clamp", "refuse"]),
    terms: prng.pick<"all" | "any">(["all", "any"]),
    needsHuman: prng.pick<"true" | "reason" | "object">(["true", "reason", "object"]),
    ownMetadata: prng.chance(0.6),
  };
}

function drawFiles(prng: Prng) {
  return {
    largest: prng.pick([1_500_000, 5 * 1024 * 1024]),
    /** Images have their own limit. */
    largestImage: prng.pick([1_000_000, 0]),
    signature: prng.pick<"query" | "path">(["query", "path"]),
    stored: prng.pick([200, 201, 204]),
    /** A download URL works once. */
    oneShot: prng.chance(0.5),
    lifeSeconds: prng.pick([60, 3600]),
    refusal: prng.pick<"invalid" | "conflict">(["invalid", "conflict"]),
    needsMessage: prng.chance(0.5),
    parameters: prng.pick<"accept" | "refuse">(["accept", "refuse"]),
  };
}

function drawMemories(prng: Prng) {
  const days = prng.pick<readonly [number, number, number]>([
    [90, 7, 365],
    [365, 90, 7],
    [7, 365, 90],
    [90, 365, 7],
  ]);
  return {
    presets: { VOLATILE: days[0], ACTIVE: days[1], STABLE: days[2] } as Record<string, number>,
    defaultDays: prng.pick([0, 30]),
    lifetime: prng.pick<"seconds" | "instant">(["seconds", "instant"]),
    shortestTtl: prng.pick([1, 2, 3]),
    confidence: prng.pick([0.5, 0.8]),
    kind: prng.pick(["fact", "preference"]),
    /** 4 KB: 4,000 bytes of compact UTF-8, or 4,096 of a serializer that writes spaces and ASCII escapes. */
    size: prng.pick<"decimal" | "escaped">(["decimal", "escaped"]),
    order: prng.pick<"oldest" | "scattered">(["oldest", "scattered"]),
    fullPageCursor: prng.chance(0.5),
    cursorAlone: prng.chance(0.5),
    unknownScope: prng.pick<"denied" | "missing">(["denied", "missing"]),
    dateOnly: prng.chance(0.5),
    firstVersion: prng.pick([0, 3]),
    emptyMetadata: prng.chance(0.5),
  };
}

function drawRecall(prng: Prng) {
  return {
    defaultLimit: prng.pick([5, 12, 50]),
    defaultDepth: prng.pick([2, 3]),
    seedInHits: prng.chance(0.5),
    /** Contested and proposed memories are recalled. */
    unsettled: prng.chance(0.5),
    /** A walk continues through memories that it does not show. */
    bridges: prng.chance(0.5),
    edges: prng.pick<"inner" | "touching">(["inner", "touching"]),
    hiddenSeed: prng.pick<"refuse" | "empty">(["refuse", "empty"]),
    hiddenScope: prng.pick<"refuse" | "empty">(["refuse", "empty"]),
    depthWithQuery: prng.pick<"refuse" | "ignore">(["refuse", "ignore"]),
    noMessages: prng.pick<"absent" | "empty">(["absent", "empty"]),
    scoreParts: prng.chance(0.5),
    pagination: prng.chance(0.5),
    edgeStyle: prng.pick<"lower" | "camel">(["lower", "camel"]),
    derivedFrom: prng.pick(["invalid", "missing"] as const),
  };
}

function drawOrientation(prng: Prng) {
  return {
    decisions: prng.pick([3, 10]),
    otherIdentity: prng.pick<"missing" | "denied" | "own">(["missing", "denied", "own"]),
    hiddenScope: prng.pick<"denied" | "missing">(["denied", "missing"]),
    constraints: prng.pick<"none" | "preferences">(["none", "preferences"]),
    orgScope: prng.chance(0.7),
    failedToken: prng.pick<"missing" | "invalid" | "denied" | "conflict">(["missing", "invalid", "denied", "conflict"]),
    full: prng.chance(0.5),
  };
}

function drawWorld(prng: Prng) {
  return {
    /** The number of calls after which another user writes something. */
    noiseEvery: prng.pick([5, 11, 40]),
    lagMs: 150 + prng.below(150),
    otherAgentInMemberChannel: prng.chance(0.3),
    smallPlan: prng.pick([2, 3, 4]),
    scopeKinds: prng.pick<readonly [string, string]>([
      ["squad", "space"],
      ["PROJECT", "private"],
    ]),
    /** People react to each other's messages. */
    reactions: prng.chance(0.6),
  };
}

/** Calls on which the server reads those points that may vary otherwise than on the rest. */
export type Varying = "never" | "every-second-call" | "every-third-call" | "after-400-calls" | "reads" | "writes";

interface Traffic {
  /** Calls a second for each agent; 0 for no limit. */
  readonly rateLimit: number;
  /** The lag of each replica of an index, as a multiple of `world.lagMs`; they respond in turn. */
  readonly replicas: readonly number[];
  readonly pagesOfFive: boolean;
  readonly varying: Varying;
}

const QUIET: Traffic = { rateLimit: 0, replicas: [1], pagesOfFive: false, varying: "never" };

function drawTraffic(prng: Prng): Traffic {
  return {
    rateLimit: prng.pick([0, 0, 0, 50, 100]),
    replicas: prng.pick<readonly number[]>([[1], [1], [0, 1], [0, 4], [2, 0, 1]]),
    pagesOfFive: prng.chance(0.25),
    varying: prng.pick<Varying>([
      "never",
      "never",
      "every-second-call",
      "every-third-call",
      "after-400-calls",
      "reads",
      "writes",
    ]),
  };
}

/** Returns other readings of implied rules, each with a probability. */
function drawLiberties(prng: Prng, probability: number) {
  const taken = () => prng.chance(probability);
  return {
    /** Answers are declared as text. */
    plainContentType: taken(),
    /** docs is a hint for a human, no URL. */
    vagueDocs: taken(),
    /** The server rejects a very large body with 503. */
    overwhelmed: taken(),
    /** Everybody in the workspace may read every channel. */
    openChannels: taken(),
    /** A page after a message shows the newest messages. */
    newestAfter: taken(),
    noReplyCount: taken(),
    /** Only moves of status count as a new version. */
    fixedVersion: taken(),
    /** Any agent of the workspace may block any task. */
    openBlocking: taken(),
    /** Cards are posted for blocking and releasing, not for creating. */
    noCardAtCreation: taken(),
    /** A size of exactly maxBytes is rejected. */
    sizeBelowLimit: taken(),
    /** A new memory waits for consent. */
    proposed: taken(),
    /** Without a scope only the caller's first scope is searched. */
    oneScope: taken(),
    /** An expired memory is marked only once a month. */
    lateExpiry: taken(),
    /** Hits are in order of creation. */
    unordered: taken(),
    /** A walk shows neither its start nor edges that lead out of the hits. */
    bareWalk: taken(),
    noProvenance: taken(),
    /** Contested decisions count as current ones too. */
    contestedDecisions: taken(),
    /** Scopes that are accessible only by inheritance are left out of the membership. */
    thinMembership: taken(),
  };
}
