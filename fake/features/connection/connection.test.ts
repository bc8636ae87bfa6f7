import { expect, test } from "vitest";
import { clientOf, startFake } from "../../testing.ts";

test("a token verifies the caller once", async () => {
  const fake = await startFake();
  const token = String(fake.fixtures.challengeTokens?.[0]);
  const first = await fake.get("verify-connection", { token });
  expect(first.data).toMatchObject({ ok: true, reason: null, agentId: fake.fixtures.agent?.id });
  const second = await fake.get("verify-connection", { token });
  expect(second).toMatchObject({ status: 200, data: { ok: false, reason: "token_already_used", verifiedAt: null } });
});

test("a token that is unknown, of another agent, of another workspace or too old does not verify", async () => {
  const fake = await startFake();
  const [first = "", second = "", third = ""] = fake.fixtures.challengeTokens ?? [];
  expect((await fake.get("verify-connection", { token: "chl_none" })).data.ok).toBe(false);
  const strangers = [fake.fixtures.otherAgent?.apiKey, fake.fixtures.otherWorkspace?.apiKey];
  for (const [index, key] of strangers.entries()) {
    const token = [first, second][index] ?? "";
    expect((await clientOf(fake, key).get("verify-connection", { token })).data.ok).toBe(false);
  }
  fake.advanceClock(31 * 86_400_000);
  expect((await fake.get("verify-connection", { token: third })).data).toMatchObject({
    ok: false,
    reason: "token_expired",
  });
});

test("a token is required", async () => {
  const fake = await startFake();
  expect((await fake.get("verify-connection")).status).toBe(400);
});
