import { isObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { fieldSchema, numberAt, wordsOf } from "../../models/document-facts.ts";
import { expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, requireResponse, stringAt, valueAt } from "../../verifiers/read.ts";
import { contentOf } from "../memories/claims.ts";
import { sendMessage } from "../messages/requests.ts";
import { isUniqueId } from "./leaks.ts";
import type { CrossWorkspaceAccess, SecretMemory } from "./workspaces.ts";

/** Creates a memory of the intruder with a source in the other workspace; null if that is rejected. */
async function createDerivedMemory(
  check: CheckContext,
  { intruder }: CrossWorkspaceAccess,
  id: string,
  key: string,
): Promise<SecretMemory | null> {
  const { input } = await check.baseline("remember");
  const content = contentOf(check, key);
  // A preference, so that it is not among the decisions of a bootstrap, whose other lists may come from anywhere.
  const kinds = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
  const kind = kinds.find((one) => one === "preference");
  const members = {
    content,
    scope_id: intruder.scope,
    derived_from: [{ id }],
    ...(kind === undefined ? {} : { kind }),
  };
  const created = await check.call("remember", withBody(input, members), intruder.options);
  if (requireResponse(created).status !== 200) return null;
  return { id: stringAt(created, "/data/id"), word: content, content, status: null, source: id };
}

/** Naming a message of another workspace as a source must not reveal it. */
export async function checkMessageAsSource(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { owner } = access;
  // A separate message: texts of the intruder about it must not count as a leak elsewhere.
  const secret = await sendMessage(check, `quoted from ${owner.name}`, { channelId: owner.channel }, owner.options);
  const derived = await createDerivedMemory(check, access, secret.id, `quoting ${owner.name}`);
  check.asserted();
  if (derived === null) return;
  const bodies = [
    { query: derived.content, expand: ["provenance"] },
    { seed_id: derived.id, expand: ["provenance"] },
  ];
  // Both are watched at the same time, since each must be watched as long as an index may lag.
  await check.throughout(async () => {
    for (const body of firstPartOf(check, bodies, 1)) {
      const exchange = await check.call("recall", { body }, access.intruder.options);
      if (await isAccepted(check, exchange, access, derived)) expectNotInProvenance(exchange, secret.word);
    }
  });
}

/**
 * Returns true for an accepted response. If every recall of the intruder is rejected, the rejection has another cause.
 */
async function isAccepted(
  check: CheckContext,
  exchange: Exchange,
  access: CrossWorkspaceAccess,
  derived: SecretMemory,
): Promise<boolean> {
  if (requireResponse(exchange).status === 200) return true;
  const control = await check.call("recall", { body: { query: derived.content } }, access.intruder.options);
  requireAccepted(control, "recall.succeeds");
  return false;
}

function expectNotInProvenance(exchange: Exchange, word: string): void {
  const shown = valueAt(exchange, "/data/messages");
  const messages = Array.isArray(shown) ? shown : [];
  const index = messages.findIndex((one) => JSON.stringify(one).includes(word));
  expectThat(index < 0, {
    message: "a message of another workspace must not be shown as provenance",
    expected: "no message of it",
    actual: `found at /data/messages/${index}`,
    pointer: `/data/messages/${index}`,
    keyword: "leak",
  });
}

/** Naming a memory of another workspace as a source must not lead there. */
export async function checkMemoryAsSource(check: CheckContext, access: CrossWorkspaceAccess): Promise<void> {
  const { owner } = access;
  const source = await owner.message(check);
  const { input } = await check.baseline("remember");
  const content = contentOf(check, `crossed into ${owner.name}`);
  const members = { content, scope_id: owner.scope, derived_from: [{ id: source.id }] };
  const created = await check.call("remember", withBody(input, members), owner.options);
  requireAccepted(created, "memories.remember.succeeds");
  const secret = { id: stringAt(created, "/data/id"), content };
  const derived = await createDerivedMemory(check, access, secret.id, `derived from ${owner.name}`);
  check.asserted();
  if (derived === null) return;
  const depth = numberAt(fieldSchema(check.context.document, "recall", "depth"), "maximum");
  const body = { seed_id: derived.id, expand: ["related", "provenance"], ...(depth === undefined ? {} : { depth }) };
  // The reverse too: naming a part of the owner's graph must not add anything to it.
  const reverseBody = { ...body, seed_id: secret.id };
  await check.throughout(async () => {
    const exchange = await check.call("recall", { body }, access.intruder.options);
    if (await isAccepted(check, exchange, access, derived)) expectNotAmongHits(exchange, secret);
    const reverseWalk = await check.call("recall", { body: reverseBody }, owner.options);
    if (requireResponse(reverseWalk).status === 200) expectNotAmongHits(reverseWalk, derived);
  });
}

function expectNotAmongHits(exchange: Exchange, { id, content }: Pick<SecretMemory, "id" | "content">): void {
  const index = listAt(exchange, "/data/hits").findIndex(
    (hit) => isObject(hit) && (hit.content === content || (hit.id === id && isUniqueId(id))),
  );
  expectThat(index < 0, {
    message: "a walk must not show a memory of another workspace",
    expected: "no memory of it",
    actual: `found at /data/hits/${index}`,
    pointer: `/data/hits/${index}`,
    keyword: "leak",
  });
}
