import { expect, test } from "vitest";
import { items } from "../../testing.ts";
import { startControlled } from "../testing.ts";

const MAIN = "/workspaces/main";

test("a message is flagged as an agent or a person does, and resolved", async () => {
  const { fake, control } = await startControlled();
  const { messages, memberChannel } = fake.fixtures;
  const place = `${MAIN}/messages/${messages?.byHuman}`;
  const seen = async () => {
    const page = items((await fake.get("get-messages", { channelId: String(memberChannel) })).data.messages);
    return page.find(({ id }) => String(id) === messages?.byHuman);
  };
  const flagged = await control("POST", `${place}/flag`, { reason: "Which importer?", agent: "Demo agent" });
  const needsHuman = { reason: "Which importer?", flaggedBy: fake.fixtures.agent?.id, flaggedAt: expect.any(String) };
  expect(flagged).toMatchObject({ status: 200, body: { version: 2, metadata: { needsHuman } } });
  expect(await seen()).toMatchObject({ metadata: { needsHuman } });
  const resolved = await control("POST", `${place}/resolve`);
  expect(resolved).toMatchObject({ status: 200, body: { version: 3, metadata: {} } });
  expect((await seen())?.metadata).not.toHaveProperty("needsHuman");
  expect((await control("POST", `${place}/resolve`)).status).toBe(409);
  const byPerson = await control("POST", `${place}/flag`, { reason: "Again", user: "Robin" });
  expect(byPerson.body.metadata?.needsHuman).toMatchObject({ flaggedBy: fake.fixtures.user });
});

test("a flag by two, or of no message, is rejected", async () => {
  const { control } = await startControlled();
  const message = encodeURIComponent("We ship the **new importer** on Friday.");
  const both = { reason: "r", user: "Robin", agent: "Demo agent" };
  expect((await control("POST", `${MAIN}/messages/${message}/flag`, both)).status).toBe(400);
  const unknown = await control("POST", `${MAIN}/messages/We%20ship%20the%20**new%20importer**%20on%20Fridays./flag`, {
    reason: "r",
  });
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining("Did you mean")]);
});

test("a challenge waits, verifies when the client calls, and expires", async () => {
  const { fake, control } = await startControlled();
  const issued = await control("POST", `${MAIN}/challenges`, { agent: "Demo agent", count: 2, lifetimeMs: 60_000 });
  const [used, late] = items(issued.body.tokens).map(String);
  const stateOf = async (token: unknown) => (await control("GET", `${MAIN}/challenges?token=${token}`)).body.challenges;
  expect(await stateOf(used)).toMatchObject([{ token: used, agent: fake.fixtures.agent?.id, state: "waiting" }]);
  await fake.get("verify-connection", { token: String(used) });
  expect(await stateOf(used)).toMatchObject([{ state: "verified", usedAt: expect.any(String) }]);
  await control("POST", "/clock/advance", { minutes: 2 });
  expect(await stateOf(late)).toMatchObject([{ state: "expired", usedAt: null }]);
  const waiting = await control("GET", `${MAIN}/challenges?state=waiting&agent=Demo%20agent&limit=3`);
  expect(items(waiting.body.challenges)).toHaveLength(3);
  expect((await control("GET", `${MAIN}/challenges?agent=Other%20agent`)).body).toEqual({ challenges: [] });
});

test("the URL of a file serves its bytes as an attachment; without bytes there is none", async () => {
  const { fake, control } = await startControlled();
  const { status, body } = await control("POST", `${MAIN}/files/merger.md/url`);
  expect(status).toBe(200);
  const served = await fetch(String(body.url));
  expect([served.status, served.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment/),
  ]);
  expect(await served.text()).toContain(fake.fixtures.messages?.foreign?.word);
  const channelId = fake.fixtures.memberChannel;
  const file = { channelId, fileName: "late.txt", mimeType: "text/plain", sizeBytes: 4 };
  await fake.post("request-file-upload", file);
  expect(await control("POST", `${MAIN}/files/late.txt/url`)).toMatchObject({
    status: 409,
    body: { error: { message: 'The file "late.txt" has not been uploaded' } },
  });
});
