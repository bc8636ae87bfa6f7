import type { Site } from "../model.ts";

/** What guards that look at the value of a site are about: the input that it is, or the value that is shown. */
export const ownValue = (site: Site): readonly string[] => [site.kind === "input" ? site.name : "value"];
