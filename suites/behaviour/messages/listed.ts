import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check.ts";
import { fail } from "../../verifiers/expect.ts";
import { needSoon } from "../soon.ts";
import { type PageInput, readPage, WIDE } from "./pages.ts";
import type { SentMessage } from "./requests.ts";

/** A message where a page shows it. */
export interface Sighting {
  readonly exchange: Exchange;
  /** JSON pointer of the message in the answer. */
  readonly pointer: string;
  readonly message: JsonObject;
}

/** Neighbours in time of a message, as far as they are known: pages next to them hold it. */
export interface Neighbours {
  readonly earlier?: Pick<SentMessage, "id"> | undefined;
  readonly later?: Pick<SentMessage, "id"> | undefined;
}

/**
 * Looks for a message of a channel: in the page without a cursor, after an earlier message of ours and before a later
 * one. Null where none of them shows it.
 */
export async function look(
  check: CaseContext,
  channel: string,
  id: string,
  { earlier, later }: Neighbours = {},
  options: CallOptions = {},
): Promise<Sighting | null> {
  const inputs: PageInput[] = [
    ...(later ? [{ channel, limit: WIDE, before: later.id }] : []),
    ...(earlier ? [{ channel, limit: WIDE, after: earlier.id }] : []),
    { channel, limit: WIDE },
  ];
  for (const input of inputs) {
    const { exchange, ids, messages } = await readPage(check, input, options);
    const place = ids.indexOf(id);
    if (place >= 0) return { exchange, pointer: `/data/messages/${place}`, message: messages[place] ?? {} };
  }
  return null;
}

/** The same, and a failure where no page shows the message: for `eventually`. */
export async function sight(
  check: CaseContext,
  channel: string,
  id: string,
  why: string,
  neighbours: Neighbours = {},
  options: CallOptions = {},
): Promise<Sighting> {
  const sighting = await look(check, channel, id, neighbours, options);
  if (sighting) return sighting;
  return fail({
    message: why,
    expected: `the message ${id} among those of its channel`,
    actual: "not there",
    verifier: "sight",
    pointer: "/data/messages",
    keyword: "missing",
  });
}

/** Waits until the last of the messages is listed after the first; Inconclusive when that never happens. */
export async function needListed(check: CaseContext, channel: string, sent: readonly SentMessage[]): Promise<Sighting> {
  const last = sent.at(-1);
  const earlier = sent.length > 1 ? sent[0] : undefined;
  return needSoon(check, "messages.send.readable", () =>
    sight(check, channel, last?.id ?? "", "a message that was sent must be listed", { earlier }),
  );
}
