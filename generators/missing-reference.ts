import type { ReferenceKind } from "../spec/family.ts";

/** A request cannot be created because it must name resources of which the run has no identifiers. */
export class MissingReference extends Error {
  override readonly name = "MissingReference";
  readonly kinds: readonly ReferenceKind[];

  constructor(operation: string, kinds: readonly ReferenceKind[]) {
    super(`${operation} needs the id of a ${kinds.join(" and a ")}, and the run has none`);
    this.kinds = kinds;
  }
}
