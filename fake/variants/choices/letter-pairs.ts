import type { MayShow } from "../../features/messages/rules.ts";
import type { TextHit } from "../../features/messages/text-index.ts";
import { rules } from "../../overrides/hooks.ts";
import type { Caller } from "../../service.ts";
import { wordsOf } from "../../text/words.ts";
import { choice } from "../variant.ts";

/** Choices about how a text search splits a query. */
export const searchChoices = [
  choice({
    name: "search-terms",
    title: "what a text search looks for",
    values: ["words", "letter-pairs"],
    change: () =>
      rules({
        messages: { search: byPairs },
        tasks: {
          filters: {
            text: ({ title, description, identifier }, wanted) =>
              identifier.toLowerCase().includes(wanted.toLowerCase()) ||
              shared(pairsOf(`${title} ${description ?? ""}`), pairsOf(wanted)) >= MIN_PAIRS,
          },
        },
      }),
  }),
];

/**
 * A listing has no order of relevance, so a single pair would match nearly everything. Identifiers have common
 * beginnings, so their pairs would match too; with a choice that does not show identifiers, tasks would even be listed
 * for a reason that no response shows.
 */
const MIN_PAIRS = 2;

/** As an index of pairs of letters does it: any pair of the query will do, and the more the better. */
function byPairs(caller: Caller, query: string, limit: number, mayShow: MayShow): readonly TextHit[] {
  const wanted = pairsOf(query);
  const { messages, directory } = caller.workspace;
  return [...directory.channelsOf(caller.agent.id)]
    .flatMap((id) => messages.inChannel(id))
    .filter(mayShow)
    .map((stored) => ({ stored, score: shared(pairsOf(stored.message.content), wanted) / Math.max(1, wanted.size) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || right.stored.sequence - left.stored.sequence)
    .slice(0, limit);
}

function pairsOf(text: string): ReadonlySet<string> {
  const pairs = wordsOf(text).flatMap((word) => {
    const letters = [...word];
    return letters.length < 2 ? [word] : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
  return new Set(pairs);
}

function shared(pairs: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  return [...wanted].filter((pair) => pairs.has(pair)).length;
}
