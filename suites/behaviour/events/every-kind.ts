import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { comesToBe, ifPossible } from "../../engine/attempt.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { Inconclusive, StoodAside } from "../../engine/outcome.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { fieldSchema, wordsOf } from "../document-facts.ts";
import { judging } from "../evidence.ts";
import { blockTask, type MadeTask, makeTask, releaseTask } from "../tasks/requests.ts";
import { type Anchor, dropAnchor, type Feed, inOneGo, readSince } from "./channel-feed.ts";
import { type Events, namesOf, type TaskEvent } from "./lifecycle.ts";
import { mayMention } from "./mentions.ts";

const MOVES = ["creation", "block", "release"] as const satisfies readonly TaskEvent[];

/** A bound task of one kind, with what has happened to it. */
interface Kind {
  readonly members: JsonObject;
  readonly task: MadeTask;
  readonly accepted: Set<TaskEvent>;
  carded: boolean;
}

/** What is told of one bound task is told of the others, whatever status and priority they begin with. */
export function cardsOfEveryKind(events: (check: CheckContext) => Promise<Events>): Check {
  return defineCheck(
    {
      requirement: "events.task-card",
      name: "bound tasks of every status and priority are named in their channel by some event of their lives",
      operations: ["create-task", "block-task", "release-task", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (asked) => {
      const told = toldOf(await events(asked));
      if (told.size === 0) throw new StoodAside("no event of a bound task is told here");
      const check = inOneGo(asked);
      const anchor = await dropAnchor(check, check.world.target.fixtures.memberChannel ?? "");
      const kinds = await makeKinds(check, anchor);
      if (kinds.length === 0) throw new StoodAside("no bound task with a status and a priority is taken");
      let feed: Feed | null = null;
      for (const event of MOVES) {
        const left = kinds.filter(({ carded }) => !carded);
        if (event !== "creation") await move(check, left, event);
        // Which events are told is open: for one that is not there is no waiting.
        if (told.has(event) && left.length > 0) feed = await lookFor(check, anchor, left);
      }
      for (const kind of kinds) expectCard(check, kind, told, feed);
    },
  );
}

/** The events after which a bound task was named in its channel. */
function toldOf({ bound }: Events): ReadonlySet<TaskEvent> {
  return new Set(bound.flatMap(({ carded }) => carded.flatMap(({ event, card }) => (card ? [event] : []))));
}

/** One task for each status that a task may begin with; the priorities take turns. */
async function makeKinds(check: CheckContext, { channel }: Anchor): Promise<readonly Kind[]> {
  const { document } = check.world;
  const assigneeAgentId = await check.reference("agent");
  const priorities = wordsOf(fieldSchema(document, "create-task", "priority"), "priority");
  const kinds: Kind[] = [];
  for (const [index, status] of wordsOf(fieldSchema(document, "create-task", "status"), "status").entries()) {
    const members = { status, priority: priorities[index % priorities.length] ?? "" };
    const make = () => makeTask(check, `of a kind ${index}`, { ...members, assigneeAgentId, channelId: channel });
    const task = await ifPossible(make);
    if (task) kinds.push({ members, task, accepted: new Set(["creation"]), carded: false });
  }
  return kinds;
}

async function move(check: CheckContext, kinds: readonly Kind[], event: TaskEvent): Promise<void> {
  for (const { task, accepted } of kinds) {
    const answer = await (event === "block" ? blockTask(check, task.id, "Waiting") : releaseTask(check, task.id));
    if (statusOf(answer) === 200) accepted.add(event);
  }
}

/** Reads the channel until each of the tasks is named there, or the target's patience is over. */
async function lookFor(check: CheckContext, anchor: Anchor, kinds: readonly Kind[]): Promise<Feed> {
  let feed: Feed = { messages: [], exchanges: [], whole: true };
  const told = await comesToBe(check, async () => {
    feed = await readSince(check, anchor);
    for (const kind of kinds) {
      const names = namesOf(kind.task);
      kind.carded ||= feed.messages.some((message) => mayMention(message, names, check.world.mark));
    }
    expectThat(
      kinds.every(({ carded }) => carded),
      { message: "no card yet", expected: "a card for each", actual: "fewer", keyword: "lag" },
    );
  });
  if (!told && !feed.whole) {
    throw new Inconclusive("others write so much into the channel that it cannot be read to its end");
  }
  return feed;
}

/** A task to which less happened than what was told of another has told nothing yet. */
function expectCard(
  check: CheckContext,
  { members, task, accepted, carded }: Kind,
  told: ReadonlySet<TaskEvent>,
  feed: Feed | null,
): void {
  if (!carded && ![...told].every((event) => accepted.has(event))) return;
  check.witnessed();
  judging([task.answer, ...(feed?.exchanges.slice(-1) ?? [])], () =>
    expectThat(carded, {
      message: `a lifecycle event of a task that is bound to a channel must post a card there, as it does for another (${JSON.stringify(members)})`,
      expected: "a message that names the task by id, identifier or title",
      actual: `none after ${[...accepted].join(", ")}`,
      keyword: "missing",
    }),
  );
}
