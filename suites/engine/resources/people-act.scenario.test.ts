import { expect, test } from "vitest";
import { createFake, type Extension, type FakeOptions } from "../../../fake/index.ts";
import { asObject, type Json } from "../../../spec/json.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";
import { ordinaryRun } from "../check/options.ts";

type Workspace = ReturnType<Parameters<Extension>[0]["workspaces"]["values"]> extends Iterable<infer One> ? One : never;

/** Simulates people who act on each resource of an operation after this many milliseconds. */
function people(operation: string, afterMs: number, act: (workspace: Workspace, id: string) => void): FakeOptions {
  const attending: Extension = (service) => {
    const seen: { readonly at: number; readonly id: string }[] = [];
    return {
      around: (call, next) => {
        while (seen[0] !== undefined && call.at - seen[0].at >= afterMs) {
          for (const workspace of service.workspaces.values()) act(workspace, seen[0].id);
          seen.shift();
        }
        const reply = next();
        const { id } = asObject(asObject(reply.body as Json).data);
        if (call.operation === operation && typeof id === "string") seen.push({ at: call.at, id });
        return reply;
      },
    };
  };
  return { extensions: [attending] };
}

/** People clear flags that they have handled. */
const flagsCleared = people("flag-needs-human", 300, ({ messages }, id) => {
  const message = messages.get(id)?.message;
  if (message !== undefined) message.metadata = {};
});

const tasksCompleted = (afterMs: number) =>
  people("create-task", afterMs, ({ tasks }, id) => {
    const stored = tasks.get(id);
    if (stored !== undefined) tasks.change(stored, { status: "done", version: stored.task.version + 1 });
  });

/** People clear the assignment. */
const tasksUnassigned = (afterMs: number) =>
  people("create-task", afterMs, ({ tasks }, id) => {
    const stored = tasks.get(id);
    if (stored !== undefined) tasks.change(stored, { assigneeAgentId: null, version: stored.task.version + 1 });
  });

async function verdictsOf(options: FakeOptions, only: readonly string[]) {
  const fake = await createFake({ seed: 1, ...options });
  try {
    const target = completeTarget({ ...fake.target, consistency: { timeoutMs: 1500 } }, process.cwd());
    const { requirements } = await runChecksOrThrow(ordinaryRun(target, { only: [...only] }));
    return requirements.filter(({ id }) => only.includes(id)).map(({ verdict, reason }) => ({ verdict, reason }));
  } finally {
    await fake.close();
  }
}

test("fails nothing if people clear flags", async () => {
  expect(await verdictsOf(flagsCleared, ["messages.flag.persists"])).toEqual([
    { verdict: "inconclusive", reason: expect.stringContaining("the target clears flags by itself") },
  ]);
});

test("fails if the next flag or another request clears a flag", async () => {
  for (const mutant of ["handwritten@flagging-removes-other-flags", "undo-later@flag-needs-human"]) {
    const [flag] = await verdictsOf({ mutants: [mutant] }, ["messages.flag.persists"]);
    expect(flag?.verdict, mutant).toBe("fail");
  }
});

test.each<[string, FakeOptions, string]>([
  ["completed a moment after their creation", tasksCompleted(300), "tasks.block.succeeds"],
  ["completed at once", tasksCompleted(0), "tasks.block.succeeds"],
  ["taken away from their assignee a moment after their creation", tasksUnassigned(300), "tasks.release.succeeds"],
  ["taken away from their assignee at once", tasksUnassigned(0), "tasks.release.succeeds"],
])("fails nothing if tasks are %s", async (_, server, requirement) => {
  const [moved] = await verdictsOf(server, [requirement]);
  expect(["pass", "inconclusive"], String(moved?.reason)).toContain(moved?.verdict);
});

test.each<[string, FakeOptions, string]>([
  ["block", tasksCompleted(300), "forbid@block-task[row.createdByAgentId=caller]"],
  ["release", tasksUnassigned(300), "forbid@release-task"],
])("fails a %s that is rejected immediately, although people act later", async (move, server, mutant) => {
  expect(await verdictsOf({ ...server, mutants: [mutant] }, [`tasks.${move}.succeeds`])).toMatchObject([
    { verdict: "fail" },
  ]);
});
