import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { bootstrapOnce, scopesIn } from "../bootstrap/requests.ts";
import { defineCheck } from "../define-check.ts";
import type { Member, MemoryFixtures } from "./population.ts";

/** A scope belongs to one organisation, and so do all memories in it. */
export function organisationChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [
    defineCheck(
      {
        requirement: "memories.fields.org",
        name: "memories of one scope have the organisation of that scope",
        operations: ["remember", "bootstrap-context"],
      },
      async (check) => {
        const { allMembers } = await memoryFixtures(check);
        const withOrganisation = allMembers.filter(({ created }) => typeof created.memory.org_id === "string");
        const scopes = new Map<string, string>();
        for (const { id, org_id } of scopesIn(await bootstrapOnce(check))) {
          if (typeof id === "string" && typeof org_id === "string") scopes.set(id, org_id);
        }
        const firsts = new Map<string | null, Member>();
        for (const member of withOrganisation) {
          const { scope } = member.known;
          const first = firsts.get(scope) ?? member;
          firsts.set(scope, first);
          const org = scopes.get(scope ?? "") ?? String(first.created.memory.org_id);
          check.asserted();
          withEvidence([first.created.response, member.created.response], () =>
            expectEqual(
              member.created.response,
              "/data/org_id",
              org,
              "memories of one scope should have one organisation",
            ),
          );
        }
        if (withOrganisation.length === 0) throw new NotApplicable("memories show no organisation");
      },
    ),
  ];
}
