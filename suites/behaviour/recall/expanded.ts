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
import { asFurther, defineCheck, defineStimulus, withExistingFixtures } from "../define-check.ts";
import { remember } from "../memories/claims.ts";
import { contentOf, requestMessage, sendMessage } from "../messages/requests.ts";
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
    everyPointer(derived),
    ...withExistingFixtures(context, asFurther([ofHuman(), sourcesAlone(provenanceFixtures.group)])),
    sourcesRecalled(provenanceFixtures, derived),
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

/** The messages of each hit must be shown, not of one only; of a query and of a walk, with related nodes too. */
function provenance(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    { requirement: "recall.expand.provenance", name: "the sources of all hits are shown", operations: OPERATIONS },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const bodies = [PROVENANCE, BOTH].flatMap((expand) => startsOf(group).map((start) => ({ ...start, ...expand })));
      await check.forEach(
        bodies,
        async (body, one) => {
          const ask = recallKnownAtFirst();
          await one.eventually(async () => {
            const recollection = await ask(one, body);
            // The start of a walk need not be a hit itself.
            const hits = group.members.filter(({ made }) => recollection.ids.includes(made.id));
            if (hits.length === 0) return;
            one.asserted();
            const wanted = hits.map(({ source }) => source.id);
            const why = "with provenance expanded the messages that hits were derived from should all be shown";
            expectShown(recollection, wanted, why);
          });
        },
        { first: bodies.length },
      );
    },
  );
}

/** Recalls that show messages of every form, in a run of what only rules judge: that each is shown as sent. */
function sourcesRecalled(provenanceFixtures: ProvenanceFixtures, derived: Derived): Check {
  return defineStimulus(
    {
      requirement: "recall.expand.provenance-content",
      name: "sources of every form are recalled, for the rules over all traffic",
      operations: OPERATIONS,
      shared: true,
    },
    async (check) => {
      const group = await tryOrNull(() => provenanceFixtures.group(check));
      const several = await tryOrNull(() => derived(check));
      const starts = [
        ...(group === null ? [] : startsOf(group)),
        ...(several === null ? [] : [{ query: several.made.requested.content ?? null }]),
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
async function makeDerived(check: CheckContext) {
  const ids = await severalSources(check);
  const derived = (await alsoFromHuman(check, ids)) ?? { made: await rememberFrom(check, ids), wanted: ids };
  await requireRecalled(check, [derived.made]);
  return derived;
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
        const recollection = await ask(check, { query: made.requested.content ?? null, ...PROVENANCE });
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
        const recollection = await recall(check, { query: made.requested.content ?? null, ...PROVENANCE });
        if (!recollection.ids.includes(made.id)) return;
        check.asserted();
        const why = "with provenance expanded the message of a human that a hit was derived from should be shown";
        expectShown(recollection, [id], why);
      });
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
