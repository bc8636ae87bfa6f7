import { type Catalogue, loadCatalogue } from "../../../spec/catalogue/requirements.ts";
import { loadDocument } from "../../../spec/document/document.ts";
import { handwrittenSites } from "../handwritten/all.ts";
import type { Site } from "../model.ts";
import { bytesSites } from "./bytes.ts";
import { effectSites } from "./effects.ts";
import { constraintSites, inputSites } from "./inputs.ts";
import { operationSites } from "./operations.ts";
import { partSites } from "./parts.ts";
import { responseSites } from "./responses.ts";
import { ruleSites } from "./rules.ts";

/** Every site, found in the bundled document and the fake's rules, and the catalogue that its claims are from. */
export async function findSites(): Promise<{ readonly sites: readonly Site[]; readonly catalogue: Catalogue }> {
  const document = await loadDocument();
  const catalogue = loadCatalogue(document);
  const shown = responseSites(document, catalogue);
  const sites = [
    ...shown,
    ...effectSites(shown),
    ...inputSites(),
    ...constraintSites(document, catalogue),
    ...ruleSites(),
    ...partSites(),
    ...bytesSites,
    ...operationSites(document, catalogue),
    ...handwrittenSites,
  ];
  return { sites, catalogue };
}
