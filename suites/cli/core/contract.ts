import { resolve } from "node:path";
import { loadOpenPoints } from "../../../spec/catalogue/open-points.ts";
import { type Catalogue, loadCatalogue } from "../../../spec/catalogue/requirements.ts";
import { loadDocument } from "../../../spec/document/document.ts";
import type { ApiDocument } from "../../../spec/document/model.ts";
import type { OpenPoint } from "../../../spec/requirement.ts";
import type { Input, Option } from "./command.ts";
import type { Io } from "./io.ts";

/** The contract as commands show it: document, requirements, open points. */
export interface Contract {
  readonly document: ApiDocument;
  readonly catalogue: Catalogue;
  readonly openPoints: readonly OpenPoint[];
}

/** The option that applies an overlay to the bundled document. */
export const OVERLAY_OPTION: Option = {
  name: "overlay",
  value: "FILE",
  text: "OpenAPI Overlay to lay over the bundled document",
};

/** Loads the contract, with the overlay that the options name. */
export async function loadContract(input: Input, io: Io): Promise<Contract> {
  const overlay = input.value("overlay");
  const document = await loadDocument({ overlay: overlay === undefined ? null : resolve(io.cwd, overlay) });
  return { document, catalogue: loadCatalogue(document), openPoints: loadOpenPoints(document) };
}
