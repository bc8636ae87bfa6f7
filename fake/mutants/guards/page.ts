import type { Guard } from "../model.ts";

const CURSORS = ["cursor", "before", "after"];
const PAGED = new Set(["get-messages", "search-memories"]);

/** A page that a cursor leads to: `page=next`. */
export const page: Guard = {
  name: "page",
  about: () => CURSORS,
  levels: ({ operation }) => (PAGED.has(operation) ? ["page=next"] : []),
  calls:
    () =>
    ({ query }) =>
      CURSORS.some((name) => query.has(name)),
};

/** Items on a page when the request names no limit. */
const USUAL = 20;

/** How much there is on a page, by what is asked for. */
const FILLED: Readonly<Record<string, (count: number, limit: number) => boolean>> = {
  "filled=not-at-all": (count) => count === 0,
  "filled=in-part": (count, limit) => count > 0 && count < limit,
  "filled=whole": (count, limit) => count === limit,
};

/** A page with as many items as were asked for, or fewer: `filled=in-part`. */
export const filled: Guard = {
  name: "filled",
  about: () => ["items", "limit"],
  levels: (site) => {
    const isPage = site.kind === "list" || (site.kind === "value" && site.path.at(-1) === "hasMore");
    return isPage && PAGED.has(site.operation) ? Object.keys(FILLED) : [];
  },
  tracking: (level, site) => {
    let limit = USUAL;
    return {
      calls: ({ query }) => {
        limit = Number(query.get("limit") ?? USUAL);
        return true;
      },
      values: (_value, holder, listed) => {
        const count = site.kind === "list" ? listed : Object.values(holder).find(Array.isArray)?.length;
        return FILLED[level]?.(count ?? 0, limit) === true;
      },
    };
  },
};
