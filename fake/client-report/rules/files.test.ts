import type { Judged } from "../testing/rule.ts";
import { testRule } from "../testing/rule.ts";

const text = "Five lorries, two of them late";

/** Announces a file of the channel; gives where its bytes go. */
async function announce(fake: Judged) {
  const { data } = await fake.post("request-file-upload", {
    channelId: fake.fixtures.memberChannel,
    fileName: "lorries.txt",
    mimeType: "text/plain",
    sizeBytes: text.length,
  });
  return { id: String(data.attachmentId), url: String(data.uploadUrl) };
}

function upload(url: string, headers: Record<string, string> = {}, body = text): Promise<Response> {
  return fetch(url, { method: "PUT", headers: { "content-type": "text/plain", ...headers }, body });
}

function attach(fake: Judged, id: string) {
  return fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "See", attachmentIds: [id] });
}

testRule("keeps-key-from-presigned-urls", {
  breaks: async (fake) => upload((await announce(fake)).url, { authorization: `Bearer ${fake.apiKey}` }),
  says: /upload-bytes \(request 2\) carried the API key/,
  keeps: async (fake) => upload((await announce(fake)).url),
});

testRule("uses-urls-before-expiry", {
  breaks: async (fake) => {
    const { url } = await announce(fake);
    fake.advanceClock({ minutes: 15 });
    await upload(url);
  },
  says: /upload-bytes \(request 2\) used a URL that had expired at \d{4}-/,
  keeps: async (fake) => {
    await announce(fake);
    fake.advanceClock({ minutes: 15 });
    await upload((await announce(fake)).url);
  },
});

testRule("uploads-as-announced", {
  breaks: async (fake) => upload((await announce(fake)).url, {}, `${text}!`),
  says: "exactly the 30 bytes that were announced",
  keeps: async (fake) => upload((await announce(fake)).url),
});

testRule("uploads-as-announced", {
  when: "with its headers",
  breaks: async (fake) => upload((await announce(fake)).url, { "content-type": "application/octet-stream" }),
  says: "needs the header Content-Type: text/plain",
  keeps: async (fake) => upload((await announce(fake)).url),
});

testRule("uploads-before-attaching", {
  breaks: async (fake) => {
    const { id, url } = await announce(fake);
    await attach(fake, id);
    await upload(url);
  },
  says: /send-message \(request 2\) attached .* before its bytes were uploaded/,
  keeps: async (fake) => {
    const { id, url } = await announce(fake);
    await upload(url);
    await attach(fake, id);
  },
});
