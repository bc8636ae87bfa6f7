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
  readonly requested: JsonObject;
  /** The memory in the response. */
  readonly memory: JsonObject;
}

/**
 * The final status for each status in a response, determined with the first such memory and used for all later ones.
 */
const cachedStatuses = oncePerRun(() => oncePer((_check, _created, shownStatus) => shownStatus, determineListedStatus));

/**
 * Returns the status under which a memory is finally listed: the one of the response, or the default status if such
 * memories get it within the consistency timeout. The API does not show transitions: a service may propose a claim and
 * accept it itself a moment later. Null if the response has no status.
 */
export async function listedStatusOf(
  check: CaseContext,
  created: Remembered,
  options: CallOptions,
): Promise<string | null> {
  const shownStatus = created.memory.status;
  if (typeof shownStatus !== "string") return null;
  if (shownStatus === usualStatus(check.context)) return shownStatus;
  return cachedStatuses(check.context)(check, created, shownStatus, options);
}

async function determineListedStatus(
  check: CaseContext,
  created: Pick<Remembered, "id" | "requested">,
  shownStatus: string,
  options: CallOptions,
): Promise<string> {
  const memory = hasLifetime(created)
    ? await tryOrNull(() => createWithoutLifetime(check, created, shownStatus, options))
    : created;
  if (memory === null) return shownStatus;
  const { id, requested } = memory;
  const status = usualStatus(check.context);
  // The content begins with a unique word.
  const text = String(requested.content).split(/\s/u)[0] ?? "";
  const becomesDefault = await tryOrNull(() =>
    succeedsEventually(check, async () => {
      const hits = await searchAll(check, { status, text }, options);
      expectFound(hits, id, `a memory that was ${shownStatus} is not ${status} yet`);
    }),
  );
  return becomesDefault === true ? status : shownStatus;
}

const LIFETIME_MEMBERS = ["ttl_seconds", "ttl_preset"];

function hasLifetime({ requested }: Pick<Remembered, "requested">): boolean {
  return LIFETIME_MEMBERS.some((name) => requested[name] !== undefined);
}

/**
 * Creates a similar claim with other words and without a lifetime, since one that expires soon may never get the
 * default status.
 */
async function createWithoutLifetime(
  check: CaseContext,
  { requested }: Pick<Remembered, "requested">,
  shownStatus: string,
  options: CallOptions,
): Promise<Pick<Remembered, "id" | "requested">> {
  const membersWithoutLifetime = Object.entries(requested).filter(([name]) => !LIFETIME_MEMBERS.includes(name));
  const words = [1, 2, 3, 4].map((index) => wordOf(check.context, `${shownStatus} permanently ${index}`));
  const body = { ...Object.fromEntries(membersWithoutLifetime), content: words.join(" ") };
  const response = await check.call("remember", { body }, options);
  requireAccepted(response, "memories.remember.succeeds");
  return { id: stringAt(response, "/data/id"), requested: body };
}
