import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { allMarkdown, VERY_LONG_TEXT } from "../../models/sample-texts.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { stringAt, valueAt } from "../../verifiers/read.ts";
import { burstOf } from "../consistency/burst.ts";
import { asAdditional, defineCheck, defineStimulus, withExistingFixtures } from "../define-check.ts";
import { remember } from "../memories/claims.ts";
import { contentOf, requestMessage, sendMessage } from "../messages/requests.ts";
import { type ProvenanceFixtures, queryAndWalkOf, requireRecalled, seedOf } from "./provenance-fixtures.ts";
import { relatedWithProvenance } from "./related-with-provenance.ts";
import { type Recollection, recall, recallCachedAtFirst, recallOnce } from "./requests.ts";
import { expectNotShown, mayBeSource, otherMessagesNotShown } from "./unrelated-messages.ts";

const OPERATIONS = ["recall"] as const;
const PROVENANCE = { expand: ["provenance"] };
const BOTH = { expand: ["provenance", "related"] };
/** The same in another order, which has no meaning. */
const BOTH_REVERSED = { expand: ["related", "provenance"] };

/** Checks of what a recall adds to its hits. */
export function expandedChecks(context: RunContext, provenanceFixtures: ProvenanceFixtures): Check[] {
  const derived = once(createDerived);
  return [
    messageListReturned(provenanceFixtures),
    sourcesOfAllHitsShown(provenanceFixtures),
    allSourcesOfMemoryShown(derived),
    ...withExistingFixtures(
      context,
      asAdditional([humanSourceShown(), otherMessagesNotShown(provenanceFixtures.group)]),
    ),
    recallSources(provenanceFixtures, derived),
    relatedNodesAdded(provenanceFixtures),
    relatedWithProvenance(provenanceFixtures),
  ];
}

function messageListReturned(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.expand.messages",
      name: "a recall with provenance expanded returns a list of messages",
      operations: OPERATIONS,
    },
    async (check) => {
      const { phrase, members } = await provenanceFixtures.group(check);
      // The last has no hits: the list must be present and empty then.
      const unusedWord = wordOf(check.context, "metadata that nothing has");
      const starts: JsonObject[] = [
        { query: phrase },
        { seed_id: members[0]?.created.id ?? "", depth: 1 },
        { query: phrase, metadata_filter: { colour: unusedWord } },
      ];
      const bodies = starts.flatMap((start, place) =>
        // Both in either order, each from another start.
        [PROVENANCE, place % 2 === 0 ? BOTH_REVERSED : BOTH].map((expand) => ({ ...start, ...expand })),
      );
      await check.forEach(bodies, async (body, testCase) => {
        const { exchange } = await recallOnce(testCase, body);
        const messages = valueAt(exchange, "/data/messages");
        testCase.asserted();
        expectThat(Array.isArray(messages), {
          message: "with provenance expanded a recall must have a list of messages",
          expected: "a list",
          actual: messages === undefined ? "absent" : JSON.stringify(messages).slice(0, 80),
          pointer: "/data/messages",
          keyword: "list",
        });
      });
    },
  );
}

/** The messages of each hit must be shown, not of one only; of a query and of a walk, with related nodes too. */
function sourcesOfAllHitsShown(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.expand.provenance",
      name: "the source messages of all hits are shown",
      operations: OPERATIONS,
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const bodies = [PROVENANCE, BOTH].flatMap((expand) =>
        queryAndWalkOf(group).map((start) => ({ ...start, ...expand })),
      );
      await check.forEach(
        bodies,
        async (body, testCase) => {
          const recallAgain = recallCachedAtFirst();
          await testCase.eventually(async () => {
            const recollection = await recallAgain(testCase, body);
            // The start of a walk need not be a hit itself.
            const hits = group.members.filter(({ created }) => recollection.ids.includes(created.id));
            if (hits.length === 0) return;
            testCase.asserted();
            const wanted = hits.map(({ source }) => source.id);
            const why = "with provenance expanded the source messages of all hits should be shown";
            expectShown(recollection, wanted, why);
          });
        },
        { first: bodies.length },
      );
    },
  );
}

/** Recalls that show messages of every form, in a run of what only rules judge: that each is shown as sent. */
function recallSources(provenanceFixtures: ProvenanceFixtures, derived: DerivedSource): Check {
  return defineStimulus(
    {
      requirement: "recall.expand.provenance-content",
      name: "sources of every form are recalled; judged by the rules",
      operations: OPERATIONS,
      reusesResponses: true,
    },
    async (check) => {
      const group = await tryOrNull(() => provenanceFixtures.group(check));
      const several = await tryOrNull(() => derived(check));
      const starts = [
        ...(group === null ? [] : queryAndWalkOf(group)),
        ...(several === null ? [] : [{ query: several.created.requested.content ?? null }]),
      ];
      for (const start of starts) await tryOrNull(() => recallOnce(check, { ...start, ...PROVENANCE }));
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

/** Returns the ids of one message with every form of text, a long one if accepted, and existing plain ones. */
async function severalSources(check: CheckContext): Promise<readonly string[]> {
  const nameOf = (key: string) => `${key} of several sources`;
  const rich = await sendMessage(check, nameOf("first"), { content: allMarkdown });
  // The maximum length of a content is open.
  const response = await requestMessage(check, {
    content: `${contentOf(check.context, nameOf("second"))} ${VERY_LONG_TEXT}`,
  });
  const long = statusOf(response) === 200 ? stringAt(response, "/data/id") : null;
  const { concurrent } = await burstOf(check.context).messages(check);
  return [rich.id, long ?? (await sendMessage(check, nameOf("second"))).id, ...concurrent.map(({ id }) => id)];
}

/** Creates a memory that derives from several messages, and returns it with their ids. */
async function createDerived(check: CheckContext) {
  const sourceIds = await severalSources(check);
  const derived = (await deriveAlsoFromHuman(check, sourceIds)) ?? {
    created: await rememberFrom(check, sourceIds),
    wanted: sourceIds,
  };
  await requireRecalled(check, [derived.created]);
  return derived;
}

function rememberFrom(check: CheckContext, ids: readonly string[]) {
  return remember(check, "from several sources", { derived_from: ids.map((id) => ({ id })) });
}

/** Creates it with the message of a human as one more source; null if that is rejected. */
async function deriveAlsoFromHuman(check: CheckContext, ids: readonly string[]) {
  const human = check.context.target.fixtures.messages?.byHuman;
  if (human === undefined) return null;
  const wanted = [...ids, human];
  return tryOrNull(async () => ({ created: await rememberFrom(check, wanted), wanted }));
}

type DerivedSource = (check: CheckContext) => ReturnType<typeof createDerived>;

const SEVERAL_SOURCES = {
  operations: ["recall", "remember", "send-message"],
  fixtures: ["memberChannel"],
} as const;

/** A memory may derive from several messages, and all of them are shown. */
function allSourcesOfMemoryShown(derived: DerivedSource): Check {
  return defineCheck(
    {
      ...SEVERAL_SOURCES,
      requirement: "recall.expand.provenance",
      name: "each of several source messages of a memory is shown",
    },
    async (check) => {
      const { created, wanted } = await derived(check);
      const otherMessage = (await burstOf(check.context).messages(check)).last;
      const recallAgain = recallCachedAtFirst();
      await check.eventually(async () => {
        const recollection = await recallAgain(check, { query: created.requested.content ?? null, ...PROVENANCE });
        if (!recollection.ids.includes(created.id)) return;
        check.asserted();
        expectShown(recollection, wanted, "with provenance expanded each source message of a hit should be shown");
        if (!mayBeSource(check, recollection, otherMessage)) expectNotShown(recollection, otherMessage);
      });
    },
  );
}

/** A message is shown whoever wrote it: the caller may read messages of others in its channels. */
function humanSourceShown(): Check {
  return defineCheck(
    {
      requirement: "recall.expand.provenance",
      name: "a source message by a human is shown",
      operations: ["recall", "remember"],
      fixtures: ["memberChannel", "messages.byHuman"],
    },
    async (check) => {
      const id = check.context.target.fixtures.messages?.byHuman ?? "";
      // The contract leaves open what a pointer may name.
      const created = await orNotApplicable(() => remember(check, "from a human", { derived_from: [{ id }] }));
      await requireRecalled(check, [created]);
      await check.eventually(async () => {
        const recollection = await recall(check, { query: created.requested.content ?? null, ...PROVENANCE });
        if (!recollection.ids.includes(created.id)) return;
        check.asserted();
        const why = "with provenance expanded a source message by a human should be shown";
        expectShown(recollection, [id], why);
      });
    },
  );
}

function relatedNodesAdded(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.expand.related",
      name: "a recall with related nodes expanded shows no fewer edges and hits than without",
      operations: ["recall", "remember"],
    },
    async (check) => {
      const seed = await seedOf(check, provenanceFixtures);
      const recallAgain = recallCachedAtFirst();
      await check.eventually(async () => {
        const start = { seed_id: seed, depth: 1 };
        const without = await recallAgain(check, { ...start, ...PROVENANCE });
        const withRelated = await recallAgain(check, { ...start, ...BOTH });
        if (withRelated.isFull) return;
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
