import type { Observer } from "../../engine/check/check.ts";
import { LISTS } from "../../models/bootstrap-lists.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { openPointObserver } from "../observe.ts";
import { bootstrap, memoriesIn, requestContext, scopesIn } from "./requests.ts";

const OPERATIONS = ["bootstrap-context"] as const;

/** Observers of the open points of the bootstrap context. */
export function bootstrapObservers(): Observer[] {
  return [scopeKindsObserver(), scopeObserver(), listsObserver(), identityOmittedObserver(), otherIdentityObserver()];
}

function scopeKindsObserver(): Observer {
  return openPointObserver("bootstrap.scope-kinds", { operations: OPERATIONS }, async (check) => {
    const kinds = new Set(
      scopesIn(await bootstrap(check)).flatMap(({ kind }) => (typeof kind === "string" ? [kind] : [])),
    );
    return {
      answer: [...kinds].sort().join(", ") || "no membership is shown",
      evidence: "the caller's own scope membership",
    };
  });
}

function scopeObserver(): Observer {
  return openPointObserver("bootstrap.scope", { operations: OPERATIONS, fixtures: ["secondScope"] }, async (check) => {
    const count = async (members: Record<string, string>) => {
      const exchange = await bootstrap(check, members);
      return LISTS.reduce((sum, list) => sum + memoriesIn(exchange, list).length, 0);
    };
    const all = await count({});
    const inScope = await count({ scope_id: check.context.target.fixtures.secondScope ?? "" });
    return { answer: `${all} memories without a scope, ${inScope} with one`, evidence: "the three lists of memories" };
  });
}

function listsObserver(): Observer {
  return openPointObserver("bootstrap.constraints", { operations: OPERATIONS }, async (check) => {
    const exchange = await bootstrap(check);
    const contents = LISTS.slice(1).map((list) => {
      const seen = memoriesIn(exchange, list).map(({ memory }) => `${memory.status ?? "?"} ${memory.kind ?? "?"}`);
      return `${list}: ${[...new Set(seen)].sort().join(", ") || "empty"}`;
    });
    return { answer: contents.join("; "), evidence: "status and kind of the memories listed" };
  });
}

function identityOmittedObserver(): Observer {
  return openPointObserver("bootstrap.identity-omitted", { operations: OPERATIONS }, async (check) => {
    const exchange = await check.call("bootstrap-context", { body: {} });
    requireResponse(exchange);
    return { answer: statusAndCode(exchange), evidence: "an empty body" };
  });
}

function otherIdentityObserver(): Observer {
  const fixtures = ["otherAgent.apiKey", "agent.identityId"];
  return openPointObserver("bootstrap.other-identity", { operations: OPERATIONS, fixtures }, async (check) => {
    const { otherAgent, agent } = check.context.target.fixtures;
    const members = { agent_identity_id: agent?.identityId ?? "" };
    const exchange = await requestContext(check, members, { apiKey: otherAgent?.apiKey ?? "" });
    requireResponse(exchange);
    return { answer: statusAndCode(exchange), evidence: "the caller's identity, requested by another agent" };
  });
}
