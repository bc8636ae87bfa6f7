import { loadOpenPoints } from "../../spec/catalogue/open-points.ts";
import { type Catalogue, loadCatalogue } from "../../spec/catalogue/requirements.ts";
import { loadDocument } from "../../spec/document/document.ts";
import type { ApiDocument } from "../../spec/document/model.ts";
import type { OpenPoint } from "../../spec/requirement.ts";
import { isAsBuilt } from "../../spec/settings/shipped.ts";
import type { ResolvedTarget } from "../target/types.ts";
import { oncePer } from "./cases/once.ts";

/** The contract that a run tests: the document, its catalogue, and its open points. */
export interface Contract {
  readonly document: ApiDocument;
  readonly catalogue: Catalogue;
  readonly openPoints: readonly OpenPoint[];
}

const loadBundled = oncePer(
  (parameters) => JSON.stringify(parameters),
  (parameters: ResolvedTarget["parameters"]) => load(null, parameters),
);

/**
 * Returns the contract with the overlay and the names of a target. Runs without an overlay share it within a process.
 *
 * @throws OperatorError if the overlay or a name cannot be used.
 */
export function loadContract({
  overlay,
  parameters,
}: Pick<ResolvedTarget, "overlay" | "parameters">): Promise<Contract> {
  return overlay === null ? loadBundled(parameters) : load(overlay, parameters);
}

/** Returns true if loading cannot fail: the target changes nothing in the contract that the package ships. */
export function isAsShipped({ overlay, parameters }: Pick<ResolvedTarget, "overlay" | "parameters">): boolean {
  return overlay === null && Object.keys(parameters).length === 0 && isAsBuilt();
}

async function load(overlay: string | null, parameters: ResolvedTarget["parameters"]): Promise<Contract> {
  const document = await loadDocument({ overlay, parameters });
  return { document, catalogue: loadCatalogue(document), openPoints: loadOpenPoints(document) };
}
