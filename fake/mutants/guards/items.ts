import type { Guard } from "../model.ts";

/** A list of at least so many items: `items>=10`. */
export const items: Guard = {
  name: "items",
  levels: (site) => {
    const isListed = site.kind === "list" || (site.kind === "value" && site.path.includes("*"));
    return isListed ? ["items=1", "items>=3", "items>=10"] : [];
  },
  values: (level) => {
    const [, sign, count] = /^items(=|>=)(\d+)$/.exec(level) ?? [];
    return (_value, _holder, listed) => (sign === "=" ? listed === Number(count) : (listed ?? 0) >= Number(count));
  },
};
