import type { JsonObject } from "../../../spec/json.ts";
import { succeedsEventually, tryOrNull } from "../../engine/cases/attempt.ts";
import { oncePer } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { usualStatus } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { expectFound, searchAll } from "./listing.ts";

/** The parts of a memory of this run that determine the status under which it is listed. */
interface Remembered {
  readonly id: string;
  /** The members that were sent. */
  readonly asked: JsonObject;
  /** The memory in the response. */
  readonly memory: JsonObject;
}

/**
 * The final status for each status in a response, determined with the first such memory and used for all later ones.
 */
const watched = oncePerRun(() => oncePer((_check, _made, told) => told, watch));

/**
 * Returns the status under which a memory is finally listed: the one of the response, or the default status if such
 * memories get it within the consistency timeout. The API does not show transitions: a service may propose a claim and
 * accept it itself a moment later. Null if the response has no status.
 */
export async function lastingStatus(
  check: CaseContext,
  made: Remembered,
  options: CallOptions,
): Promise<string | null> {
  const told = made.memory.status;
  if (typeof told !== "string") return null;
  if (told === usualStatus(check.context)) return told;
  return watched(check.context)(check, made, told, options);
}

async function watch(
  check: CaseContext,
  made: Pick<Remembered, "id" | "asked">,
  told: string,
  options: CallOptions,
): Promise<string> {
  const one = isMortal(made) ? await tryOrNull(() => remadeForGood(check, made, told, options)) : made;
  if (one === null) return told;
  const { id, asked } = one;
  const status = usualStatus(check.context);
  // The content begins with a unique word.
  const text = String(asked.content).split(/\s/u)[0] ?? "";
  const becomesUsual = await tryOrNull(() =>
    succeedsEventually(check, async () => {
      const hits = await searchAll(check, { status, text }, options);
      expectFound(hits, id, `a memory that was ${told} is not ${status} yet`);
    }),
  );
  return becomesUsual === true ? status : told;
}

const LIFETIMES = ["ttl_seconds", "ttl_preset"];

function isMortal({ asked }: Pick<Remembered, "asked">): boolean {
  return LIFETIMES.some((name) => asked[name] !== undefined);
}

/**
 * Creates a similar claim with other words and without a lifetime, since one that expires soon may never get the
 * default status.
 */
async function remadeForGood(
  check: CaseContext,
  { asked }: Pick<Remembered, "asked">,
  told: string,
  options: CallOptions,
): Promise<Pick<Remembered, "id" | "asked">> {
  const lasting = Object.entries(asked).filter(([name]) => !LIFETIMES.includes(name));
  const words = [1, 2, 3, 4].map((index) => wordOf(check.context, `${told} permanently ${index}`));
  const body = { ...Object.fromEntries(lasting), content: words.join(" ") };
  const response = await check.call("remember", { body }, options);
  requireAccepted(response, "memories.remember.succeeds");
  return { id: stringAt(response, "/data/id"), asked: body };
}
