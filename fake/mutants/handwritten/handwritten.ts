import type { HandwrittenSite } from "../model.ts";

/** A mutant that is written by hand; `plant` is called once for each fake. */
export const handwritten = (
  id: string,
  breaks: string,
  title: string,
  operation: string,
  plant: HandwrittenSite["plant"],
): HandwrittenSite => ({ kind: "handwritten", id, operation, breaks, title, plant });
