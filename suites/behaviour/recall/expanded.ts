import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { everyMarkdown, LONG_STORY } from "../../models/telling-texts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { stringAt, valueAt } from "../../verifiers/read.ts";
import { sameTime } from "../../verifiers/same-resource.ts";
import { burstOf } from "../consistency/burst.ts";
import { defineCheck, further, whereThere } from "../define-check.ts";
import { remember } from "../memories/claims.ts";
import { askToSend, contentOf, sendMessage } from "../messages/requests.ts";
import { relatedBesideProvenance } from "./beside-provenance.ts";
import { expectNotShown, isLinked, sourcesAlone } from "./bystanders.ts";
import { type ProvenanceFixtures, requireRecalled, seedOf, startsOf } from "./provenance-fixtures.ts";
import { type Recollection, recall, recallKnownAtFirst, recallOnce } from "./recalling.ts";

const OPERATIONS = ["recall"] as const;
const PROVENANCE = { expand: ["provenance"] };
const BOTH = { expand: ["provenance", "related"] };
/** The same in another order, which has no meaning. */
const TURNED = { expand: ["related", "provenance"] };

/** Checks of what a recall adds to its hits. */
export function expandedChecks(context: RunContext, provenanceFixtures: ProvenanceFixtures): Check[] {
  const derived = once(makeDerived);
  return [
    list(provenanceFixtures),
    provenance(provenanceFixtures),
    provenanceOfEach(provenanceFixtures),
    everyPointer(derived),
    ...whereThere(context, further([ofHuman(), sourcesAlone(provenanceFixtures.group)])),
    content(provenanceFixtures),
    everyContent(derived),
    moment(provenanceFixtures),
    related(provenanceFixtures),
    relatedBesideProvenance(provenanceFixtures),
  ];
}

function list(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    { requirement: "recall.expand.messages", name: "a query and a seed return the list", operations: OPERATIONS },
    async (check) => {
      const { phrase, members } = await provenanceFixtures.group(check);
      // The last has no hits: the list must be present and empty then.
      const nobodys = wordOf(check.context, "metadata that nothing has");
      const starts: JsonObject[] = [
        { query: phrase },
        { seed_id: members[0]?.made.id ?? "", depth: 1 },
        { query: phrase, metadata_filter: { colour: nobodys } },
      ];
      const bodies = starts.flatMap((start, place) =>
        // Both in either order, each from another start.
        [PROVENANCE, place % 2 === 0 ? TURNED : BOTH].map((expand) => ({ ...start, ...expand })),
      );
      await check.forEach(bodies, async (body, one) => {
        const { exchange } = await recallOnce(one, body);
        const messages = valueAt(exchange, "/data/messages");
        one.asserted();
        expectThat(Array.isArray(messages), {
          message: "with provenance expanded a recall must have a list of messages",
          expected: "a list",
          actual: messages === undefined ? "nothing there" : JSON.stringify(messages).slice(0, 80),
          pointer: "/data/messages",
          keyword: "list",
        });
      });
    },
  );
}

function provenance(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    { requirement: "recall.expand.provenance", name: "the source of hits is shown", operations: OPERATIONS },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      await check.forEach(startsOf(group), async (start, one) => {
        const ask = recallKnownAtFirst();
        await one.eventually(async () => {
          const { ids, messages } = await ask(one, { ...start, ...PROVENANCE });
          // The start of a walk need not be a hit itself.
          if (!group.members.some(({ made }) => ids.includes(made.id))) return;
          one.asserted();
          expectThat(
            messages.some(({ id }) => id === group.source.id),
            {
              message: "with provenance expanded the messages that hits were derived from should be shown",
              expected: `the message ${group.source.id}`,
              actual: `${messages.length} messages without it`,
              pointer: "/data/messages",
              keyword: "missing",
            },
          );
        });
      });
    },
  );
}

/** The messages of each hit must be shown, not of one only; with related nodes too. */
function provenanceOfEach(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.expand.provenance",
      name: "the messages of several hits are shown",
      operations: OPERATIONS,
      shared: true,
    },
    async (check) => {
      const { phrase, members, source, otherSource } = await provenanceFixtures.group(check);
      const last = members.at(-1)?.made.id ?? "";
      await check.forEach([PROVENANCE, BOTH], async (expand, one) => {
        const ask = recallKnownAtFirst();
        await one.eventually(async () => {
          const recollection = await ask(one, { query: phrase, ...expand });
          const { ids } = recollection;
          const hit = members.slice(0, -1).some(({ made }) => ids.includes(made.id));
          const wanted = [...(hit ? [source.id] : []), ...(ids.includes(last) ? [otherSource.id] : [])];
          if (wanted.length > 0) one.asserted();
          expectShown(
            recollection,
            wanted,
            "with provenance expanded the messages that hits were derived from should all be shown",
          );
        });
      });
    },
  );
}

function expectShown({ messages }: Recollection, wanted: readonly string[], message: string): void {
  const missing = wanted.find((id) => !messages.some((one) => one.id === id));
  expectThat(missing === undefined, {
    message,
    expected: `the message ${missing}`,
    actual: `${messages.length} messages without it`,
    pointer: "/data/messages",
    keyword: "missing",
  });
}

/** A message that a memory derives from, with the response to sending it. */
interface Said {
  readonly id: string;
  readonly response: Exchange;
}

/** Returns one message with every form of text, a long one if accepted, and existing plain ones. */
async function severalSources(check: CheckContext): Promise<readonly Said[]> {
  const nameOf = (key: string) => `${key} of several sources`;
  const rich = await sendMessage(check, nameOf("first"), { content: everyMarkdown });
  // The maximum length of a content is open.
  const response = await askToSend(check, { content: `${contentOf(check.context, nameOf("second"))} ${LONG_STORY}` });
  const long = statusOf(response) === 200 ? { id: stringAt(response, "/data/id"), response } : null;
  return [
    rich,
    long ?? (await sendMessage(check, nameOf("second"))),
    ...(await burstOf(check.context).messages(check)).burst,
  ];
}

/** Creates a memory that derives from several messages, and returns it with their ids. */
async function makeDerived(check: CheckContext) {
  const sources = await severalSources(check);
  const ids = sources.map(({ id }) => id);
  const { made, wanted } = (await alsoFromHuman(check, ids)) ?? { made: await rememberFrom(check, ids), wanted: ids };
  await requireRecalled(check, [made]);
  return { sources, made, wanted };
}

function rememberFrom(check: CheckContext, ids: readonly string[]) {
  return remember(check, "from several sources", { derived_from: ids.map((id) => ({ id })) });
}

/** Creates it with the message of a human as one more source; null if that is rejected. */
async function alsoFromHuman(check: CheckContext, ids: readonly string[]) {
  const human = check.context.target.fixtures.messages?.byHuman;
  if (human === undefined) return null;
  const wanted = [...ids, human];
  return tryOrNull(async () => ({ made: await rememberFrom(check, wanted), wanted }));
}

type Derived = (check: CheckContext) => ReturnType<typeof makeDerived>;

const OF_SEVERAL = {
  operations: ["recall", "remember", "send-message"],
  fixtures: ["memberChannel"],
} as const;

/** A memory may derive from several messages, and all of them are shown. */
function everyPointer(derived: Derived): Check {
  return defineCheck(
    {
      ...OF_SEVERAL,
      requirement: "recall.expand.provenance",
      name: "each of several messages that one memory comes from is shown",
    },
    async (check) => {
      const { made, wanted } = await derived(check);
      const beside = (await burstOf(check.context).messages(check)).last;
      const ask = recallKnownAtFirst();
      await check.eventually(async () => {
        const recollection = await ask(check, { query: made.asked.content ?? null, ...PROVENANCE });
        if (!recollection.ids.includes(made.id)) return;
        check.asserted();
        expectShown(
          recollection,
          wanted,
          "with provenance expanded each message that a hit was derived from should be shown",
        );
        if (!isLinked(check, recollection, beside)) expectNotShown(recollection, beside);
      });
    },
  );
}

/** A message is shown whoever wrote it: the caller may read messages of others in its channels. */
function ofHuman(): Check {
  return defineCheck(
    {
      requirement: "recall.expand.provenance",
      name: "the message of a human that a memory comes from is shown",
      operations: ["recall", "remember"],
      fixtures: ["memberChannel", "messages.byHuman"],
    },
    async (check) => {
      const id = check.context.target.fixtures.messages?.byHuman ?? "";
      // The contract leaves open what a pointer may name.
      const made = await orNotApplicable(() => remember(check, "from a human", { derived_from: [{ id }] }));
      await requireRecalled(check, [made]);
      await check.eventually(async () => {
        const recollection = await recall(check, { query: made.asked.content ?? null, ...PROVENANCE });
        if (!recollection.ids.includes(made.id)) return;
        check.asserted();
        const why = "with provenance expanded the message of a human that a hit was derived from should be shown";
        expectShown(recollection, [id], why);
      });
    },
  );
}

/** Each message is shown with its complete content, however long it is. */
function everyContent(derived: Derived): Check {
  return defineCheck(
    {
      ...OF_SEVERAL,
      costly: true,
      requirement: "recall.expand.provenance-content",
      name: "each of several messages that one memory comes from is shown as sent",
    },
    async (check) => {
      const { sources, made } = await orNotApplicable(() => derived(check));
      const { exchange, messages } = await recallOnce(check, { query: made.asked.content ?? null, ...PROVENANCE });
      for (const [place, { id, content: shown }] of messages.entries()) {
        const response = sources.find((source) => source.id === id)?.response;
        const sent = response && valueAt(response, "/data/content");
        if (response === undefined || typeof sent !== "string" || typeof shown !== "string") continue;
        check.asserted();
        const why = "a provenance message must be shown as it was sent";
        judging([response, exchange], () => expectEqual(exchange, `/data/messages/${place}/content`, sent, why));
      }
    },
  );
}

function content(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.expand.provenance-content",
      name: "a message of the run is shown as sent",
      operations: ["recall", "send-message"],
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      await check.forEach(startsOf(group), async (start, one) => {
        const recollection = await recallOnce(one, { ...start, ...PROVENANCE });
        for (const source of [group.source, group.otherSource]) {
          const index = recollection.messages.findIndex(({ id }) => id === source.id);
          const message = recollection.messages[index];
          const sent = message ? { content: source.content, channel_id: source.channelId } : {};
          for (const [field, value] of Object.entries(sent)) {
            if (message?.[field] === undefined || message[field] === null) continue;
            one.asserted();
            const why = "a provenance message must be shown as it was sent";
            expectEqual(recollection.exchange, `/data/messages/${index}/${field}`, value, why);
          }
        }
      });
    },
  );
}

/** The creation time of a message is the same when it is shown as a source. */
function moment(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "a message is the same in the response and as provenance in a recall",
      operations: ["recall", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const group = await orNotApplicable(() => provenanceFixtures.group(check));
      let told = false;
      for (const start of startsOf(group)) {
        const { messages, exchange } = await recallOnce(check, { ...start, ...PROVENANCE });
        for (const source of [group.source, group.otherSource]) {
          const place = messages.findIndex(({ id }) => id === source.id);
          const [sent, shown] = [valueAt(source.response, "/data/createdAt"), messages[place]?.created_at];
          // Another check judges invalid times.
          if (typeof sent !== "string" || typeof shown !== "string" || Number.isNaN(Date.parse(shown))) continue;
          told = true;
          check.asserted();
          judging([source.response, exchange], () =>
            expectThat(sameTime(sent, shown), {
              message: "a provenance message must have been created when it was sent",
              expected: sent,
              actual: shown,
              pointer: `/data/messages/${place}/created_at`,
              keyword: "created_at",
            }),
          );
        }
      }
      if (!told) throw new NotApplicable("no provenance message shows when it was created");
    },
  );
}

function related(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.expand.related",
      name: "related nodes show no fewer edges and hits than without",
      operations: ["recall", "remember"],
    },
    async (check) => {
      const seed = await seedOf(check, provenanceFixtures);
      const ask = recallKnownAtFirst();
      await check.eventually(async () => {
        const start = { seed_id: seed, depth: 1 };
        const without = await ask(check, { ...start, ...PROVENANCE });
        const withRelated = await ask(check, { ...start, ...BOTH });
        if (withRelated.full) return;
        check.asserted();
        expectNoFewer(without, withRelated);
      });
    },
  );
}

function expectNoFewer(without: Recollection, withRelated: Recollection): void {
  for (const part of ["hits", "edges"] as const) {
    expectThat(withRelated[part].length >= without[part].length, {
      message: `with related nodes expanded the ${part} should be no fewer than without`,
      expected: `at least ${without[part].length}`,
      actual: String(withRelated[part].length),
      pointer: `/data/${part}`,
      keyword: "fewer",
    });
  }
}
