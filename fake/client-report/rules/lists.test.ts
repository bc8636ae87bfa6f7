import type { Judged } from "../testing/rule.ts";
import { testRule } from "../testing/rule.ts";

const filters = { kind: "fact", q: "crane" };

/** Enough memories for more than one page. */
async function remember(fake: Judged): Promise<void> {
  for (let number = 1; number <= 21; number += 1) {
    const content = `The crane ${number} lifts ${number} tons`;
    const provenance = { scope_id: fake.fixtures.scope, derived_from: [{ id: "manual" }] };
    await fake.post("remember", { content, kind: "fact", ...provenance });
  }
}

testRule("keeps-filters-with-cursor", {
  breaks: async (fake) => {
    await remember(fake);
    const { data } = await fake.get("search-memories", filters);
    await fake.get("search-memories", { cursor: String(data.nextCursor) });
  },
  says: /has the cursor of request 22 and other filters: kind was "fact" and is absent; q was "crane" and is absent/,
  keeps: async (fake) => {
    await remember(fake);
    const { data } = await fake.get("search-memories", filters);
    await fake.get("search-memories", { ...filters, limit: 5, cursor: String(data.nextCursor) });
  },
});

testRule("keeps-filters-with-cursor", {
  when: "where the cursor was changed",
  breaks: async (fake) => {
    await remember(fake);
    const { data } = await fake.get("search-memories", filters);
    await fake.get("search-memories", { ...filters, cursor: `${data.nextCursor}=` });
  },
  says: "has a cursor that no response gave",
  keeps: async (fake) => {
    await remember(fake);
    const { data } = await fake.get("search-memories", filters);
    await fake.get("search-memories", { ...filters, cursor: String(data.nextCursor) });
  },
});

testRule("follows-pages", {
  breaks: async (fake) => {
    await remember(fake);
    await fake.get("search-memories", filters);
  },
  says: "1 of 1 pages of search-memories said that there is more, and no further page was requested",
  keeps: async (fake) => {
    await remember(fake);
    const { data } = await fake.get("search-memories", filters);
    await fake.get("search-memories", { ...filters, cursor: String(data.nextCursor) });
  },
});

testRule("follows-pages", {
  when: "through the messages of a channel",
  breaks: async (fake) => {
    await talk(fake);
    await fake.get("get-messages", { channelId: String(fake.fixtures.memberChannel) });
  },
  says: "1 of 1 pages of get-messages said that there is more",
  keeps: async (fake) => {
    await talk(fake);
    const channelId = String(fake.fixtures.memberChannel);
    const { data } = await fake.get("get-messages", { channelId });
    const oldest = (data.messages as unknown as { id: string }[]).at(-1);
    await fake.get("get-messages", { channelId, before: String(oldest?.id) });
  },
});

async function talk(fake: Judged): Promise<void> {
  for (let number = 1; number <= 21; number += 1) {
    await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: `Lorry ${number} has left` });
  }
}

testRule("reads-at-intervals", {
  breaks: async (fake) => {
    for (let times = 0; times < 5; times += 1) await fake.get("list-tasks", { status: "done" });
  },
  says: /list-tasks \(request 1\) was sent 5 times with pauses below 1000 ms, and the result was always the same/,
  keeps: async (fake) => {
    for (let times = 0; times < 5; times += 1) {
      await fake.get("list-tasks", { status: "done" });
      fake.advanceClock({ seconds: 5 });
    }
  },
});

testRule("reads-at-intervals", {
  when: "where what the client writes changes the result",
  breaks: async (fake) => {
    for (let times = 0; times < 5; times += 1) await fake.post("recall", { query: "crane" });
  },
  says: "recall (request 1) was sent 5 times",
  keeps: async (fake) => {
    for (let times = 0; times < 5; times += 1) {
      await fake.get("list-tasks", { status: "todo" });
      await fake.post("create-task", { title: `Lorry ${times}`, status: "todo" });
    }
  },
});
