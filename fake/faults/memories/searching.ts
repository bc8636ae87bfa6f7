import { type Change, together } from "../../changes/change.ts";
import { onCall, rules } from "../../changes/hooks.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import type { Rules } from "../../rules.ts";

export const SEARCH = ["search-memories"];
export const usual = memoryRules.filters;

/** Another test of one filter. */
export const filtering = (filters: Partial<Rules["memories"]["filters"]>): Change => rules({ memories: { filters } });

/** Edits the query of searches that ask for something. */
export const asking = (
  holds: (query: URLSearchParams, call: Call) => boolean,
  edit: (query: URLSearchParams) => void,
): Change =>
  onCall("search-memories", (call) => {
    if (holds(call.query, call)) edit(call.query);
  });

/** Lets a filter pass everything while the query asks in some way. */
export const lax = (filter: keyof Rules["memories"]["filters"], holds: (query: URLSearchParams) => boolean): Change => {
  let open = false;
  return together(
    onCall("search-memories", (call) => {
      open = holds(call.query);
    }),
    filtering({ [filter]: (stored: never, wanted: never) => open || usual[filter](stored, wanted) } as never),
  );
};

/** The text is looked for in another form of content and text. */
export const text = (fold: (text: string) => string): Change =>
  filtering({ text: ({ memory }, wanted) => fold(memory.content.toLowerCase()).includes(fold(wanted.toLowerCase())) });

export const bounds = (edit: (bound: string, name: string) => string): Change =>
  onCall("search-memories", (call) => {
    for (const name of ["from", "to"]) {
      const bound = call.query.get(name);
      if (bound !== null) call.query.set(name, edit(bound, name));
    }
  });
