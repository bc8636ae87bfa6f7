import { loadOpenPoints } from "../../spec/catalogue/open-points.ts";
import { type Catalogue, loadCatalogue } from "../../spec/catalogue/requirements.ts";
import { loadDocument } from "../../spec/document/document.ts";
import type { ApiDocument } from "../../spec/document/model.ts";
import type { OpenPoint } from "../../spec/requirement.ts";
import { isAsBuilt } from "../../spec/settings/shipped.ts";
import type { ResolvedTarget } from "../target/types.ts";
import { oncePer } from "./cases/once.ts";

/** What a run tests against: the document, the catalogue on it, and the points that it leaves open. */
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
 * The contract with the overlay and the names of a target. Runs without an overlay share it within a process.
 *
 * @throws OperatorError when the overlay or a name cannot be used.
 */
export function loadContract({
  overlay,
  parameters,
}: Pick<ResolvedTarget, "overlay" | "parameters">): Promise<Contract> {
  return overlay === null ? loadBundled(parameters) : load(overlay, parameters);
}

/** True where loading finds no mistake: the contract is as the package ships it, and the target changes nothing of it. */
export function isAsShipped({ overlay, parameters }: Pick<ResolvedTarget, "overlay" | "parameters">): boolean {
  return overlay === null && Object.keys(parameters).length === 0 && isAsBuilt();
}

async function load(overlay: string | null, parameters: ResolvedTarget["parameters"]): Promise<Contract> {
  const document = await loadDocument({ overlay, parameters });
  return { document, catalogue: loadCatalogue(document), openPoints: loadOpenPoints(document) };
}
