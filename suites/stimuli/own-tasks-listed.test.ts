import { expect, test } from "vitest";
import { loadDocument } from "../../spec/document/document.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { CheckContext } from "../engine/check/check.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { Failure } from "../outcome/failure.ts";
import { NotApplicable } from "../outcome/skipped.ts";
import { acceptedEntry } from "../rules/testing/entries.ts";
import { ownTasksListed } from "./own-tasks-listed.ts";

/** Runs the check after these creations, on a target that lists these tasks. */
async function checked(created: readonly HistoryEntry[], listed: readonly string[]) {
  const check = {
    context: { document: await loadDocument(), budget: "smoke" },
    history: () => created,
    call: async () => answeredExchange(200, { success: true, data: listed.map((id) => ({ id })) }),
    eventually: (attempt: () => Promise<unknown>) => attempt(),
    asserted: () => {},
  } as unknown as CheckContext;
  return ownTasksListed().run(check);
}

const created = ["t1", "t2"].map((id) => acceptedEntry({ title: "one title" }, { id }));

test("each created task must be listed, also with another of the same title", async () => {
  await checked(created, ["t0", "t2", "t1"]);
  await expect(checked(created, ["t0", "t2"])).rejects.toBeInstanceOf(Failure);
});

test("tasks of other agents need not be listed, and a full page is not judged", async () => {
  await checked([...created, acceptedEntry({ title: "theirs" }, { id: "t3" }, "another key")], ["t1", "t2"]);
  const others = Array.from({ length: 100 }, (_, index) => `other ${index}`);
  await expect(checked(created, others)).rejects.toBeInstanceOf(NotApplicable);
  await expect(checked([], ["t0"])).rejects.toBeInstanceOf(NotApplicable);
});
