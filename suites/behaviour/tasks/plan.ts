import type { Json, JsonObject } from "../../../spec/json.ts";
import { isObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { ifPossible, orAside } from "../../engine/attempt.ts";
import type { CallOptions, CaseContext, Check, CheckContext, World } from "../../engine/check.ts";
import { withBody } from "../../engine/making.ts";
import { Inconclusive, Skipped, StoodAside } from "../../engine/outcome.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { errorCode, stringAt, valueAt } from "../../verifiers/read.ts";
import { absentId } from "../absent-id.ts";
import { allAtOnce } from "../at-once.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { fieldSchema, wordsOf } from "../document-facts.ts";
import { type Anchor, dropAnchor, readSince } from "../events/channel-feed.ts";
import { judging } from "../evidence.ts";
import { once } from "../once.ts";
import { wordOf } from "../words.ts";
import { list } from "./listing.ts";

/** The code that the contract gives to a used-up allowance. */
const LIMIT = "plan_limit_reached";
/** Creations sent at once for the last place of an allowance. */
const RIVALS = 4;

/** The monthly task allowance: with the keys of an exhausted and of a nearly exhausted plan. */
export function planChecks(world: World): Check[] {
  const refused = once(askExhausted);
  const usedUp = once(useUp);
  return [
    limitCode(refused),
    nothingExempt(refused),
    ...unlessSmoke(world, [again(refused)]),
    createsNothing(refused),
    counts(usedUp),
    ...unlessSmoke(world, whereThere(world, [allListed(usedUp)])),
  ];
}

interface Asked {
  readonly apiKey: string;
  readonly word: string;
  /** What it needs beside its title. */
  readonly members: JsonObject;
  readonly exchange: Exchange;
}

/** Asks for a plain task with another key; channels and people of the caller mean nothing there. */
async function ask(
  check: CaseContext,
  apiKey: string,
  word: string,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<Exchange> {
  const { input } = await check.baseline("create-task");
  const body = isObject(input.body) ? input.body : {};
  const own = Object.fromEntries(Object.entries(body).filter(([field]) => !field.endsWith("Id")));
  const title = `${check.world.mark} ${word}`;
  return check.call("create-task", withBody({ ...input, body: own }, { title, ...members }), { apiKey, ...options });
}

async function askExhausted(check: CheckContext): Promise<Asked> {
  const { apiKey = "", channel } = check.world.target.fixtures.exhaustedPlan ?? {};
  const word = wordOf(check.world, "beyond the plan");
  const members = channel !== undefined && (await needsChannel(check)) ? { channelId: channel } : {};
  const exchange = await ask(check, apiKey, word, members);
  check.observe(
    "create-task.plan-limit-status",
    statusAndCode(exchange),
    "a creation with the key of an exhausted plan",
  );
  return { apiKey, word, members, exchange };
}

async function needsChannel(check: CheckContext): Promise<boolean> {
  const { input } = await check.baseline("create-task");
  return isObject(input.body) && input.body.channelId !== undefined;
}

/** Codes that say that the target is busy, not what it thinks of the request. */
const BUSY: readonly (string | undefined)[] = ["rate_limited", "upstream_unavailable", undefined];

/** Neither accepted nor refused for a reason: nothing can be said then. */
function stopWhenUnanswered(exchange: Exchange): void {
  if (exchange.outcome.kind === "none") throw new Inconclusive(`no response: ${exchange.outcome.message}`);
  if ([429, 503].includes(statusOf(exchange)) && BUSY.includes(errorCode(exchange))) {
    throw new Inconclusive(`answered with ${statusAndCode(exchange)}`);
  }
}

function limitCode(refused: (check: CheckContext) => Promise<Asked>): Check {
  return defineCheck(
    {
      requirement: "tasks.plan.limit-code",
      name: "an exhausted plan refuses with its own code",
      operations: ["create-task"],
      fixtures: ["exhaustedPlan.apiKey"],
    },
    async (check) => {
      const { exchange } = await refused(check);
      stopWhenUnanswered(exchange);
      check.witnessed();
      expectThat(isLimit(exchange), {
        message: `creating a task beyond the plan's allowance must fail with the code ${LIMIT}`,
        expected: `a status of the 4xx class with ${LIMIT}`,
        actual: statusAndCode(exchange),
        pointer: "/error/code",
        keyword: "code",
      });
    },
  );
}

/** No sort of task is free: whatever is asked for beside the title, nothing is made. */
function nothingExempt(refused: (check: CheckContext) => Promise<Asked>): Check {
  return defineCheck(
    {
      requirement: "tasks.plan.limit-code",
      name: "an exhausted plan makes no task of any sort",
      operations: ["create-task", "list-tasks"],
      fixtures: ["exhaustedPlan.apiKey"],
    },
    async (check) => {
      const { apiKey } = await refused(check);
      await check.forEach(
        await sortsOfTask(check, apiKey),
        async (members, one) => {
          const word = wordOf(check.world, `exempt ${JSON.stringify(members)}`);
          const exchange = await ask(one, apiKey, word, members);
          stopWhenUnanswered(exchange);
          one.witnessed();
          expectThat(statusOf(exchange) !== 200, {
            message: `creating a task beyond the plan's allowance must fail, also with ${Object.keys(members).join(", ")}`,
            expected: LIMIT,
            actual: statusAndCode(exchange),
            keyword: "code",
          });
        },
        { first: 1 },
      );
    },
  );
}

/** So many creations are asked for beyond the plan, one after the other: none wears the limit out. */
const TIMES = 10;

function again(refused: (check: CheckContext) => Promise<Asked>): Check {
  return defineCheck(
    {
      requirement: "tasks.plan.limit-code",
      name: "an exhausted plan refuses again and again",
      operations: ["create-task"],
      fixtures: ["exhaustedPlan.apiKey"],
    },
    async (check) => {
      const { apiKey, members } = await refused(check);
      for (let time = 1; time <= TIMES; time += 1) {
        const exchange = await ask(check, apiKey, wordOf(check.world, `beyond the plan again ${time}`), members);
        stopWhenUnanswered(exchange);
        check.witnessed();
        expectThat(isLimit(exchange), {
          message: `creating a task beyond the plan's allowance must fail with the code ${LIMIT}, each time`,
          expected: `a status of the 4xx class with ${LIMIT}`,
          actual: statusAndCode(exchange),
          pointer: "/error/code",
          keyword: "code",
        });
      }
    },
  );
}

/** What a task of this plan can be given here: what its fixture and its own tasks name. */
async function sortsOfTask(check: CheckContext, apiKey: string): Promise<JsonObject[]> {
  const { channel } = check.world.target.fixtures.exhaustedPlan ?? {};
  const statuses = wordsOf(fieldSchema(check.world.document, "create-task", "status"), "the initial status");
  const priorities = wordsOf(fieldSchema(check.world.document, "create-task", "priority"), "priority");
  const [task] = (await list(check, {}, { apiKey })).tasks;
  const named = [
    { parentTaskId: task?.id },
    { assigneeAgentId: task?.createdByAgentId },
    { assigneeAgentId: task?.assigneeAgentId },
  ].filter(isTold);
  const sorts = [
    { description: "with a description", priority: priorities.at(-1) ?? "", status: statuses[0] ?? "" },
    { status: statuses.at(-1) ?? "", priority: priorities[0] ?? "" },
    ...(channel === undefined ? [] : [{ channelId: channel }]),
    ...named.map((members) => members as JsonObject),
  ];
  // Whatever is free by itself may be free beside others: the first is all of them.
  return [allAtOnce(sorts.toReversed()), ...sorts];
}

function isLimit(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return errorCode(exchange) === LIMIT && status >= 400 && status < 500;
}

function createsNothing(refused: (check: CheckContext) => Promise<Asked>): Check {
  return defineCheck(
    {
      requirement: "tasks.plan.creates-nothing",
      name: "nothing is listed of a creation beyond the plan",
      operations: ["create-task", "list-tasks"],
      fixtures: ["exhaustedPlan.apiKey"],
    },
    async (check) => {
      const { exchange, apiKey, word } = await refused(check);
      stopWhenUnanswered(exchange);
      if (statusOf(exchange) === 200) throw new Inconclusive("the creation was accepted", "tasks.plan.limit-code");
      const bound = await boundBeyondThePlan(check);
      // Nothing can be created there that would show how far the listing has come: it gets its whole time.
      await check.throughout(async () => {
        const all = await list(check, {}, { apiKey });
        // A listing with room left shows whatever there is.
        const isEnough = check.world.budget === "smoke" && !all.full;
        const listings = isEnough ? [all] : [all, await list(check, { text: word }, { apiKey })];
        const left = listings.some(({ tasks }) =>
          tasks.some(({ title }) => typeof title === "string" && title.includes(word)),
        );
        expectThat(!left, {
          message: "a creation that fails for the plan's limit must leave no task behind",
          expected: `no task with ${word} in its title`,
          actual: "one is listed",
          pointer: "/data",
          keyword: "left",
        });
        if (bound) await expectNoCard(check, bound);
      });
      check.witnessed();
    },
  );
}

/** What came into a channel of an exhausted plan since a creation was refused there. */
interface Bound {
  readonly anchor: Anchor;
  readonly word: string;
}

/** Asks for a task in the channel that the fixture names, where that key may read and write there. */
async function boundBeyondThePlan(check: CheckContext): Promise<Bound | null> {
  const { apiKey = "", channel } = check.world.target.fixtures.exhaustedPlan ?? {};
  if (channel === undefined || check.world.budget === "smoke") return null;
  return ifPossible(async () => {
    const anchor = await dropAnchor(check, channel, { apiKey });
    const word = wordOf(check.world, "beyond the plan in a channel");
    return isLimit(await ask(check, apiKey, word, { channelId: channel })) ? { anchor, word } : null;
  });
}

async function expectNoCard(check: CheckContext, { anchor, word }: Bound): Promise<void> {
  const { messages, exchanges } = await readSince(check, anchor);
  judging(exchanges.slice(-1), () =>
    expectThat(!messages.some((message) => JSON.stringify(message).includes(word)), {
      message: "a creation that fails for the plan's limit must post no card",
      expected: `no message with ${word}`,
      actual: "one is there",
      pointer: "/data/messages",
      keyword: "card",
    }),
  );
}

/** What came of using the small plan up. */
interface UsedUp extends Places {
  /** The creation that was asked for when none was left. */
  readonly last: Exchange;
  /** Asks for one more. */
  readonly place: (index: number, members: JsonObject) => Promise<Exchange>;
}

/** As many succeed as remain; the last place is asked for by several at once, and goes to one of them. */
function counts(usedUp: (check: CheckContext) => Promise<UsedUp>): Check {
  return defineCheck(
    {
      requirement: "tasks.plan.counts",
      name: "as many creations succeed as the plan has left, also when several ask at once",
      operations: ["create-task"],
      fixtures: ["smallPlan.apiKey", "smallPlan.remaining"],
    },
    async (check) => {
      const { last, place, ...places } = await usedUp(check);
      judgeCount(check, places.made, last, places.remaining);
      await expectAllMade(check, places);
      await expectNoneLeft(check, places.made, place);
    },
  );
}

/** An agent with few tasks is listed all of them on one page: what any status or parent hides without a filter shows there. */
function allListed(usedUp: (check: CheckContext) => Promise<UsedUp>): Check {
  return defineCheck(
    {
      requirement: "tasks.create.listed",
      name: "tasks of every sort are listed for their maker without a filter",
      operations: ["create-task", "list-tasks"],
      fixtures: ["smallPlan.apiKey", "smallPlan.remaining"],
    },
    async (check) => {
      const { made, apiKey } = await orAside(() => usedUp(check));
      const accepted = made.filter((exchange) => statusOf(exchange) === 200);
      if (accepted.length === 0) throw new StoodAside("the small plan has nothing left");
      await check.eventually(async () => {
        const listing = await list(check, {}, { apiKey });
        if (listing.full) throw new StoodAside("its agent has more tasks than a listing shows");
        for (const exchange of accepted) {
          const id = stringAt(exchange, "/data/id");
          check.witnessed();
          expectThat(listing.ids.includes(id), {
            message: "a task that the caller created must be listed for it, whatever its status and its parent",
            expected: `the task ${id} in the listing`,
            actual: `${listing.ids.length} tasks without it`,
            pointer: "/data",
            keyword: "missing",
          });
        }
      });
    },
  );
}

async function useUp(check: CheckContext): Promise<UsedUp> {
  const { apiKey = "", remaining = 0 } = check.world.target.fixtures.smallPlan ?? {};
  if (remaining < 1) throw noneLeft("the small plan has nothing left, as its fixture says");
  const place = (index: number, members: JsonObject = {}, options: CallOptions = {}) =>
    ask(check, apiKey, wordOf(check.world, `place ${index}`), members, options);
  const statuses = wordsOf(fieldSchema(check.world.document, "create-task", "status"), "the initial status");
  const priorities = wordsOf(fieldSchema(check.world.document, "create-task", "priority"), "priority");
  const made = await askInVain(check, (index, members) => place(-index, members));
  const first = made.length;
  for (let index = 1 + first; index < remaining; index += 1) {
    // Tasks of every sort count: each in another status and of another priority, all but the first below the first.
    const parent = made[0] === undefined ? undefined : valueAt(made[0], "/data/id");
    const below = typeof parent === "string" ? { parentTaskId: parent } : {};
    const status = statuses[(index - 1) % statuses.length] ?? "";
    const priority = priorities[index % priorities.length] ?? "";
    const members = { status, priority, description: DESCRIPTION, ...below };
    made.push(await placeAssigned(made[0], (assignee) => place(index, { ...members, ...assignee })));
  }
  // Each by itself waits for its turn among all requests of the run: urgent ones are on their way at once.
  const rivals = Array.from({ length: RIVALS }, (_, index) =>
    place(remaining + index, rivalOf(priorities, index), { urgent: true }),
  );
  made.push(...(await Promise.all(rivals)));
  const last = await place(remaining + RIVALS);
  made.push(last);
  for (const exchange of made) stopWhenUnanswered(exchange);
  return { made, remaining, apiKey, last, place: (index, members) => place(remaining + RIVALS + index, members) };
}

/** What a task that uses up the plan says beside its title. */
const DESCRIPTION = "Counted like **any** other";

/** Of those that ask for the last place the first is plain, and the others are of the most urgent: none is let in besides. */
function rivalOf(priorities: readonly string[], index: number): JsonObject {
  const priority = priorities[priorities.length - index];
  return priority === undefined ? {} : { priority, description: DESCRIPTION };
}

/** Creations that are no tasks, which use nothing up; those that this target accepts all the same. */
async function askInVain(
  check: CheckContext,
  place: (index: number, members: JsonObject) => Promise<Exchange>,
): Promise<Exchange[]> {
  if (check.world.budget === "smoke") return [];
  const { memberChannel } = check.world.target.fixtures;
  const wrong: readonly JsonObject[] = [
    { priority: "no-such-priority" },
    ...(memberChannel === undefined ? [] : [{ channelId: absentId(memberChannel, check.world.mark) }]),
  ];
  const tried: Exchange[] = [];
  for (const [index, members] of wrong.entries()) tried.push(await place(index + 1, members));
  return tried.filter((exchange) => statusOf(exchange) === 200);
}

/** A task for the agent that made the first, where that is told and taken. */
async function placeAssigned(
  first: Exchange | undefined,
  place: (assignee: JsonObject) => Promise<Exchange>,
): Promise<Exchange> {
  const maker = first === undefined ? undefined : valueAt(first, "/data/createdByAgentId");
  if (typeof maker !== "string") return place({});
  const exchange = await place({ assigneeAgentId: maker });
  return statusOf(exchange) === 200 || isLimit(exchange) ? exchange : place({});
}

/** Nor is there room for a task of another sort: those below one that was made while there was, and assigned ones, count as well. */
async function expectNoneLeft(
  check: CheckContext,
  made: readonly Exchange[],
  place: (index: number, members: JsonObject) => Promise<Exchange>,
): Promise<void> {
  const isSmall = check.world.budget === "smoke";
  const accepted = made.filter((exchange) => statusOf(exchange) === 200);
  const parents = accepted.map((exchange) => valueAt(exchange, "/data/id"));
  const ends = [...parents.slice(0, 1), ...(isSmall ? [] : parents.slice(-1))];
  const makers = isSmall ? [] : accepted.slice(0, 1).map((exchange) => valueAt(exchange, "/data/createdByAgentId"));
  const sorts = [
    ...ends.map((parentTaskId) => ({ what: "a sub-task", members: { parentTaskId } })),
    ...makers.map((assigneeAgentId) => ({ what: "a task for its own agent", members: { assigneeAgentId } })),
  ];
  for (const [index, { what, members }] of sorts.entries()) {
    if (!isTold(members)) continue;
    const exchange = await place(index + 1, members as JsonObject);
    stopWhenUnanswered(exchange);
    expectThat(statusOf(exchange) !== 200, {
      message: `once the allowance is used up, creating ${what} must fail as well`,
      expected: LIMIT,
      actual: statusAndCode(exchange),
      keyword: what === "a sub-task" ? "sub-task" : "assigned",
    });
  }
}

/** Whether all of these ids were told. */
function isTold(members: Readonly<Record<string, Json | undefined>>): boolean {
  return Object.values(members).every((id) => typeof id === "string");
}

function judgeCount(check: CheckContext, made: readonly Exchange[], last: Exchange, remaining: number): void {
  const accepted = made.filter((exchange) => statusOf(exchange) === 200).length;
  if (accepted === 0) {
    const reason = "the small plan has nothing left: an earlier run may have used it";
    throw isLimit(last) ? noneLeft(reason) : new Inconclusive(reason);
  }
  check.witnessed();
  expectThat(accepted <= remaining, {
    message: `no more tasks may be created than the ${remaining} that the plan has left`,
    expected: `at most ${remaining}`,
    actual: `${accepted} were accepted`,
    keyword: "too-many",
  });
  expectThat(isLimit(last), {
    message: `once the allowance is used up, creating a task must fail with the code ${LIMIT}`,
    expected: LIMIT,
    actual: statusAndCode(last),
    pointer: "/error/code",
    keyword: "code",
  });
}

/** What the small plan was asked for, and how much its fixture says that it has left. */
interface Places {
  readonly made: readonly Exchange[];
  readonly remaining: number;
  readonly apiKey: string;
}

async function expectAllMade(check: CheckContext, { made, remaining, apiKey }: Places): Promise<void> {
  const accepted = made.filter((exchange) => statusOf(exchange) === 200).length;
  if (accepted < remaining) await stopWhenUsedByOthers(check, apiKey, remaining - accepted);
  expectThat(accepted === remaining, {
    message: `as many tasks must be created as the ${remaining} that the plan has left`,
    expected: String(remaining),
    actual: `${accepted} were accepted`,
    keyword: "too-few",
  });
}

/** How the titles begin that any run gives here: two words of twelve letters. */
const OF_SOME_RUN = /^[a-z]{12} [a-z]{12}\b/;

/** As with the tokens of a challenge: what earlier runs have used up is a fixture that is missing, and may be accepted as such. */
function noneLeft(reason: string): Skipped {
  return new Skipped(reason, ["smallPlan.remaining"]);
}

/** A run that was stopped, or one beside this one, has used what the fixture says is left: its tasks are there. */
async function stopWhenUsedByOthers(check: CheckContext, apiKey: string, missing: number): Promise<void> {
  await check.settled();
  const listing = await ifPossible(() => list(check, {}, { apiKey }));
  const others = (listing?.tasks ?? []).filter(
    ({ title }) => OF_SOME_RUN.test(String(title)) && !String(title).includes(check.world.mark),
  );
  if (others.length < missing) return;
  throw noneLeft(
    `tasks of another run may have used up ${missing} of what smallPlan.remaining says: state what is left now`,
  );
}
