import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";

const OTHERS = 40;

/** Tasks of others that leave their status one by one, so that every listing of it shows one less than the one before. */
async function leavingTasks() {
  let listings = 0;
  const fake = await createFake({
    extensions: [
      () => ({
        around: ({ operation, query }, next) => {
          const reply = next();
          const isPlain = [...query.keys()].every((name) => ["status", "limit"].includes(name));
          if (operation !== "list-tasks" || query.get("status") !== "triage" || !isPlain) return reply;
          // Before the first count without a limit they stay, while it is found out whether there are enough.
          if (listings === 0 && query.has("limit")) return reply;
          const { data, ...body } = JSON.parse(JSON.stringify(reply.body)) as { data: { title: string }[] };
          listings += 1;
          const left = data.filter(({ title }) => Number(title.split("leaving ")[1] ?? OTHERS) > listings);
          return { ...reply, body: { ...body, data: left } };
        },
      }),
    ],
  });
  const { otherAgent, agent } = fake.fixtures;
  for (let number = 1; number <= OTHERS; number += 1) {
    await fetch(`${fake.baseUrl}/v1/agent/create-task`, {
      method: "POST",
      headers: { authorization: `Bearer ${otherAgent?.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ title: `leaving ${number}`, status: "triage", assigneeAgentId: agent?.id }),
    });
  }
  return fake;
}

test("tasks that leave a status while they are counted meet no alarm", async () => {
  const fake = await leavingTasks();
  try {
    const only = ["tasks.list.default-limit"];
    const { requirements } = await runChecksOrThrow(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
    expect(requirements.map(({ verdict, reason }) => `${verdict}: ${reason}`)).toEqual(["pass: null"]);
  } finally {
    await fake.close();
  }
});
