import { asObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { hasFixture } from "../../target/fixtures.ts";
import { valueAt } from "../../verifiers/read.ts";
import type { View } from "../../verifiers/same-resource.ts";
import { type Component, expectOrdered } from "../../verifiers/time-order.ts";
import { defineCheck } from "../define-check.ts";
import { burstOf } from "./burst.ts";
import { shownMemories, shownTasks } from "./shown.ts";

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
];

/** No resource is updated before it was created, but for what lies between two clocks of the server. */
export function timeChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "consistency.timestamps",
        name: "no task, message or memory was updated before it was created",
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
          await check.forEach(await views(check), async (view, one) => one.asserted(expectOrdered(component, view)), {
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
