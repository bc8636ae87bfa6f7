import { statusOf } from "../../client/exchange.ts";
import { orAside } from "../../engine/attempt.ts";
import type { CallOptions, Check, CheckContext } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { needAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { expectNotFound, searchPage } from "../memories/listing.ts";
import { recall } from "./recalling.ts";
import type { Group, Member, Study } from "./study.ts";

const RULE = { fixtures: ["scope", "otherAgent.apiKey"], dear: true };
const WHY = "a memory of a scope that the agent may not read must not be shown to it";

/**
 * What holds for the caller holds for every other agent. Which scopes another may not read is not told, so that those are
 * taken which it is refused.
 */
export function byAnotherChecks(study: Study): Check[] {
  return [
    defineCheck(
      {
        ...RULE,
        requirement: "recall.permissions.hits",
        name: "another agent recalls nothing of the scopes that it may not read",
        operations: ["recall", "search-memories", "remember"],
      },
      async (check) => {
        const { phrase, closed, options } = await closedTo(check, study);
        const [member] = closed;
        for (const query of [phrase, String(member?.made.asked.content)]) {
          const { hits } = await orAside(() => recall(check, { query }, options));
          check.witnessed();
          for (const { made } of closed) expectNotFound(hits, made.id, WHY);
        }
      },
    ),
    defineCheck(
      {
        ...RULE,
        requirement: "memories.permissions.unreadable-hidden",
        name: "another agent finds nothing of the scopes that it may not read",
        operations: ["search-memories", "remember"],
      },
      async (check) => {
        const { phrase, closed, options } = await closedTo(check, study);
        const kinds = new Set(
          closed.flatMap(({ made }) => (typeof made.asked.kind === "string" ? made.asked.kind : [])),
        );
        for (const more of [{}, ...[...kinds].slice(0, 1).map((kind) => ({ kind }))]) {
          const { hits } = await orAside(() => searchPage(check, { text: phrase, ...more }, options));
          check.witnessed();
          for (const { made } of closed) expectNotFound(hits, made.id, WHY);
        }
      },
    ),
  ];
}

interface ClosedTo extends Pick<Group, "phrase"> {
  readonly closed: readonly Member[];
  readonly options: CallOptions;
}

/** Members of the group in scopes that another agent is refused, while it may search. */
async function closedTo(check: CheckContext, study: Study): Promise<ClosedTo> {
  const options = { apiKey: check.world.target.fixtures.otherAgent?.apiKey ?? "" };
  const search = (scope?: string) =>
    check.call("search-memories", { parameters: scope === undefined ? {} : { scope } }, options);
  await orAside(async () => needAccepted(await search(), "memories.search.succeeds"));
  const { phrase, members } = await study.group(check);
  const refused = new Set<string>();
  for (const scope of new Set(members.map((member) => member.scope)))
    if (statusOf(await search(scope)) === 403) refused.add(scope);
  const closed = members.filter(({ scope }) => refused.has(scope));
  if (closed.length === 0) throw new StoodAside("another agent may read every scope that the run writes to");
  return { phrase, closed, options };
}
