import type { Dice } from "./dice.ts";

/**
 * What this server does where the contract leaves a point open. Each value differs from what the reference fake
 * does there; a seed picks among the other readings, so that every seed is another correct server.
 */
export type Choices = ReturnType<typeof drawChoices>;

/** Values that replace drawn ones, group by group. */
export type Forced = { readonly [Group in keyof Choices]?: Partial<Choices[Group]> };

type Names = Record<string, Record<string, string>>;

/**
 * Draws one reading of every open point; with `liberties` also of what the contract only implies, so that the server
 * breaks some SHOULD and still no MUST.
 */
export function drawChoices(dice: Dice, liberties = false) {
  return {
    http: drawHttp(dice),
    refusals: drawRefusals(dice),
    input: drawInput(dice),
    names: drawNames(dice),
    tasks: drawTasks(dice),
    messages: drawMessages(dice),
    files: drawFiles(dice),
    memories: drawMemories(dice),
    recall: drawRecall(dice),
    orientation: drawOrientation(dice),
    world: drawWorld(dice),
    liberties: drawLiberties(dice, liberties ? 0.5 : 0),
    turns: drawTurns(dice),
  };
}

/** The drawn choices with some of them replaced. */
export function force(choices: Choices, forced: Forced): Choices {
  const entries = Object.entries(choices).map(([group, drawn]) => [
    group,
    { ...drawn, ...forced[group as keyof Choices] },
  ]);
  return Object.fromEntries(entries) as Choices;
}

function drawHttp(dice: Dice) {
  return {
    /** Path before `/v1`. */
    prefix: dice.pick(["", "/backend", "/t/acme/api"]),
    trailingSlash: dice.chance(0.3),
    meta: dice.pick<"always" | "never" | "alternate">(["always", "never", "alternate", "alternate"]),
    pretty: dice.chance(0.4),
    /** Non-ASCII letters as \u escapes. */
    escaped: dice.chance(0.4),
    chunked: dice.chance(0.5),
    /** Every how many answers the connection is closed; 0 never. */
    closesEvery: dice.pick([0, 9, 25]),
    contentType: dice.pick(["application/json", "application/json;charset=UTF-8", 'application/json; charset="utf-8"']),
    /** Microseconds to which the clock is cut before anything is stored or shown. */
    quantum: dice.pick([1, 1, 1000, 1_000_000]),
    /** Minutes east of UTC in which times are written. */
    offset: dice.pick([0, 120, -210, 345]),
    ids: dice.pick<"numeric" | "prefixed" | "relay">(["numeric", "prefixed", "relay"]),
  };
}

function drawTurns(dice: Dice) {
  return {
    /** So many milliseconds at most a request waits before it is performed: of several at once any may be the first. */
    waits: dice.pick([6, 0]),
  };
}

function drawRefusals(dice: Dice) {
  return {
    details: dice.chance(0.6),
    retryable: dice.pick<"absent" | "true" | "false">(["absent", "true", "false"]),
    hints: dice.chance(0.5),
    /** What is hidden from the caller. */
    hidden: dice.pick([404, 404, 403]),
    /** The code of a 403 for a channel the caller is no member of. */
    notMember: dice.pick(["permission_denied", "channel_not_member"]),
    /** An identifier that this server could never have given out. */
    malformedId: dice.pick([400, 404]),
    sdkInvalid: dice.pick(["INVALID_PARAMS", "VALIDATION_ERROR"]),
    sdkDenied: dice.pick(["WORKSPACE_ACCESS_DENIED", "FORBIDDEN", "AUTH_SCOPE_DENIED"]),
    sdkUnauthenticated: dice.pick(["AUTH_TOKEN_MISSING", "AUTH_FAILED", "AUTH_001"]),
    plan: dice.pick([400, 409, 429, 404]),
    retryAfter: dice.pick<"seconds" | "date">(["seconds", "date"]),
  };
}

function drawInput(dice: Dice) {
  return {
    /** 12 and true are taken for "12" and "true". */
    textFromScalar: dice.chance(0.5),
    /** "x" is taken for ["x"] in a body. */
    listFromScalar: dice.chance(0.4),
    trims: dice.chance(0.6),
    normalises: dice.chance(0.5),
    /** Unit in which the length of a title is measured. */
    titleUnit: dice.pick<"utf16" | "grapheme">(["utf16", "grapheme"]),
    /** Longest description, content or reason, in UTF-16 units. */
    longText: dice.pick([4_000, 10_000, 65_536]),
    contentTypeMatters: dice.chance(0.5),
    emptyMeansAbsent: dice.chance(0.5),
    bodyBytes: dice.pick([200_000, 1_000_000]),
  };
}

function drawNames(dice: Dice): Names {
  const style = dice.pick<"kebab" | "filter" | "camel">(["kebab", "filter", "camel"]);
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

function drawTasks(dice: Dice) {
  return {
    status: dice.pick(["triage", "backlog"]),
    priority: dice.pick(["low", "medium"]),
    releasedTo: dice.pick(["triage", "backlog", "todo"]),
    /** States besides done and cancelled from which block-task is refused, and with which status. */
    unblockable: dice.pick<readonly string[]>([["in_review"], ["blocked", "in_review"], ["triage", "blocked"]]),
    blockRefusal: dice.pick<"conflict" | "invalid" | "denied">(["invalid", "denied", "conflict"]),
    releaseRefusal: dice.pick<"denied" | "invalid" | "missing">(["denied", "invalid", "missing"]),
    firstVersion: dice.pick([0, 7]),
    step: dice.pick([1, 3]),
    order: dice.pick<"oldest" | "title" | "urgency">(["oldest", "title", "urgency"]),
    text: dice.pick<"substring" | "words">(["substring", "words"]),
    lagged: dice.chance(0.5),
    bothAssignees: dice.chance(0.5),
    unknownFilterId: dice.pick<"empty" | "missing">(["empty", "missing"]),
    prefix: dice.pick(["OPS", "t", "Acme_42"]),
    /** How a card names its task. */
    card: dice.pick<"id" | "identifier" | "title">(["id", "identifier", "title"]),
  };
}

function drawMessages(dice: Dice) {
  const overLargest = dice.pick<"clamp" | "refuse">(["clamp", "refuse"]);
  return {
    agentType: dice.pick(["bot", "AGENT", "service"]),
    systemType: dice.pick(["app", "workflow"]),
    defaultPage: dice.pick([8, 30, 50]),
    largestPage: overLargest === "clamp" ? dice.pick([10, 25, 200]) : dice.pick([20, 25, 60]),
    overLargest,
    /** Which end of the channel a page without a cursor shows. */
    firstPage: dice.pick<"newest" | "oldest">(["newest", "newest", "newest", "oldest"]),
    both: dice.pick<"refuse" | "between">(["refuse", "between"]),
    hiddenChannel: dice.pick<"refuse" | "empty">(["refuse", "empty"]),
    searchLargest: dice.pick([20, 50]),
    searchOver: dice.pick<"clamp" | "refuse">(["clamp", "refuse"]),
    terms: dice.pick<"all" | "any">(["all", "any"]),
    needsHuman: dice.pick<"true" | "reason" | "object">(["true", "reason", "object"]),
    ownMetadata: dice.chance(0.6),
  };
}

function drawFiles(dice: Dice) {
  return {
    largest: dice.pick([1_500_000, 5 * 1024 * 1024]),
    /** Images have a limit of their own. */
    largestImage: dice.pick([1_000_000, 0]),
    signature: dice.pick<"query" | "path">(["query", "path"]),
    stored: dice.pick([200, 201, 204]),
    /** A download URL works once. */
    oneShot: dice.chance(0.5),
    lifeSeconds: dice.pick([60, 3600]),
    refusal: dice.pick<"invalid" | "conflict">(["invalid", "conflict"]),
    needsMessage: dice.chance(0.5),
    parameters: dice.pick<"accept" | "refuse">(["accept", "refuse"]),
  };
}

function drawMemories(dice: Dice) {
  const days = dice.pick<readonly [number, number, number]>([
    [90, 7, 365],
    [365, 90, 7],
    [7, 365, 90],
    [90, 365, 7],
  ]);
  return {
    presets: { VOLATILE: days[0], ACTIVE: days[1], STABLE: days[2] } as Record<string, number>,
    defaultDays: dice.pick([0, 30]),
    lifetime: dice.pick<"seconds" | "instant">(["seconds", "instant"]),
    shortestTtl: dice.pick([1, 2, 3]),
    confidence: dice.pick([0.5, 0.8]),
    kind: dice.pick(["fact", "preference"]),
    /** 4 KB: 4,000 bytes of compact UTF-8, or 4,096 of a serializer that writes spaces and ASCII escapes. */
    size: dice.pick<"decimal" | "escaped">(["decimal", "escaped"]),
    order: dice.pick<"oldest" | "scattered">(["oldest", "scattered"]),
    fullPageCursor: dice.chance(0.5),
    cursorAlone: dice.chance(0.5),
    unknownScope: dice.pick<"denied" | "missing">(["denied", "missing"]),
    dateOnly: dice.chance(0.5),
    firstVersion: dice.pick([0, 3]),
    emptyMetadata: dice.chance(0.5),
  };
}

function drawRecall(dice: Dice) {
  return {
    defaultLimit: dice.pick([5, 12, 50]),
    defaultDepth: dice.pick([2, 3]),
    seedInHits: dice.chance(0.5),
    /** Contested and proposed memories are recalled. */
    unsettled: dice.chance(0.5),
    /** A walk goes through memories that it does not show. */
    bridges: dice.chance(0.5),
    edges: dice.pick<"inner" | "touching">(["inner", "touching"]),
    hiddenSeed: dice.pick<"refuse" | "empty">(["refuse", "empty"]),
    hiddenScope: dice.pick<"refuse" | "empty">(["refuse", "empty"]),
    depthWithQuery: dice.pick<"refuse" | "ignore">(["refuse", "ignore"]),
    noMessages: dice.pick<"absent" | "empty">(["absent", "empty"]),
    scoreParts: dice.chance(0.5),
    pagination: dice.chance(0.5),
    edgeStyle: dice.pick<"lower" | "camel">(["lower", "camel"]),
    derivedFrom: dice.pick(["invalid", "missing"] as const),
  };
}

function drawOrientation(dice: Dice) {
  return {
    decisions: dice.pick([3, 10]),
    otherIdentity: dice.pick<"missing" | "denied" | "own">(["missing", "denied", "own"]),
    hiddenScope: dice.pick<"denied" | "missing">(["denied", "missing"]),
    constraints: dice.pick<"none" | "preferences">(["none", "preferences"]),
    orgScope: dice.chance(0.7),
    failedToken: dice.pick<"missing" | "invalid" | "denied" | "conflict">(["missing", "invalid", "denied", "conflict"]),
    full: dice.chance(0.5),
  };
}

function drawWorld(dice: Dice) {
  return {
    /** Every how many calls somebody else writes something. */
    noiseEvery: dice.pick([5, 11, 40]),
    lagMs: 150 + dice.below(150),
    otherAgentInMemberChannel: dice.chance(0.3),
    smallPlan: dice.pick([2, 3, 4]),
    scopeKinds: dice.pick<readonly [string, string]>([
      ["squad", "space"],
      ["PROJECT", "private"],
    ]),
    /** People react to each other's messages. */
    reactions: dice.chance(0.6),
  };
}

/** Readings of what is implied and not stated, each taken with a probability. */
function drawLiberties(dice: Dice, probability: number) {
  const taken = () => dice.chance(probability);
  return {
    /** Answers are declared as text. */
    plainContentType: taken(),
    /** docs is a hint for a human, no URL. */
    vagueDocs: taken(),
    /** A very large body is more than the server can take: 503. */
    overwhelmed: taken(),
    /** Everybody in the workspace may read every channel. */
    openChannels: taken(),
    /** A page after a message shows the newest messages. */
    newestAfter: taken(),
    noReplyCount: taken(),
    /** Only moves of status count as a new version. */
    fixedVersion: taken(),
    /** Whoever is in the workspace may block any task. */
    openBlocking: taken(),
    /** Cards are posted for blocking and releasing, not for creating. */
    noCardAtCreation: taken(),
    /** A size of exactly maxBytes is too much. */
    sizeBelowLimit: taken(),
    /** A new memory waits for somebody's consent. */
    proposed: taken(),
    /** Without a scope only the caller's first scope is searched. */
    oneScope: taken(),
    /** A memory whose time is over is only marked once a month. */
    lateExpiry: taken(),
    /** Hits stand in the order of their making. */
    unordered: taken(),
    /** A walk shows neither its start nor edges that lead out of the hits. */
    bareWalk: taken(),
    noProvenance: taken(),
    /** Contested decisions count as current ones too. */
    contestedDecisions: taken(),
    /** Scopes that are reached by inheritance only are left out of the membership. */
    thinMembership: taken(),
  };
}
