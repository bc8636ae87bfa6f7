import { asObject, isObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { cachedPerRun } from "../../engine/cases/cached-results.ts";
import { retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { absentId } from "../../models/absent-id.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectRejected, expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, requireResponse, valueAt } from "../../verifiers/read.ts";
import { asAdditional } from "../define-check.ts";
import { contentOf } from "../memories/claims.ts";
import { expectFound, largestLimit, pageOf, pageWithHits, skipEmptyPages } from "../memories/listing.ts";
import { SINCE, UNTIL } from "../memories/wide-filters.ts";
import { requireEventually } from "../preconditions.ts";
import { INCLUDE_ALL_STATUSES } from "../recall/min-similarity.ts";
import { recollectionOf } from "../recall/requests.ts";
import { expectNoMemoryOf, sendCursorToOtherWorkspace } from "./cross-workspace-cursors.ts";
import { checkMemoryAsSource, checkMessageAsSource } from "./cross-workspace-sources.ts";
import { searchExpiredMemory } from "./expired-memories.ts";
import { expectAccessRejected, expectNoLeak, mayExistInEachWorkspace } from "./leaks.ts";
import {
  type CrossWorkspaceAccess,
  inBothDirections,
  intruderOnOurs,
  mayBeIntrudersOwn,
  type SecretMemory,
  type Workspace,
  type Workspaces,
} from "./workspaces.ts";

const MESSAGE_SOURCE_FIELDS = {
  requirement: "isolation.recall-messages",
  operations: ["recall", "remember"],
  needs: ["channel"],
  intruderNeeds: ["scope"],
} as const;

const USED_CURSOR_FIELDS = {
  requirement: "isolation.search-memories",
  what: "a page of the caller, by its cursor",
  operations: ["search-memories"],
  needs: ["scope"],
} as const;

/** Memories of one workspace, requested from another. */
export function memoryIsolation(workspaces: Workspaces): Check[] {
  const needs = ["channel", "scope"] as const;
  return [
    ...inBothDirections(
      workspaces,
      { requirement: "isolation.search-memories", operations: ["search-memories"], needs },
      checkSearch,
    ),
    ...inBothDirections(
      workspaces,
      { requirement: "isolation.search-memories-scope", operations: ["search-memories"], needs: ["scope"] },
      checkScope,
    ),
    intruderOnOurs(
      workspaces,
      {
        requirement: "isolation.search-memories",
        what: "an expired memory",
        operations: ["search-memories", "remember"],
        needs,
      },
      searchExpiredMemory,
    ),
    ...asAdditional([
      ...inBothDirections(
        workspaces,
        {
          requirement: "isolation.search-memories",
          what: "the next page, by its cursor",
          operations: ["search-memories"],
          needs,
        },
        checkNextPage,
      ),
      ...inBothDirections(
        workspaces,
        {
          requirement: "isolation.recall-seed",
          what: "a memory, reached by a walk from a memory derived from it,",
          operations: ["recall", "remember"],
          needs,
          intruderNeeds: ["scope"],
        },
        checkMemoryAsSource,
      ),
    ]),
    { ...intruderOnOurs(workspaces, USED_CURSOR_FIELDS, sendCursorToOtherWorkspace), runsEarly: true },
    intruderOnOurs(workspaces, MESSAGE_SOURCE_FIELDS, checkMessageAsSource),
    ...inBothDirections(
      workspaces,
      { requirement: "isolation.recall-query", operations: ["recall"], needs },
      checkRecall,
    ),
    ...inBothDirections(workspaces, { requirement: "isolation.recall-seed", operations: ["recall"], needs }, checkWalk),
    ...inBothDirections(
      workspaces,
      {
        requirement: "isolation.remember-scope",
        operations: ["remember"],
        needs: ["scope"],
        intruderNeeds: ["channel"],
      },
      checkWrite,
    ),
    ...inBothDirections(
      workspaces,
      { requirement: "isolation.bootstrap-context", operations: ["bootstrap-context"], needs },
      checkBootstrap,
    ),
    intruderOnOurs(
      workspaces,
      { requirement: "isolation.verify-connection", operations: ["verify-connection"], needs: [] },
      checkToken,
    ),
  ];
}

function basicFilter({ status }: SecretMemory): JsonObject {
  return status === null ? {} : { status };
}

/** Returns the secret, once its own workspace finds it. */
async function findableSecret(check: CheckContext, owner: Workspace): Promise<SecretMemory> {
  const secret = await owner.memory(check);
  const parameters = { ...basicFilter(secret), text: secret.word };
  await requireEventually(check, "memories.remember.found", async () => {
    // With the same text as the intruder's search: a cached result must not be shared.
    const { hits } = await pageWithHits(check, parameters, owner.options);
    expectFound(hits, secret.id, "a memory is not found in its own workspace");
  });
  return secret;
}

/** Finds the secret once for all other checks. */
const findableSecretOnce = cachedPerRun(({ name }: Workspace) => name, findableSecret);

async function checkSearch(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const secret = await findableSecret(check, owner);
  const filter = basicFilter(secret);
  const inputs = [
    { ...filter, text: secret.word },
    filter,
    { ...filter, kind: "decision" },
    ...[SINCE, UNTIL].map((otherFilter) => ({ ...filter, kind: "decision", ...otherFilter })),
    { text: secret.word },
    { ...filter, tags: [secret.word] },
    // Each argument may have its own code path.
    ...[SINCE, UNTIL].map((otherFilter) => ({ ...filter, text: secret.word, ...otherFilter })),
    { ...filter, text: secret.word, ...largestLimit(check.context) },
    // All together; a small budget tries the first and the last of these.
    {
      ...filter,
      kind: "decision",
      ...SINCE,
      ...UNTIL,
      text: secret.word,
      tags: [secret.word],
      ...largestLimit(check.context),
    },
  ];
  await check.forEach(inputs, async (parameters, testCase) => {
    const exchange = await testCase.call("search-memories", { parameters }, intruder.options);
    expectNoLeak(testCase, exchange, secret, "a memory", [secret.word]);
    if (statusOf(exchange) !== 200) return;
    const page = await skipEmptyPages(testCase, parameters, pageOf(exchange), intruder.options);
    if (page.exchange !== exchange) expectNoLeak(testCase, page.exchange, secret, "a memory", [secret.word]);
  });
}

/** A cursor is valid only in the workspace that it was given in. */
async function checkNextPage(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const filter = { ...basicFilter(await findableSecret(check, owner)), limit: 1 };
  const first = await check.call("search-memories", { parameters: filter }, owner.options);
  requireAccepted(first, "memories.search.succeeds");
  const cursor = valueAt(first, "/data/nextCursor");
  if (typeof cursor !== "string") throw new NotApplicable("the search gave no cursor to carry to another workspace");
  const next = { ...filter, cursor };
  const own = await check.call("search-memories", { parameters: next }, owner.options);
  requireAccepted(own, "memories.search.walk");
  const exchange = await check.call("search-memories", { parameters: next }, intruder.options);
  check.asserted();
  expectNoMemoryOf(exchange, own);
}

async function checkScope(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { owner, intruder } = access;
  if (mayBeIntrudersOwn(access, "scope")) return checkOwnScope(check, access);
  const own = await check.call("search-memories", { parameters: { scope: owner.scope } }, owner.options);
  requireAccepted(own, "memories.search.succeeds");
  const exchange = await check.call("search-memories", { parameters: { scope: owner.scope } }, intruder.options);
  check.asserted();
  expectRejected(exchange, "a memory search in a scope of another workspace", [403, 404]);
}

/** The intruder may have a scope of that name; nothing of the owner may be found in it. */
async function checkOwnScope(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  if (owner.channel === "")
    throw new NotApplicable("without a channel there is no memory by which a scope could be recognised");
  const secret = await findableSecret(check, owner);
  const scope = { ...basicFilter(secret), scope: owner.scope };
  await check.forEach([scope, { ...scope, text: secret.word }], async (parameters, testCase) => {
    const exchange = await testCase.call("search-memories", { parameters }, intruder.options);
    expectNoLeak(testCase, exchange, secret, "a memory", [secret.word]);
  });
}

async function checkRecall(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const secret = await findableSecretOnce(check, owner);
  const query = secret.content;
  await requireEventually(check, "recall.finds", async () => {
    const exchange = await recallAs(check, owner, { query });
    requireAccepted(exchange, "recall.succeeds");
    const { hits } = recollectionOf(exchange);
    expectFound(hits, secret.id, "a memory is not found in its own workspace");
  });
  const bodies = [
    { query },
    { query: secret.word },
    { query, scope_id: owner.scope },
    { query, expand: ["provenance"] },
    { query, metadata_filter: { topic: secret.word } },
    { query, filters: { include_superseded: true } },
    { query, filters: { include_invalidated: true } },
    { query, filters: { include_expired: true } },
    { query, filters: { min_similarity: 0 } },
    { query, filters: { min_confidence: 0 } },
    { query, limit: 1 },
    // All together; a small budget tries the first and the last of these.
    {
      query,
      expand: ["provenance", "related"],
      metadata_filter: { topic: secret.word },
      filters: { ...INCLUDE_ALL_STATUSES, min_confidence: 0, min_similarity: 0 },
      limit: 5,
    },
  ];
  await check.forEach(bodies, async (body, testCase) => {
    expectNothingRecalled(testCase, await testCase.call("recall", { body }, intruder.options), secret, [body.query]);
  });
}

/** Recalls in a workspace, within its own scope if one must be named. */
async function recallAs(check: CheckContext, { scope, options }: Workspace, body: JsonObject): Promise<Exchange> {
  const exchange = await check.call("recall", { body }, options);
  if (statusOf(exchange) === 200 || scope === undefined) return exchange;
  return check.call("recall", { body: { ...body, scope_id: scope } }, options);
}

async function checkWalk(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const secret = await findableSecretOnce(check, owner);
  const depth = numberAt(fieldSchema(check.context.document, "recall", "depth"), "maximum");
  const body = { seed_id: secret.id, ...(depth === undefined ? {} : { depth }) };
  await requireEventually(check, "recall.walk.seed", async () => {
    const own = await retryUntilUsable(check, () => recallAs(check, owner, body));
    requireAccepted(own, "recall.succeeds");
    expectThat(listAt(own, "/data/hits").length + listAt(own, "/data/edges").length > 0, {
      message: "a walk from a memory shows nothing in its own workspace",
      expected: "hits or edges",
      actual: "no hit and no edge",
      keyword: "missing",
    });
  });
  const bodies = [
    body,
    { seed_id: secret.id },
    { ...body, scope_id: owner.scope },
    { ...body, filters: { include_superseded: true } },
    { ...body, filters: INCLUDE_ALL_STATUSES },
    { ...body, filters: { min_confidence: 0 } },
    { ...body, expand: ["provenance", "related"] },
    { ...body, limit: 1 },
  ];
  // A walk from an unknown node should be empty. If it shows the caller's own memories, so may this one.
  const walkFromUnknown = { ...body, seed_id: absentId(secret.id, check.context.mark) };
  const isUnknownEmpty = isEmpty(await check.call("recall", { body: walkFromUnknown }, intruder.options));
  await check.forEach(bodies, async (walk, testCase) => {
    const exchange = await testCase.call("recall", { body: walk }, intruder.options);
    expectNothingRecalled(testCase, exchange, secret, [secret.id]);
    // The id may name a memory of the intruder, with its own neighbours.
    if (isUnknownEmpty && statusOf(exchange) === 200 && !mayExistInEachWorkspace(secret.id)) expectEmptyWalk(exchange);
  });
}

/** Returns true for a rejection, and for a response without hits and edges. */
function isEmpty(exchange: Exchange): boolean {
  if (statusOf(exchange) !== 200) return true;
  return ["/data/hits", "/data/edges"].every((list) => listAt(exchange, list).length === 0);
}

function expectNothingRecalled(
  check: CaseContext,
  exchange: Exchange,
  secret: SecretMemory,
  named: readonly string[],
): void {
  expectNoLeak(check, exchange, secret, "a memory", named);
  expectNoLeak(check, exchange, { id: secret.source, word: secret.content }, "the source of a memory", named);
}

/** Fails if anything is shown: the neighbours of a memory of another workspace belong to that workspace too. */
function expectEmptyWalk(exchange: Exchange): void {
  for (const list of ["/data/hits", "/data/edges"]) {
    const shown = valueAt(exchange, list);
    const count = Array.isArray(shown) ? shown.length : 0;
    expectThat(count === 0, {
      message: "a walk from a memory of another workspace must show nothing",
      expected: "a rejection, or an empty result",
      actual: `${count} at ${list}`,
      pointer: list,
      keyword: "leak",
    });
  }
}

async function checkWrite(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { owner, intruder } = access;
  const source = await intruder.message(check);
  const { input } = await check.baseline("remember");
  const content = contentOf(check, `intrusion into the scope of ${owner.name}`);
  const members = { content, scope_id: owner.scope, derived_from: [{ id: source.id }] };
  const exchange = await check.call("remember", withBody(input, members), intruder.options);
  if (!mayBeIntrudersOwn(access, "scope")) return expectAccessRejected(check, exchange, "writing into a scope");
  const created = statusOf(exchange) === 200 ? valueAt(exchange, "/data") : null;
  const status = isObject(created) && typeof created.status === "string" ? { status: created.status } : {};
  // A memory written into a scope of the intruder's own is not found by the owner.
  await check.throughout(async () => {
    const found = await check.call("search-memories", { parameters: { ...status, text: content } }, owner.options);
    expectNoLeak(check, found, { id: content, word: content }, "a memory", []);
  });
}

/** Names an identity that the run knows, and the scope of the other side. */
async function checkBootstrap(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { owner, intruder } = access;
  const secret = await findableSecretOnce(check, owner);
  const { input } = await check.baseline("bootstrap-context");
  const { body } = await check.resolve(input);
  const identity = asObject(body);
  const bodies: JsonObject[] = [{ ...identity, scope_id: owner.scope }, { scope_id: owner.scope }, identity];
  await check.forEach(bodies, async (members, testCase) => {
    // Immediately after the owner has sent the same request, or one for itself without a name: a response cached for
    // one caller must not be returned to another.
    const callOptions = { urgent: true, asIs: Object.keys(members).length === 0 };
    await testCase.call("bootstrap-context", { body: members }, { ...owner.options, ...callOptions });
    const options = { ...intruder.options, ...callOptions };
    const exchange = await testCase.call("bootstrap-context", { body: members }, options);
    expectNoLeak(testCase, exchange, secret, "a memory");
    if (requireResponse(exchange).status !== 200 || mayBeIntrudersOwn(access, "scope")) return;
    const scopes = listAt(exchange, "/data/scope_membership").filter(isObject);
    const place = scopes.findIndex(({ id }) => id === owner.scope);
    expectThat(place < 0, {
      message: "a scope of another workspace must not be among the caller's own",
      expected: "a rejection, or a membership without that scope",
      actual: `found at /data/scope_membership/${place}`,
      pointer: `/data/scope_membership/${place}`,
      keyword: "leak",
    });
  });
}

async function checkToken(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const token = await check.reference("token", "foreign");
  const exchange = await check.call("verify-connection", { parameters: { token } }, intruder.options);
  // Used by its owner too: the next run continues after the last used token.
  await check.call("verify-connection", { parameters: { token } }, owner.options);
  check.asserted();
  if (requireResponse(exchange).status !== 200) return;
  const ok = valueAt(exchange, "/data/ok");
  expectThat(ok !== true, {
    message: "a challenge token of another workspace must not verify the caller",
    expected: "a rejection, or ok: false",
    actual: "ok: true",
    pointer: "/data/ok",
    keyword: "verified",
  });
}
