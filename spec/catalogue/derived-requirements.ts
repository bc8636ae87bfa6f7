import type { Constraint } from "../document/model.ts";
import type { Requirement, Topic } from "../requirement.ts";

const CLAUSE = "the OpenAPI document";

const SENTENCES: Readonly<Record<Topic, (operation: string) => string>> = {
  succeeds: (operation) => `A valid request to ${operation} MUST be accepted with 200.`,
  answer: (operation) => `The response of ${operation} MUST match its schema in the document.`,
  authenticated: (operation) => `A request to ${operation} without an Authorization header MUST be rejected with 401.`,
};

/**
 * Returns the requirement on a constraint that no entry of the catalogue claims, with the operations that it concerns.
 * `constraint` is null if the document lacks it too.
 */
export function deriveForConstraint(
  address: string,
  constraint: Constraint | null,
  operations: readonly string[],
): Requirement {
  return {
    id: `document.${address}`,
    level: "MUST",
    statement: constraint === null ? `The rule of the document at ${address} MUST be kept.` : sentence(constraint),
    clause: CLAUSE,
    operations,
    constraints: [address],
    derived: true,
  };
}

/** Returns the requirement with a role for an operation that the catalogue does not know. */
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
  const rule = keyword === "required" ? "be present" : `have ${keyword} ${JSON.stringify(value)}`;
  return `In ${side === "request" ? "requests" : "responses"}, ${place} MUST ${rule}.`;
}
