import type { Constraint } from "../document/model.ts";
import type { Requirement, Topic } from "../requirement.ts";

const CLAUSE = "the OpenAPI document";

const SENTENCES: Readonly<Record<Topic, (operation: string) => string>> = {
  succeeds: (operation) => `A valid request to ${operation} is answered with 200.`,
  answer: (operation) => `The answer to ${operation} has the shape that the document gives it.`,
  authenticated: (operation) => `A call of ${operation} without an Authorization header is refused with 401.`,
};

/**
 * The requirement on a constraint that no entry of the catalogue claims (null for one that the document lacks too),
 * and the operations that it concerns.
 */
export function deriveForConstraint(
  address: string,
  constraint: Constraint | null,
  operations: readonly string[],
): Requirement {
  return {
    id: `document.${address}`,
    level: "MUST",
    statement: constraint === null ? `The document's rule at ${address} is kept.` : sentence(constraint),
    clause: CLAUSE,
    operations,
    constraints: [address],
    derived: true,
  };
}

/** The requirement that plays a part for an operation that the catalogue does not know. */
export function deriveForOperation(operation: string, topic: Topic): Requirement {
  return {
    id: `document.${operation}.${topic}`,
    level: "MUST",
    statement: SENTENCES[topic](operation),
    clause: CLAUSE,
    operations: [operation],
    constraints: [],
    topic,
    derived: true,
  };
}

function sentence({ address, keyword, value, side }: Constraint): string {
  const place = address.endsWith(`.${keyword}`) ? address.slice(0, -keyword.length - 1) : address;
  const rule = keyword === "required" ? "is always there" : `has ${keyword} ${JSON.stringify(value)}`;
  const subject = side === "request" ? "Of requests" : "Of answers";
  return `${subject}, ${place} ${rule}.`;
}
