import type { Guard } from "../model.ts";

/** How one task can stand to another. */
export const KINSHIPS = ["parent", "child", "sibling", "next", "newest", "same-user", "same-agent"] as const;

export type Kinship = (typeof KINSHIPS)[number];

/** A change that spreads reaches tasks of one relation alone: `kin=sibling`. */
export const kin: Guard = {
  name: "kin",
  levels: (site) => (site.kind === "effect" && site.claims.alone !== null ? KINSHIPS.map((name) => `kin=${name}`) : []),
  // An operator that does not spread looks at no relation, and so is confined to nothing by it.
  values:
    (level) =>
    (_value, { kin: kinships }) =>
      !Array.isArray(kinships) || kinships.includes(level.split("=")[1] ?? ""),
};
