import type { Call, Operation, Outcome } from "../call.ts";
import type { FaultId } from "../faults/index.ts";
import { reader } from "../reader.ts";
import { type Ground, isRefusal, refuse } from "../refusal.ts";
import { isJsonObject, type JsonObject, type Value } from "../shape.ts";

/** Goes on with a call as the correct server would. */
export type Proceed = (call: Call) => Promise<Outcome>;

/** A fault that surrounds operations: it changes what goes in, what comes out, or both. */
export interface Around {
  readonly fault: FaultId;
  readonly operations: readonly string[];
  readonly run: (call: Call, proceed: Proceed) => Promise<Outcome>;
}

/** Runs an operation, within the planted faults that surround it. */
export function runWithin(arounds: readonly Around[], operation: Operation, call: Call): Promise<Outcome> {
  const planted = arounds.filter(
    ({ fault, operations }) => operations.includes(operation.name) && call.isMutated(fault),
  );
  const core: Proceed = async (one) => operation.run(one);
  return planted.reduce<Proceed>(
    (inner, { run }) =>
      (one) =>
        run(one, inner),
    core,
  )(call);
}

/** A fault that disfigures the data of an answer. */
export function spoils(
  fault: FaultId,
  operations: string | readonly string[],
  spoil: (data: JsonObject, call: Call) => Value,
): Around {
  const run = async (call: Call, proceed: Proceed) => {
    const outcome = await proceed(call);
    return { ...outcome, data: spoil(isJsonObject(outcome.data) ? outcome.data : { list: outcome.data }, call) };
  };
  return { fault, operations: [operations].flat(), run };
}

/** A fault that disfigures every item of a list in an answer. */
export function spoilsItems(
  fault: FaultId,
  operation: string,
  list: string,
  spoil: (item: JsonObject) => JsonObject,
): Around {
  return spoils(fault, operation, (data) => {
    const items = data[list];
    const spoilt = Array.isArray(items) ? items.map((item) => (isJsonObject(item) ? spoil(item) : item)) : [];
    return list === "list" ? spoilt : { ...data, [list]: spoilt };
  });
}

/** A fault that changes the fields of a request before anybody looks at them. */
export function misreads(
  fault: FaultId,
  operations: string | readonly string[],
  misread: (fields: JsonObject, call: Call) => JsonObject,
): Around {
  const run = (call: Call, proceed: Proceed) => proceed(withFields(call, misread(call.fields, call)));
  return { fault, operations: [operations].flat(), run };
}

/** A fault that, where the correct server refuses, tries again with other fields. */
export function forgives(
  fault: FaultId,
  operation: string,
  mend: (fields: JsonObject, call: Call) => JsonObject,
): Around {
  const run = async (call: Call, proceed: Proceed) => {
    try {
      return await proceed(call);
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal;
      return proceed(withFields(call, mend(call.fields, call)));
    }
  };
  return { fault, operations: [operation], run };
}

/** A fault that refuses, and does it all the same. */
export function refusesYetDoes(
  fault: FaultId,
  operation: string,
  mend: (fields: JsonObject, call: Call) => JsonObject,
): Around {
  const run = async (call: Call, proceed: Proceed) => {
    try {
      return await proceed(call);
    } catch (refusal) {
      if (isRefusal(refusal)) await proceed(withFields(call, mend(call.fields, call))).catch(() => undefined);
      throw refusal;
    }
  };
  return { fault, operations: [operation], run };
}

/** The call with other fields. */
export function withFields(call: Call, fields: JsonObject): Call {
  return { ...call, fields, input: reader(fields, call.choices.input, call.loose) };
}

/** The object without a member. */
export function without(data: JsonObject, member: string): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== member));
}

/** A time without its offset from UTC. */
export function zoneless(time: Value | undefined): string {
  return String(time).slice(0, 19);
}

/** A fault that refuses calls which the correct server takes. */
export function refusesWhen(
  fault: FaultId,
  operation: string,
  condition: (fields: JsonObject, call: Call) => unknown,
  ground: Ground = "invalid",
): Around {
  const run = async (call: Call, proceed: Proceed) =>
    condition(call.fields, call) ? refuse(ground, "this cannot be done") : proceed(call);
  return { fault, operations: [operation], run };
}

/** A fault that does more than was asked for. */
export function goesOn(
  fault: FaultId,
  operation: string,
  more: (call: Call, data: JsonObject) => void | Promise<void>,
): Around {
  const run = async (call: Call, proceed: Proceed) => {
    const outcome = await proceed(call);
    if (isJsonObject(outcome.data)) await more(call, outcome.data);
    return outcome;
  };
  return { fault, operations: [operation], run };
}

/** The same as somebody else: of the workspace to which a thing belongs. */
export function actingFor(call: Call, workspace: string | undefined): Call {
  const inhabitant = call.world.agents.rows().find((agent) => agent.workspace === workspace);
  return inhabitant && workspace !== call.caller.workspace ? { ...call, caller: inhabitant } : call;
}

/** A fault by which things of another workspace are treated as the caller's own. */
export function crossesInto(
  fault: FaultId,
  operation: string,
  workspaceOf: (call: Call) => string | undefined,
): Around {
  return { fault, operations: [operation], run: (call, proceed) => proceed(actingFor(call, workspaceOf(call))) };
}
