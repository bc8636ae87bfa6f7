import type { Catalogue } from "../../spec/catalogue/requirements.ts";
import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import { validatorOf } from "../../spec/validation/validate.ts";
import type { Exchange, Received, ResponseViolation, WireRequest } from "../client/exchange.ts";
import type { Aspect } from "./aspect.ts";
import { codeAspect } from "./codes.ts";
import { docsAspect } from "./docs.ts";
import { envelopeAspect } from "./envelope.ts";
import { rankAspect } from "./ranks.ts";
import { repeatAspect } from "./repeats.ts";
import { createShapeAspect, type FieldCount } from "./shape.ts";
import { statusAspect } from "./status.ts";

/** Judges every response of a run, whichever check sent the request. */
export interface Monitors {
  /** Returns the violations of a response. */
  judge(operation: Operation, response: Received, request?: WireRequest): readonly ResponseViolation[];
  /** Returns the requirements that a response could be judged by, whether it met them or not. */
  asserted(exchange: Exchange): readonly string[];
  /** Returns true for a requirement that monitors can judge. */
  watches(requirement: string): boolean;
  /** Returns the response fields with the number of times each was seen. */
  fields(): readonly FieldCount[];
}

/** Creates the monitors for a document, from the outside in: status, envelope, shape, codes, links, ranks, repeats. */
export function createMonitors(document: ApiDocument, catalogue: Catalogue): Monitors {
  const shape = createShapeAspect(document, catalogue, validatorOf(document));
  const aspects: readonly Aspect[] = [
    statusAspect,
    envelopeAspect,
    shape,
    codeAspect,
    docsAspect,
    rankAspect,
    repeatAspect,
  ];
  const watched = new Set(aspects.flatMap((aspect) => aspect.requirements));
  const witnesses = new WeakMap<Received, readonly string[]>();

  return {
    judge(operation, response, request) {
      const violations: ResponseViolation[] = [];
      const asserted: string[] = [];
      for (const aspect of aspects) {
        const found = aspect.judge(operation, response, request);
        violations.push(...found.violations);
        asserted.push(...found.asserted);
        if (found.violations.some((violation) => violation.pointer === "")) break;
      }
      witnesses.set(response, asserted);
      return violations;
    },
    asserted: ({ outcome }) => (outcome.kind === "response" ? (witnesses.get(outcome) ?? []) : []),
    watches: (requirement) => watched.has(requirement),
    fields: shape.fields,
  };
}
