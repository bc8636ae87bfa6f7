import { FIELD_FILTERS, FILTERED_FIELDS, givenFilters, type Wanted } from "../../models/task-filters.ts";
import { valueAt } from "../../verifiers/read.ts";
import { type Inhabitant, natureOf } from "./population.ts";

/** Filters and a text, as a listing is asked for. */
export interface Asked {
  readonly wanted: Wanted;
  readonly text?: string;
  /** A task that has all of it, where there is one for certain. */
  readonly listed?: Inhabitant;
}

/**
 * All filters of one task together with a text of its own, and then each time one of them with another's value: what is not
 * heeded beside any of the others shows in few listings. One such task is an agent's, and one a user's: no task is both.
 */
export function allBesideEach(
  ours: readonly Inhabitant[],
  word: string,
): Readonly<Record<"agents" | "users", readonly Asked[]>> {
  const agents = wholeOf(ours, "assigneeAgent", "assigneeUser");
  const users = wholeOf(ours, "assigneeUser", "assigneeAgent");
  const [agent, user] = [agents?.wanted.assigneeAgent, users?.wanted.assigneeUser];
  const both = agent === undefined || user === undefined ? [] : [{ assigneeAgent: agent, assigneeUser: user }];
  return {
    agents: agents === null ? [] : besideEach(agents, ours, word, "assigneeAgent"),
    users: [
      ...(users === null ? [] : besideEach(users, ours, word, "assigneeUser")),
      ...both.map((wanted) => ({ wanted })),
    ],
  };
}

interface Whole {
  readonly task: Inhabitant;
  readonly wanted: Wanted;
}

/** The task with most filters that is somebody's, and nobody else's. */
function wholeOf(ours: readonly Inhabitant[], owner: keyof Wanted, other: keyof Wanted): Whole | null {
  const owned = ours
    .map((task) => ({ task, wanted: filtersOf(task) }))
    .filter(({ wanted }) => wanted[owner] !== undefined && wanted[other] === undefined);
  return owned.toSorted((one, two) => givenFilters(two.wanted).length - givenFilters(one.wanted).length)[0] ?? null;
}

function besideEach(
  { task, wanted }: Whole,
  ours: readonly Inhabitant[],
  word: string,
  owner: keyof Wanted,
): readonly Asked[] {
  const identifier = valueAt(task.answer, "/data/identifier");
  const stranger = ours.find(({ id }) => id !== task.id);
  // A text that finds a task by what tells it from all others may end the search as well as one of many.
  const isTold = owner === "assigneeUser" && typeof identifier === "string" && identifier !== "";
  const swapped = givenFilters(wanted).flatMap((role) => {
    const other = ours.map((one) => filtersOf(one)[role]).find((one) => one !== undefined && one !== wanted[role]);
    return other === undefined ? [] : [{ wanted: { ...wanted, [role]: other }, text: isTold ? identifier : word }];
  });
  return [
    { wanted, text: task.descriptionWord ?? task.word, listed: task },
    ...(typeof identifier === "string" && identifier !== "" ? [{ wanted, text: identifier, listed: task }] : []),
    ...swapped,
    ...(stranger === undefined ? [] : [{ wanted, text: stranger.word }]),
  ];
}

/** What a task is listed by. */
export function filtersOf(task: Inhabitant): Wanted {
  const nature = natureOf(task);
  const entries = FIELD_FILTERS.flatMap((role) => {
    const value = nature[FILTERED_FIELDS[role]];
    return typeof value === "string" && value !== "" ? [[role, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
