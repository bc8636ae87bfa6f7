/** The lists of memories in a bootstrap context. */
export const LISTS = ["current_decisions", "active_constraints", "open_questions"] as const;

/** JSON pointers to these lists in a response. */
export const LIST_POINTERS = LISTS.map((list) => `/data/${list}`);
