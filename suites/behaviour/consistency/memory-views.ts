import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { LISTS } from "../../models/bootstrap-lists.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { LASTING_OF_MEMORIES } from "../../models/lasting-fields.ts";
import { wordOf } from "../../models/words.ts";
import { Failure } from "../../outcome/failure.ts";
import { asMade, expectSame, type View } from "../../verifiers/same-resource.ts";
import { memoriesIn } from "../bootstrap/bootstrapping.ts";
import { defineCheck } from "../define-check.ts";
import { type CreatedMemory, contentOf, HALF_A_DAY_SECONDS, LASTING_SECONDS, remember } from "../memories/claims.ts";
import { contentRoom } from "../memories/content-limits.ts";
import { needSoon } from "../preconditions.ts";
import { deepest, recall, recallOwn } from "../recall/recalling.ts";
import { burstOf } from "./burst.ts";
import { asView, compareAll, hitAt } from "./sameness.ts";
import { shownMemories } from "./shown.ts";

/** A memory is the same in the response to its making, in a search, a recall and a bootstrap. */
export function memoryViewChecks(): Check[] {
  return [foundMemories(), recalledMemories()];
}

function foundMemories(): Check {
  return defineCheck(
    {
      requirement: "consistency.memory-views",
      name: "memories of every kind are the same in the response and in the search",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const { burst, last } = await burstOf(check.world).memories(check);
      await compareAll(check, "Memory", LASTING_OF_MEMORIES, [...burst, last], await shownMemories(check));
    },
  );
}

/** Memories that are recalled, each by what it says: the first of them tells the most. */
const RECALLED = ["recalled first", "recalled second", "recalled third"] as const;

/** One of them says much: what is cut to an extract in some views is whole in others. */
const RECALLED_LONG = RECALLED[0];

/** What all but the last have: a view may lose much where it shows a little. */
const RICH: JsonObject = { tags: ["recalled", "whole"], topic: "Größe", nested: { list: [1, "two"], nothing: null } };

/** Characters of it, where a content has room for them, and of what else is there. */
const MANY = 1_200;
const BESIDE = 100;

/** So many characters, in words that nothing else has. */
async function manyWords(check: CaseContext): Promise<string> {
  const many = Math.min(MANY, (await contentRoom(check)) - BESIDE);
  let text = "";
  for (let place = 0; text.length < many; place += 1) text += ` ${wordOf(check.world, `recalled at length ${place}`)}`;
  return `:${text}`;
}

const A_MOMENT_MS = 50;

function recalledMemories(): Check {
  return defineCheck(
    {
      requirement: "consistency.memory-views",
      name: "memories are the same in the response, in a recall and in a bootstrap",
      operations: ["remember", "recall", "bootstrap-context"],
    },
    async (check) => {
      const kinds = wordsOf(fieldSchema(check.world.document, "remember", "kind"), "the kind of a memory");
      const recollected: CreatedMemory[] = [];
      await check.forEach(
        RECALLED,
        async (key, one) => {
          const part = contentOf(one, key);
          const content = `${part}, As WRITTEN in Full${key === RECALLED_LONG ? await manyWords(one) : ""}`;
          const made = await remember(one, key, {
            // What is sure enough for a service that holds back the rest.
            confidence: 0.875,
            content,
            kind: kinds[RECALLED.indexOf(key) % kinds.length] ?? "",
            metadata: key === RECALLED.at(-1) ? { topic: "Größe" } : RICH,
            ttl_seconds: LASTING_SECONDS + RECALLED.indexOf(key) * HALF_A_DAY_SECONDS,
          });
          const { id, answer } = made;
          recollected.push(made);
          // By all that it says it is found, if anything is; how near a part of that has to be is open.
          const after = await tryOrNull(() => needSoon(one, "recall.finds", () => recalled(one, content, id)));
          if (after === null) return;
          expectSame(one, "Memory", LASTING_OF_MEMORIES, asMade(answer), after);
          // The newest are the likeliest to be shown.
          await compareAll(check, "Memory", LASTING_OF_MEMORIES, [{ id, answer }], await bootstrapped(check));
          // What is shown of the moment itself would differ from one recall to the next.
          await one.pause(A_MOMENT_MS);
          let seen = after;
          // In turns: a confidence may rise from one view to the next, and not fall again where another shows it.
          const views = [
            () => recalled(one, content, id),
            // What it says beyond the query shows whether it is whole.
            () => recalled(one, part, id),
          ];
          for (const view of views) {
            const again = await view().catch(unlessMissing);
            if (again) expectSame(one, "Memory", LASTING_OF_MEMORIES, seen, again);
            seen = again ?? seen;
          }
        },
        { describe: (key) => key },
      );
      const { burst, last } = await burstOf(check.world).memories(check);
      await shownMemories(check);
      const all = [...recollected, ...burst, last];
      const { scope } = check.world.target.fixtures;
      await compareAll(check, "Memory", LASTING_OF_MEMORIES, all, await bootstrapped(check));
      // One that names a scope shows its memories, as one that names none does.
      if (scope)
        await compareAll(check, "Memory", LASTING_OF_MEMORIES, all, await bootstrapped(check, { scope_id: scope }));
      const [seed] = recollected;
      if (seed) await compareAll(check, "Memory", LASTING_OF_MEMORIES, all, await walked(check, seed.id));
    },
  );
}

/** What a walk from a memory comes to; nothing where walks are rejected. */
async function walked(check: CheckContext, seed: string): Promise<readonly View[]> {
  const walk = await tryOrNull(() => recall(check, { seed_id: seed, depth: deepest(check.world) }));
  return (walk?.hits ?? []).map(asView);
}

/** The memory among the hits of a query; a failure where it is not there. */
async function recalled(check: CaseContext, query: string, id: string): Promise<View> {
  const { exchange, hits } = await recallOwn(check, { query }, id, "a memory is not recalled by its own content");
  return hitAt(
    exchange,
    "/data/hits",
    hits.map(({ memory }) => memory),
    id,
  );
}

function unlessMissing(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

/** What a bootstrap shows, by its own choice. */
async function bootstrapped(check: CheckContext, members: JsonObject = {}): Promise<readonly View[]> {
  const { found } = await check.searchBaseline("bootstrap-context");
  if (!found) return [];
  const now = await check.call("bootstrap-context", withBody(found.input, members));
  if (statusOf(now) !== 200) return [];
  return LISTS.flatMap((list) => memoriesIn(now, list).map(asView));
}
