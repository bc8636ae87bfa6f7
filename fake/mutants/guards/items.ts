import type { Guard } from "../model.ts";

/** A list of at least so many items: `items>=10`. */
export const items: Guard = {
  name: "items",
  levels: (site) => {
    const isListed = site.kind === "list" || (site.kind === "value" && site.path.includes("*"));
    return isListed ? ["items>=3", "items>=10"] : [];
  },
  values: (level) => {
    const least = Number(level.split(">=")[1]);
    return (_value, _holder, listed) => (listed ?? 0) >= least;
  },
};
