import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { startRelay } from "../../host/testing/relay.ts";
import { completeTarget } from "../../target/load.ts";

const SENDER = "messages.fields.human-sender";

/** More than the newest page shows. */
const MANY = 25;

/** Before it and after it nothing is at first. */
const NOTHING = JSON.stringify({ success: true, data: { messages: [], hasMore: false } });

/** Returns the verdict on the sender if this many messages are written into the channel between two reads. */
async function verdictWhileWritten(count: number) {
  const fake = await createFake();
  const { memberChannel: channelId = "" } = fake.fixtures;
  const headers = { authorization: `Bearer ${fake.apiKey}`, "content-type": "application/json" };
  let isWritten = false;
  const write = async () => {
    for (let index = 0; index < count; index += 1) {
      const body = JSON.stringify({ channelId, content: `in between ${index}` });
      await fetch(`${fake.baseUrl}/v1/agent/send-message`, { method: "POST", headers, body });
    }
  };
  const relay = await startRelay(fake.baseUrl, ({ path }, response) => {
    if (isWritten || !path.includes("/get-messages?")) return false;
    if (/[?&](before|after)=/.test(path)) {
      response.writeHead(200, { "content-type": "application/json" }).end(NOTHING);
      return true;
    }
    isWritten = true;
    write()
      .then(() => fetch(fake.baseUrl + path, { headers }))
      .then(async (answer) => {
        response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
      })
      .catch(() => response.destroy());
    return true;
  });
  try {
    const target = completeTarget({ ...fake.target, baseUrl: relay.baseUrl }, process.cwd());
    const { requirements } = await runChecksOrThrow(ordinaryRun(target, { only: [SENDER], budget: "smoke" }));
    const { verdict, reason } = requirements.find(({ id }) => id === SENDER) ?? {};
    return { written: isWritten, verdict, reason };
  } finally {
    await relay.close();
    await fake.close();
  }
}

test("the message of a human is found although the newest page fills during the search", async () => {
  expect(await verdictWhileWritten(0)).toMatchObject({ written: true, verdict: "pass" });
  expect(await verdictWhileWritten(MANY)).toMatchObject({ written: true, verdict: "pass" });
});
