import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { readSince } from "../events/channel-feed.ts";
import { searchAll } from "../memories/listing.ts";
import { needSoon } from "../soon.ts";
import { fullPage, list } from "../tasks/listing.ts";
import { burstOf } from "./burst.ts";
import type { View } from "./sameness.ts";

/** Everything that the listing shows with the word of the burst. */
export async function listTasks(check: CheckContext): Promise<readonly View[]> {
  const { exchange, tasks } = await list(check, { ...fullPage(check.world), text: burstOf(check.world).word });
  return tasks.map((value, index) => ({ exchange, pointer: `/data/${index}`, value }));
}

/** Messages of the channel since before the burst. */
export async function readMessages(check: CheckContext): Promise<readonly View[]> {
  const { anchor, channel } = await burstOf(check.world).messages(check);
  const { messages, exchanges } = await readSince(check, { channel, message: anchor });
  return messages.map((value) => viewOf(exchanges, value));
}

/** Memories with the word of the burst, whatever their kind. */
export async function findMemories(check: CheckContext): Promise<readonly View[]> {
  const burst = burstOf(check.world);
  const { last } = await burst.memories(check);
  const { status } = last.memory;
  const filter = typeof status === "string" ? { status } : {};
  const hits = await searchAll(check, { ...filter, text: burst.word });
  return hits.map(({ exchange, pointer, memory }) => ({ exchange, pointer, value: memory }));
}

/** Tasks of the burst, once the one made last is among them. */
export async function shownTasks(check: CheckContext): Promise<readonly View[]> {
  const { last } = await burstOf(check.world).tasks(check);
  return whenShown(check, last.id, "tasks.list.text-title", () => listTasks(check));
}

/** Messages of the burst, once the one sent last is among them. */
export async function shownMessages(check: CheckContext): Promise<readonly View[]> {
  const { last } = await burstOf(check.world).messages(check);
  return whenShown(check, last.id, "messages.send.readable", () => readMessages(check));
}

/** Memories of the burst, once the one made last is among them. */
export async function shownMemories(check: CheckContext): Promise<readonly View[]> {
  const { last } = await burstOf(check.world).memories(check);
  return whenShown(check, last.id, "memories.remember.found", () => findMemories(check));
}

/** The view of a message in the page that shows it. */
function viewOf(exchanges: readonly Exchange[], value: JsonObject): View {
  const exchange = exchanges.find((one) => pageHolds(one, value)) ?? exchanges[0];
  if (!exchange) throw new Error("a message came from no page");
  return { exchange, pointer: "/data/messages", value };
}

function pageHolds({ outcome }: Exchange, { id }: JsonObject): boolean {
  return outcome.kind === "response" && typeof id === "string" && outcome.text.includes(JSON.stringify(id));
}

async function whenShown(
  check: CheckContext,
  id: string,
  blockedBy: string,
  read: () => Promise<readonly View[]>,
): Promise<readonly View[]> {
  return needSoon(check, blockedBy, async () => {
    const views = await read();
    expectThat(
      views.some(({ value }) => value.id === id),
      { message: "what was made last does not show", expected: id, actual: "not there", keyword: "missing" },
    );
    return views;
  });
}
