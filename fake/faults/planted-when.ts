import { when } from "../changes/hooks.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";

/** Where faults are planted that anybody sees elsewhere. */
interface Where {
  /** Ends their identifiers. */
  readonly suffix: string;
  /** Begins their titles. */
  readonly where: string;
  /** Which calls meet the fault; called once for each fake, so that it can count. */
  readonly holds: (fault: Fault) => (call: Call) => boolean;
}

/** The faults of these identifiers, met by some calls alone. */
export function plantedWhen(
  faults: readonly Fault[],
  ids: readonly string[],
  { suffix, where, holds }: Where,
): Fault[] {
  return ids.map((id) => {
    const known = faults.find((one) => one.id === id);
    if (known === undefined) throw new Error(`no fault ${id} to plant ${where}`);
    const { breaks, title, operations, plant } = known;
    return fault(`${id}-${suffix}`, breaks, `${where}: ${title}`, operations, (tools) =>
      when(holds(known), plant(tools)),
    );
  });
}
