import type { Fake } from "../fake.ts";
import { makeMemory, makeMessage, makeTask } from "../fixtures/seeding.ts";
import { referenceRules } from "../reference-rules.ts";
import { callerOf } from "../service.ts";

const rules = referenceRules();
const WORDS = "ferry queue importer night backup harbour ticket canvas meadow signal copper lantern orchard".split(" ");
const PRIORITIES = ["none", "low", "medium", "high", "urgent"] as const;
const STATUSES = ["triage", "backlog", "todo", "in_progress", "in_review"] as const;

/** Adds ten messages, one task and one memory for each unit of size to the caller's workspace. */
export function grow({ service, apiKey, fixtures }: Fake, size: number): void {
  const key = service.keys.get(apiKey);
  const { memberChannel, secondMemberChannel, scope } = fixtures;
  if (key === undefined || !memberChannel || !secondMemberChannel || !scope) throw new Error("the fake lacks fixtures");
  key.workspace.plan.monthlyTasks = Number.MAX_SAFE_INTEGER;
  const { random } = service;
  const word = () => WORDS[random.uint32() % WORDS.length] ?? "word";
  const text = (rare: number) => `${word()} ${word()} ${word()} n${rare} ${word()} ${word()}`;
  for (let unit = 0; unit < size; unit++) {
    const caller = { ...callerOf(service, key), rules };
    for (let index = 0; index < 10; index++) {
      makeMessage(caller, index % 2 ? memberChannel : secondMemberChannel, text(unit * 10 + index));
    }
    makeTask(caller, text(unit), {
      priority: PRIORITIES[unit % 5] ?? "none",
      status: STATUSES[unit % 5] ?? "todo",
      channelId: undefined,
    });
    makeMemory(caller, scope, text(unit), { from: "bench", metadata: { tags: [`t${unit % 100}`] } });
  }
}

/** Creates tasks that are assigned to the caller; returns their ids, oldest first. */
export function assign({ service, apiKey }: Fake, count: number): string[] {
  const key = service.keys.get(apiKey);
  if (key === undefined) throw new Error("the fake lacks its key");
  const caller = { ...callerOf(service, key), rules };
  return Array.from({ length: count }, () => makeTask(caller, "Free me", { assigneeAgentId: key.agent.id }).task.id);
}
