import { lose, testRule } from "../testing/rule.ts";

testRule("calls-known-operations", {
  breaks: (fake) => fake.get("list-task"),
  says: /There is no GET \/v1\/agent\/list-task\..*list-tasks/,
  keeps: (fake) => fake.get("list-tasks"),
});

testRule("calls-known-operations", {
  when: "with another prefix",
  breaks: (fake) =>
    fetch(`${fake.baseUrl}/v2/agent/list-tasks`, { headers: { authorization: `Bearer ${fake.apiKey}` } }),
  says: /There is no GET \/v2\/agent\/list-tasks\. Did you mean GET \/v1\/agent\/list-tasks\?/,
  keeps: (fake) => fake.get("list-tasks"),
});

testRule("calls-known-operations", {
  when: "without a key",
  breaks: (fake) => fetch(`${fake.baseUrl}/v1/agent/list-tsks`),
  says: /There is no GET \/v1\/agent\/list-tsks\./,
  keeps: (fake) => Promise.all([fake.get("list-tasks"), fetch(`${fake.baseUrl}/favicon.ico`)]),
});

testRule("sends-known-fields", {
  breaks: (fake) => fake.post("create-task", { title: "Order lorries", prio: "high" }),
  says: /create-task \(request 1\): Unknown body field "prio" was ignored/,
  keeps: (fake) => fake.post("create-task", { title: "Order lorries", priority: "high" }),
});

testRule("sends-valid-requests", {
  breaks: (fake) => fake.post("create-task", { title: "Order lorries", priority: "highest" }),
  says: /create-task \(request 1\) was rejected: priority must be one of/,
  keeps: (fake) => fake.post("create-task", { title: "Order lorries", priority: "high" }),
});

const memory = { content: "The freeze ends on Friday", kind: "fact", derived_from: [{ id: "plan" }] };

testRule("sends-one-lifetime", {
  breaks: (fake) =>
    fake.post("remember", { ...memory, scope_id: fake.fixtures.scope, ttl_preset: "ACTIVE", ttl_seconds: 60 }),
  says: "has both ttl_seconds and ttl_preset",
  keeps: (fake) =>
    fake.post("remember", { ...memory, scope_id: fake.fixtures.scope, ttl_preset: "ACTIVE", ttl_seconds: null }),
});

testRule("recalls-by-query-or-seed", {
  breaks: (fake) => fake.post("recall", { query: "freeze", seed_id: fake.fixtures.agent?.identityId }),
  says: "has query and seed_id",
  keeps: (fake) => fake.post("recall", { query: "freeze" }),
});

testRule("releases-own-tasks", {
  breaks: async (fake) => {
    const { data } = await fake.post("create-task", { title: "Order lorries" });
    await fake.post("release-task", { taskId: data.id });
  },
  says: /release-task \(request 2\) released the task .*, which is not assigned to the agent/,
  keeps: async (fake) => {
    const assigneeAgentId = fake.fixtures.agent?.id;
    const { data } = await fake.post("create-task", { title: "Order lorries", assigneeAgentId });
    await fake.post("release-task", { taskId: data.id });
  },
});

testRule("uses-challenge-tokens-once", {
  breaks: async (fake) => {
    const [token = ""] = fake.fixtures.challengeTokens ?? [];
    await fake.get("verify-connection", { token });
    await fake.get("verify-connection", { token });
  },
  says: /verify-connection \(request 2\) sent a token that had been used before/,
  keeps: async (fake) => {
    for (const token of fake.fixtures.challengeTokens ?? []) await fake.get("verify-connection", { token });
  },
});

testRule("uses-challenge-tokens-once", {
  when: "where the first response was lost",
  options: { chaos: [{ operation: "verify-connection", after: 2, times: 1, cut: "after" }] },
  breaks: async (fake) => {
    const [token = ""] = fake.fixtures.challengeTokens ?? [];
    await fake.get("verify-connection", { token });
    await fake.get("verify-connection", { token });
  },
  says: "had been used before",
  keeps: async (fake) => {
    const [one = "", two = "", three = ""] = fake.fixtures.challengeTokens ?? [];
    for (const token of [one, two]) await fake.get("verify-connection", { token });
    await lose(fake.get("verify-connection", { token: three }));
    await fake.get("verify-connection", { token: three });
  },
});
