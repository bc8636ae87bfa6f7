import type { JsonObject } from "../../../spec/json.ts";
import { comesToBe, tryOrNull } from "../../engine/cases/attempt.ts";
import { oncePer } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { usualStatus } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { expectFound, searchAll } from "./listing.ts";

/** The parts of a memory of this run that decide under which status it is listed. */
interface Remembered {
  readonly id: string;
  /** The members that were sent. */
  readonly asked: JsonObject;
  /** As the response shows it. */
  readonly memory: JsonObject;
}

/** What became of the first memory that was told to have a status, for all that are told to have it later in the run. */
const watched = onceARun(() => oncePer((_check, _made, told) => told, watch));

/**
 * The status under which a memory is listed in the end: the one that it came back with or, where such memories become usual
 * ones within the target's patience, the usual one. Transitions are not shown: a service may propose a claim and accept it
 * itself a moment later. Null where no status was told.
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
  // The content begins with a word that nothing else holds.
  const text = String(asked.content).split(/\s/u)[0] ?? "";
  const becomesUsual = await tryOrNull(() =>
    comesToBe(check, async () => {
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

/** The same claim in other words, without a lifetime: what is over soon may never come to be a usual one. */
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
