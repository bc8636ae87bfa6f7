/** The lists of memories in the orientation of an agent. */
export const LISTS = ["current_decisions", "active_constraints", "open_questions"] as const;

/** Where they stand in a response: JSON pointers. */
export const LIST_POINTERS = LISTS.map((list) => `/data/${list}`);
