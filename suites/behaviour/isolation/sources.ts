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
import { isTelling } from "./leaks.ts";
import type { KeptMemory, Reach } from "./sides.ts";

/** Creates a memory of the intruder with a source in the other workspace; null if that is rejected. */
async function derivedFrom(
  check: CheckContext,
  { intruder }: Reach,
  id: string,
  key: string,
): Promise<KeptMemory | null> {
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
  const made = await check.call("remember", withBody(input, members), intruder.options);
  if (requireResponse(made).status !== 200) return null;
  return { id: stringAt(made, "/data/id"), word: content, content, status: null, source: id };
}

/** Naming a message of another workspace as a source must not reveal it. */
export async function quoted(check: CheckContext, reach: Reach): Promise<void> {
  const { owner } = reach;
  // A separate message: texts of the intruder about it must not count as a leak elsewhere.
  const secret = await sendMessage(check, `quoted from ${owner.name}`, { channelId: owner.channel }, owner.options);
  const own = await derivedFrom(check, reach, secret.id, `quoting ${owner.name}`);
  check.asserted();
  if (own === null) return;
  const bodies = [
    { query: own.content, expand: ["provenance"] },
    { seed_id: own.id, expand: ["provenance"] },
  ];
  // Both are watched at the same time, since each must be watched as long as an index may lag.
  await check.throughout(async () => {
    for (const body of firstPartOf(check, bodies, 1)) {
      const exchange = await check.call("recall", { body }, reach.intruder.options);
      if (await isGranted(check, exchange, reach, own)) expectNoneQuoted(exchange, secret.word);
    }
  });
}

/**
 * Returns true for an accepted response. If every recall of the intruder is rejected, the rejection has another cause.
 */
async function isGranted(check: CheckContext, exchange: Exchange, reach: Reach, own: KeptMemory): Promise<boolean> {
  if (requireResponse(exchange).status === 200) return true;
  const control = await check.call("recall", { body: { query: own.content } }, reach.intruder.options);
  requireAccepted(control, "recall.succeeds");
  return false;
}

function expectNoneQuoted(exchange: Exchange, word: string): void {
  const shown = valueAt(exchange, "/data/messages");
  const messages = Array.isArray(shown) ? shown : [];
  const place = messages.findIndex((one) => JSON.stringify(one).includes(word));
  expectThat(place < 0, {
    message: "a message of another workspace must not be shown as provenance",
    expected: "no message of it",
    actual: `one at /data/messages/${place}`,
    pointer: `/data/messages/${place}`,
    keyword: "leak",
  });
}

/** Naming a memory of another workspace as a source must not lead there. */
export async function crossed(check: CheckContext, reach: Reach): Promise<void> {
  const { owner } = reach;
  const source = await owner.message(check);
  const { input } = await check.baseline("remember");
  const content = contentOf(check, `crossed into ${owner.name}`);
  const members = { content, scope_id: owner.scope, derived_from: [{ id: source.id }] };
  const made = await check.call("remember", withBody(input, members), owner.options);
  requireAccepted(made, "memories.remember.succeeds");
  const secret = { id: stringAt(made, "/data/id"), content };
  const own = await derivedFrom(check, reach, secret.id, `derived from ${owner.name}`);
  check.asserted();
  if (own === null) return;
  const depth = numberAt(fieldSchema(check.context.document, "recall", "depth"), "maximum");
  const body = { seed_id: own.id, expand: ["related", "provenance"], ...(depth === undefined ? {} : { depth }) };
  // The reverse too: naming a part of the owner's graph must not add anything to it.
  const back = { ...body, seed_id: secret.id };
  await check.throughout(async () => {
    const exchange = await check.call("recall", { body }, reach.intruder.options);
    if (await isGranted(check, exchange, reach, own)) expectNoHit(exchange, secret);
    const walk = await check.call("recall", { body: back }, owner.options);
    if (requireResponse(walk).status === 200) expectNoHit(walk, own);
  });
}

function expectNoHit(exchange: Exchange, { id, content }: Pick<KeptMemory, "id" | "content">): void {
  const place = listAt(exchange, "/data/hits").findIndex(
    (hit) => isObject(hit) && (hit.content === content || (hit.id === id && isTelling(id))),
  );
  expectThat(place < 0, {
    message: "a walk must not show a memory of another workspace",
    expected: "no memory of it",
    actual: `one at /data/hits/${place}`,
    pointer: `/data/hits/${place}`,
    keyword: "leak",
  });
}
