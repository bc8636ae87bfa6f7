import { lose, retry, testRule } from "../testing/rule.ts";

const task = { title: "Write the minutes" };

testRule("waits-for-retry-after", {
  options: { chaos: [{ operation: "create-task", times: 2, error: { status: 429, retryAfter: 3 } }] },
  breaks: (fake) =>
    retry(
      fake,
      () => fake.post("create-task", task),
      () => 2000,
    ),
  says: /was told to wait 3\.0 s, and was sent again after 2\.0 s/,
  keeps: (fake) =>
    retry(
      fake,
      () => fake.post("create-task", task),
      () => 3000,
    ),
});

testRule("retries-after-temporary-errors", {
  options: { chaos: [{ operation: "list-tasks", times: 1, error: 503 }] },
  breaks: (fake) => fake.get("list-tasks"),
  says: /list-tasks \(request 1\) got 503 upstream_unavailable, and was never sent again/,
  keeps: (fake) =>
    retry(
      fake,
      () => fake.get("list-tasks"),
      () => 500,
    ),
});

testRule("retries-after-temporary-errors", {
  when: "where the response of a read is lost",
  options: { chaos: [{ operation: "list-tasks", times: 1, cut: "before" }] },
  breaks: (fake) => lose(fake.get("list-tasks")),
  says: "got no response, and was never sent again",
  keeps: (fake) =>
    retry(
      fake,
      () => fake.get("list-tasks"),
      () => 500,
    ),
});

testRule("corrects-before-repeating", {
  breaks: async (fake) => {
    const body = { taskId: "no such task", reason: "waiting" };
    await fake.post("block-task", body);
    await fake.post("block-task", body);
  },
  says: /block-task \(request 1\) was rejected with 404 not_found, sent again as it was, and rejected again/,
  keeps: async (fake) => {
    await fake.post("block-task", { taskId: "no such task", reason: "waiting" });
    const { data } = await fake.post("create-task", task);
    await fake.post("block-task", { taskId: data.id, reason: "waiting" });
  },
});

testRule("corrects-before-repeating", {
  when: "where someone else makes it possible",
  breaks: async (fake) => {
    const body = { channelId: fake.fixtures.foreignChannel, content: "Hello" };
    await fake.post("send-message", body);
    await fake.post("send-message", body);
  },
  says: "403 channel_not_member",
  keeps: async (fake) => {
    const body = { channelId: fake.fixtures.foreignChannel, content: "Hello" };
    await fake.post("send-message", body);
    fake.control.workspace().joinChannel(String(fake.fixtures.foreignChannel), "Demo agent");
    await fake.post("send-message", body);
  },
});

testRule("creates-once", {
  options: { chaos: [{ operation: "create-task", times: 1, cut: "after" }] },
  breaks: (fake) =>
    retry(
      fake,
      () => fake.post("create-task", task),
      () => 1000,
    ),
  says: /create-task \(request 1\) was carried out and its response lost; it was sent again without a look/,
  keeps: async (fake) => {
    await lose(fake.post("create-task", task));
    await fake.get("list-tasks", { query: task.title });
  },
});

testRule("creates-once", {
  when: "where the client gave up before the response",
  options: { chaos: [{ operation: "remember", times: 1, delayMs: 300 }] },
  breaks: async (fake) => {
    await impatiently(fake);
    await fake.post("remember", memoryOf(fake));
    await fake.journal.waitFor({ operation: "remember" }, { count: 2 });
  },
  says: /remember \(request 2\) was carried out and its response lost/,
  keeps: async (fake) => {
    await impatiently(fake);
    await fake.get("search-memories", { q: "five tons" });
    await fake.post("remember", memoryOf(fake));
    await fake.journal.waitFor({ operation: "remember" }, { count: 2 });
  },
});

type Started = Parameters<Parameters<typeof testRule>[1]["breaks"]>[0];

function memoryOf({ fixtures }: Started) {
  return {
    content: "The crane lifts five tons",
    kind: "fact",
    scope_id: fixtures.scope,
    derived_from: [{ id: "manual" }],
  };
}

/** Sends a memory, and closes the connection before the response. */
async function impatiently(fake: Started): Promise<void> {
  const gone = new AbortController();
  const sent = fetch(`${fake.baseUrl}/v1/sdk/remember`, {
    method: "POST",
    headers: { authorization: `Bearer ${fake.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(memoryOf(fake)),
    signal: gone.signal,
  });
  const began = new Promise<void>((begun) => fake.server.once("request", () => begun()));
  await began;
  gone.abort();
  await lose(sent);
}

testRule("stops-without-valid-key", {
  breaks: async (fake) => {
    for (let times = 0; times < 3; times += 1) await withKey(fake.baseUrl, "revoked");
  },
  says: "3 requests, all but the first after a 401, with a key that is not valid",
  keeps: async (fake) => {
    await withKey(fake.baseUrl, "revoked");
    for (let times = 0; times < 3; times += 1) await fake.post("create-task", task);
  },
});

async function withKey(baseUrl: string, key: string): Promise<void> {
  await fetch(`${baseUrl}/v1/agent/list-tasks`, { headers: { authorization: `Bearer ${key}` } });
}

testRule("stops-at-plan-limit", {
  breaks: async (fake) => {
    fake.control.workspace().changePlan({ monthlyTasks: 1, used: 1 });
    for (const title of ["One", "Two"]) await fake.post("create-task", { title });
  },
  says: /create-task \(request 2\) met the limit that create-task \(request 1\) had met in the same month/,
  keeps: async (fake) => {
    fake.control.workspace().changePlan({ monthlyTasks: 1, used: 1 });
    await fake.post("create-task", { title: "One" });
    fake.advanceClock({ days: 31 });
    await fake.post("create-task", { title: "Two" });
  },
});
