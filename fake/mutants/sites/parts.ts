import { participationOf, type StoredTask } from "../../features/tasks/model.ts";
import type { Change } from "../../overrides/changes.ts";
import { REMOVED } from "../../overrides/edit-at-path.ts";
import type { Caller } from "../../service.ts";
import type { PartEdit, PartSite } from "../model.ts";

/** The texts that a search of tasks reads. */
const TEXTS = ["title", "description", "identifier"] as const;

/** The ways in which a task can be an agent's. */
const WAYS = ["assigned", "created", "commented", "mentioned"];

/** Returns the parts of rules that read several values. */
export function partSites(): PartSite[] {
  const texts = TEXTS.map(
    (name): PartSite => ({
      kind: "part",
      id: `rules.tasks.filters.text/${name}`,
      operation: "list-tasks",
      isText: true,
      claim: `tasks.list.text-${name}`,
      seen: (edit) => searching(name, edit),
    }),
  );
  const ways = [...WAYS, ...WAYS.map((way) => `owned-${way}`), "channel"].map(
    (way): PartSite => ({
      kind: "part",
      id: `rules.tasks.maySee/${way}`,
      operation: "list-tasks",
      isText: false,
      claim: `tasks.visibility.${way}`,
      seen: (edit) => seeing(way, edit),
    }),
  );
  return [...texts, ...ways];
}

function searching(name: (typeof TEXTS)[number], edit: PartEdit): Change {
  return {
    rules: (before) => ({
      tasks: {
        filters: {
          text: (task, wanted) => {
            const value = task[name];
            const edited = value === null ? null : edit(value, task);
            return before.tasks.filters.text({ ...task, [name]: edited === REMOVED ? "" : edited }, wanted);
          },
        },
      },
    }),
  };
}

/** Returns the change in which an agent does not see a task that it would see in only this way. */
function seeing(way: string, edit: PartEdit): Change {
  return {
    rules: (before) => ({
      tasks: {
        maySee: (caller, stored) => {
          if (!before.tasks.maySee(caller, stored)) return false;
          const ways = waysOf(caller, stored);
          return !ways.includes(way) || edit(way, stored.task) === way || ways.some((other) => other !== way);
        },
      },
    }),
  };
}

function waysOf({ workspace: { directory }, agent }: Caller, stored: StoredTask): string[] {
  const { channelId } = stored.task;
  const takenBy = (id: string) =>
    Object.entries(participationOf(stored, id)).flatMap(([way, holds]) => (holds ? [way] : []));
  return [
    ...takenBy(agent.id),
    ...directory.ownedBy(agent.id).flatMap((owned) => takenBy(owned).map((way) => `owned-${way}`)),
    ...(channelId !== null && directory.isMember(channelId, agent.id) ? ["channel"] : []),
  ];
}
