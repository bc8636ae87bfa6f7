import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CallOptions, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { HIDDEN_CLAIM_FIXTURES, type HiddenScopeClaim, rememberInHiddenScope } from "../hidden-scope-claims.ts";
import { expectTextAbsent } from "../isolation/leaks.ts";
import { expectFound, pageWithHits } from "../memories/listing.ts";
import { requireClosed } from "../messages/channels.ts";
import { sendMessage } from "../messages/requests.ts";
import { requireEventually } from "../preconditions.ts";
import { recall } from "../recall/requests.ts";
import { otherAgentTasksOf } from "../tasks/other-agent-tasks.ts";
import { bootstrap, requestContext } from "./requests.ts";

const PERMISSIONS = "bootstrap.permissions";

/** The bootstrap context shows nothing that the caller may not see, including its text on recent activity. */
export function hiddenContentChecks(): Check[] {
  const hiddenClaim = once((check: CheckContext) => createHiddenClaim(check));
  return [
    messageOfOtherWorkspace(),
    messageInHiddenChannel(),
    messageInForeignChannel(),
    tasksOfOthers(),
    unreadableMemory(),
    claimInHiddenScope(hiddenClaim),
    claimForOtherIdentity(hiddenClaim),
  ];
}

function messageOfOtherWorkspace(): Check {
  return defineCheck(
    {
      requirement: "isolation.bootstrap-context",
      name: "a message just sent in another workspace is not shown",
      operations: ["bootstrap-context", "send-message"],
      fixtures: ["otherWorkspace.apiKey", "otherWorkspace.channel"],
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherWorkspace ?? {};
      await expectNewMessageHidden(check, "just sent in another workspace", channel, { apiKey });
    },
  );
}

function messageInHiddenChannel(): Check {
  return defineCheck(
    {
      requirement: PERMISSIONS,
      name: "a message that another agent has just sent to an unreadable channel is not shown",
      operations: ["bootstrap-context", "send-message", "get-messages"],
      fixtures: ["otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      await requireClosed(check, channel);
      await expectNewMessageHidden(check, "just sent to a hidden channel", channel, { apiKey });
    },
  );
}

/** An existing message may be quoted as recent activity. */
function messageInForeignChannel(): Check {
  return defineCheck(
    {
      requirement: PERMISSIONS,
      name: "the target file's message of a foreign channel is not shown",
      operations: ["bootstrap-context", "get-messages"],
      fixtures: ["foreignChannel", "messages.foreign.word"],
    },
    async (check) => {
      const { foreignChannel = "", messages } = check.context.target.fixtures;
      await requireClosed(check, foreignChannel);
      expectWordAbsent(check, await bootstrap(check), messages?.foreign?.word ?? "");
    },
  );
}

/** Tasks of another agent, which the checks of listings create anyway. */
function tasksOfOthers(): Check {
  return defineCheck(
    {
      requirement: PERMISSIONS,
      name: "tasks in which the caller takes no part are not shown",
      operations: ["bootstrap-context", "create-task"],
      fixtures: ["otherAgent.apiKey"],
    },
    async (check) => {
      const { private: hidden } = await orNotApplicable(() => otherAgentTasksOf(check.context)(check));
      const exchange = await bootstrap(check);
      for (const { word } of hidden) expectWordAbsent(check, exchange, word);
    },
  );
}

/** Requests the context right after sending a message, while it would be among recent messages. */
async function expectNewMessageHidden(
  check: CheckContext,
  key: string,
  channelId: string,
  options: CallOptions,
): Promise<void> {
  await bootstrap(check);
  const { word } = await orNotApplicable(() => sendMessage(check, key, { channelId }, options));
  expectWordAbsent(check, await requestContext(check, {}, { urgent: true }), word);
}

interface ClaimWithIdentity extends HiddenScopeClaim {
  /** The identity of its creator, if a recall shows it. */
  readonly identity: string | null;
}

/** Creates a preference of another agent in a scope that the caller may not read. */
async function createHiddenClaim(check: CheckContext): Promise<ClaimWithIdentity> {
  // A bootstrap may omit claims of low confidence.
  const claim = await rememberInHiddenScope(check, "a preference in hiding", { kind: "preference", confidence: 1 });
  const { options, source, requested } = claim;
  const scope = requested.scope_id ?? null;
  const rejected = await check.call("search-memories", { parameters: { scope } });
  if (requireResponse(rejected).status !== 403)
    throw new NotApplicable("the caller may read the scopes of another agent");
  await orNotApplicable(() => requireFoundByCreator(check, claim));
  const messages = await tryOrNull(async () => {
    const body = { query: requested.content ?? null, expand: ["provenance"] };
    return (await recall(check, body, options)).messages;
  });
  const author = messages?.find(({ id }) => id === source.id)?.author_identity_id;
  return { ...claim, identity: typeof author === "string" ? author : null };
}

/** Waits until its creator finds it: then the same index could show it to others too. */
async function requireFoundByCreator(
  check: CheckContext,
  { id, word, listed, options }: HiddenScopeClaim,
): Promise<void> {
  const filters = { text: word, ...(listed === null ? {} : { status: listed }) };
  await requireEventually(check, "memories.remember.found", async () => {
    const { hits } = await pageWithHits(check, filters, options);
    expectFound(hits, id, "the claim is not found by its creator");
  });
}

type ClaimSource = (check: CheckContext) => Promise<ClaimWithIdentity>;

function claimInHiddenScope(claimSource: ClaimSource): Check {
  return defineCheck(
    {
      requirement: PERMISSIONS,
      name: "another agent's preference in an unreadable scope is not shown",
      operations: ["bootstrap-context", "remember", "search-memories"],
      fixtures: HIDDEN_CLAIM_FIXTURES,
    },
    async (check) => {
      const claim = await orNotApplicable(() => claimSource(check));
      expectWordAbsent(check, await bootstrap(check), claim.word);
    },
  );
}

/** The memory of the target file may be of a kind that bootstraps show more often. */
function unreadableMemory(): Check {
  return defineCheck(
    {
      requirement: PERMISSIONS,
      name: "the target file's unreadable memory is not shown for the identity of another agent",
      operations: ["bootstrap-context"],
      fixtures: ["memories.unreadable.text", "otherAgent.id"],
    },
    async (check) => {
      const { memories, otherAgent } = check.context.target.fixtures;
      await bootstrap(check);
      const exchange = await requestContext(check, { agent_identity_id: otherAgent?.id ?? "" });
      expectWordAbsent(check, exchange, memories?.unreadable?.text ?? "");
    },
  );
}

/**
 * The contract leaves open whether the context of another agent can be requested, but it must show no more than the
 * caller may see.
 */
function claimForOtherIdentity(claimSource: ClaimSource): Check {
  return defineCheck(
    {
      requirement: PERMISSIONS,
      name: "memories that another agent hides from the caller are not shown for that agent's identity",
      operations: ["bootstrap-context", "remember", "search-memories"],
      fixtures: HIDDEN_CLAIM_FIXTURES,
    },
    async (check) => {
      const claim = await orNotApplicable(() => claimSource(check));
      const { id } = check.context.target.fixtures.otherAgent ?? {};
      const identities = [...new Set([id, claim.identity])].filter((one) => typeof one === "string");
      if (identities.length === 0) throw new NotApplicable("no identity of another agent is known");
      await bootstrap(check);
      // Newer memories may displace it in the whole context, but not in its own scope.
      const { scope_id } = claim.requested;
      const scopes: JsonObject[] = [{}, ...(typeof scope_id === "string" ? [{ scope_id }] : [])];
      const bodies = identities.flatMap((identity) =>
        scopes.map((scope) => ({ agent_identity_id: identity, ...scope })),
      );
      for (const members of bodies) expectWordAbsent(check, await requestContext(check, members), claim.word);
    },
  );
}

/** Fails unless the response is a rejection or does not contain the word. */
function expectWordAbsent(check: CheckContext, exchange: Exchange, word: string): void {
  requireResponse(exchange);
  check.asserted();
  if (statusOf(exchange) !== 200) return;
  expectTextAbsent(exchange, word, "the bootstrap context must not show what the caller may not see", "leak");
}
