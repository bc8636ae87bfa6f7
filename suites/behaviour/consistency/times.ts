import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { ifPossible } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { hasFixture } from "../../target/fixtures.ts";
import { fail } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { needListed } from "../tasks/listing.ts";
import { makeTask } from "../tasks/requests.ts";
import { burstOf } from "./burst.ts";
import type { View } from "./sameness.ts";
import { shownMemories, shownTasks } from "./shown.ts";

/** Times of a resource that cannot lie before its creation, by component. */
const LATER = {
  Task: { created: "createdAt", later: ["updatedAt", "completedAt", "cancelledAt", "archivedAt", "deletedAt"] },
  Message: { created: "createdAt", later: ["updatedAt", "deletedAt"] },
  Memory: { created: "created_at", later: ["last_reinforced_at", "invalidated_at", "expires_at"] },
} as const;

type Component = keyof typeof LATER;

/** Answers that show a component, and what they need. */
interface Source {
  readonly component: Component;
  readonly fixtures: readonly string[];
  views(check: CheckContext): Promise<readonly View[]>;
}

const SOURCES: readonly Source[] = [
  {
    component: "Task",
    fixtures: [],
    async views(check) {
      const { burst, last } = await burstOf(check.world).tasks(check);
      const changes = await Promise.all(["block-task", "release-task"].map((id) => check.searchBaseline(id)));
      const changed = changes.flatMap(({ found }) => (found ? [found.exchange] : []));
      return asAnswered([...[...burst, last].map(({ answer }) => answer), ...changed]);
    },
  },
  { component: "Task", fixtures: [], views: shownTasks },
  {
    component: "Message",
    fixtures: ["memberChannel"],
    async views(check) {
      const { burst, last } = await burstOf(check.world).messages(check);
      const flag = await check.baseline("flag-needs-human");
      return asAnswered([...[...burst, last].map(({ answer }) => answer), flag.exchange]);
    },
  },
  {
    component: "Memory",
    fixtures: [],
    async views(check) {
      const { burst, last } = await burstOf(check.world).memories(check);
      return asAnswered([...burst, last].map(({ answer }) => answer));
    },
  },
  { component: "Memory", fixtures: [], views: shownMemories },
  { component: "Task", fixtures: [], views: aboveAnother },
];

/** What is made below a task may touch it. In a smoke run some of the tasks that lists show stand above others already. */
async function aboveAnother(check: CheckContext): Promise<readonly View[]> {
  if (check.world.budget === "smoke") return [];
  const above = await makeTask(check, "above another");
  const below = await ifPossible(() => makeTask(check, "below another", { parentTaskId: above.id }));
  if (below === null) return [];
  const { exchange, pointer, task: value } = await needListed(check, above);
  return [{ exchange, pointer, value }];
}

/** No resource is updated before it was created, but for what lies between two clocks of the server. */
export function timeChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "consistency.timestamps",
        name: "the times of tasks, messages and memories wherever they are shown",
        operations: [
          "create-task",
          "block-task",
          "release-task",
          "list-tasks",
          "send-message",
          "flag-needs-human",
          "remember",
        ],
      },
      // One check for all: a service may give the time of an update for some of them only.
      async (check) => {
        const { fixtures } = check.world.target;
        const sources = SOURCES.filter((source) => source.fixtures.every((path) => hasFixture(fixtures, path)));
        for (const { component, views } of sources) {
          await check.forEach(await views(check), async (view, one) => one.witnessed(expectOrdered(component, view)), {
            describe: ({ pointer, value }) => ({ pointer, id: value.id ?? null }),
          });
        }
      },
    ),
  ];
}

function asAnswered(exchanges: readonly Exchange[]): View[] {
  return exchanges.map((exchange) => {
    const value = valueAt(exchange, "/data");
    return { exchange, pointer: "/data", value: asObject(value) };
  });
}

/** Fails where a time lies before the creation; how many times were compared. */
export function expectOrdered(component: Component, { exchange, pointer, value }: View): number {
  let compared = 0;
  const { created, later } = LATER[component];
  for (const field of later) {
    const [from, to] = [timeAt(value, created), timeAt(value, field)];
    if (from === null || to === null) continue;
    compared += 1;
    if (Date.parse(to) >= Date.parse(from) - slack(from, to)) continue;
    fail({
      message: `the ${field} of a ${component.toLowerCase()} must not lie before its ${created}`,
      expected: `${from} or later`,
      actual: to,
      verifier: "times",
      pointer: `${pointer}/${field}`,
      keyword: field,
      exchanges: [exchange],
    });
  }
  return compared;
}

function timeAt(value: JsonObject, field: string): string | null {
  const text = value[field];
  return typeof text === "string" && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** One time may be told by the clock of a database, and the other by that of what writes to it. */
const BETWEEN_CLOCKS_MS = 1_000;

/** Times that are written alike were cut alike; else the coarser one may have lost up to a second. */
function slack(one: string, other: string): number {
  const digits = (text: string) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  return BETWEEN_CLOCKS_MS + (digits(one) === digits(other) ? 0 : 1_000);
}
