import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsIn } from "../../models/document-facts.ts";
import { callers } from "../callers.ts";
import { ABSENT, levelOfFixture, levelsOfCounts, levelsOfWords, SENDINGS, type Table } from "../table.ts";
import { levelsOfSearch } from "../texts.ts";
import { tasksOf } from "../things.ts";
import { agentLevels, channelLevels } from "./fixtures.ts";

/** Every filter with every other one, with and without a count, for tasks in every state that the run has brought about. */
export function listTasks(check: CheckContext): Table {
  const { world } = check;
  const schema = (role: string) => parameterSchema(world.document, "list-tasks", role);
  const filter = (role: string) => ({ name: role, levels: [ABSENT, ...levelsOfWords(role, wordsIn(schema(role)))] });
  const texts = [
    ...levelsOfSearch(world, "text", "title"),
    ...levelsOfSearch(world, "text", "description").filter(({ fits }) => fits !== undefined),
    {
      name: "an identifier",
      gives: ({ fields }) => ({ text: typeof fields.identifier === "string" ? fields.identifier : world.mark }),
    },
  ] satisfies Table["factors"][number]["levels"];
  const user = { member: "assigneeUser", path: "user", field: "assigneeUserId" };
  return {
    operation: "list-tasks",
    about: ["create-task", "block-task", "release-task"],
    things: () => tasksOf(check),
    factors: [
      filter("status"),
      filter("priority"),
      { name: "assigneeAgent", levels: [ABSENT, ...agentLevels(world, "assigneeAgent")] },
      { name: "assigneeUser", levels: [ABSENT, levelOfFixture("a user", user, world.target.fixtures.user)] },
      { name: "channel", levels: [ABSENT, ...channelLevels(world, "channel")] },
      { name: "text", levels: [ABSENT, ...texts] },
      { name: "limit", levels: [ABSENT, ...levelsOfCounts("limit", [1, 2, 7, numberAt(schema("limit"), "maximum")])] },
      callers(world),
      SENDINGS,
    ],
  };
}
