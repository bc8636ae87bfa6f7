import type { ApiDocument } from "../document/model.ts";
import { expandOperations } from "../document/operation-selectors.ts";
import type { OpenPoint } from "../requirement.ts";
import { shipped } from "../settings/shipped.ts";

/** Returns the register of open points as it is in `open-points.yaml`: operations are not expanded. */
export function readOpenPoints(): readonly OpenPoint[] {
  const { "open-points": points } = shipped("open-points") as unknown as {
    "open-points": Record<string, Omit<OpenPoint, "id">>;
  };
  return Object.entries(points).map(([id, point]) => ({ id, ...point }));
}

/**
 * Returns the open points that apply to a document. A point is left out if the document lacks all of its operations.
 */
export function loadOpenPoints(document: ApiDocument): readonly OpenPoint[] {
  return readOpenPoints().flatMap((point) => {
    const operations = expandOperations(point.operations, document);
    return operations.length === 0 && point.operations.length > 0 ? [] : [{ ...point, operations }];
  });
}
