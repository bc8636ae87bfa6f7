import { expect, test } from "vitest";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { givenFilters, matches } from "../../models/task-filters.ts";
import { type Inhabitant, natureOf } from "./population.ts";
import { allBesideEach } from "./wholes.ts";

function inhabitant(index: number, asked: JsonObject): Inhabitant {
  const answer = answeredExchange(200, { success: true, data: { id: `t${index}`, identifier: `WA-${index}` } });
  const word = `word${index}`;
  return {
    id: `t${index}`,
    word,
    foreignWord: word,
    descriptionWord: `description${index}`,
    markedWords: [],
    asked,
    answer,
  };
}

const OURS = [
  inhabitant(0, { title: "none", status: "todo", priority: "low" }),
  inhabitant(1, { title: "an agent's", status: "blocked", priority: "high", assigneeAgentId: "a1", channelId: "c1" }),
  inhabitant(2, { title: "a user's", status: "triage", priority: "none", assigneeUserId: "u1", channelId: "c2" }),
];

const asked = () => {
  const { agents, users } = allBesideEach(OURS, "all");
  return [...agents, ...users];
};

test("all filters of a task of an agent and of one of a user let in that task, by its own texts", () => {
  const all = asked();
  const listed = all.filter((one) => one.listed !== undefined);
  expect(listed.map(({ text, listed: task }) => [task?.id, text])).toEqual([
    ["t1", "description1"],
    ["t1", "WA-1"],
    ["t2", "description2"],
    ["t2", "WA-2"],
  ]);
  for (const { wanted, listed: task } of listed) expect(task && matches(natureOf(task), wanted)).toBe(true);
});

test("each filter once has a value that keeps that task out, beside all others", () => {
  // Those of an agent beside a word of all, and those of a user beside the identifier of its task.
  const swapped = asked().filter(({ text, listed }) => text === "all" || (text === "WA-2" && listed === undefined));
  const kept = (wanted: (typeof swapped)[number]["wanted"]) =>
    givenFilters(wanted).filter((role) => OURS.some((one) => matches(natureOf(one), { [role]: wanted[role] })));
  for (const { wanted } of swapped) {
    expect(OURS.some((one) => matches(natureOf(one), wanted))).toBe(false);
    expect(kept(wanted)).toEqual(givenFilters(wanted));
  }
  expect(swapped).toHaveLength(6);
});

test("an agent beside a user, whom no task has both", () => {
  expect(asked().at(-1)).toEqual({ wanted: { assigneeAgent: "a1", assigneeUser: "u1" } });
});
