import { isObject } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import { wordsOf } from "../../text/words.ts";
import { inputAt } from "../inputs.ts";
import type { Guard } from "../model.ts";

/** What an index leaves out of a text. */
const LEFT_OUT: Readonly<Record<string, (text: string) => string>> = {
  "behind-200": (text) => text.slice(0, 200),
  "behind-4000": (text) => text.slice(0, 4000),
  "behind-first-line": (text) => text.split("\n")[0] ?? "",
  "last-word": (text) => text.replace(/\s?\S+$/, ""),
  "long-word": (text) => text.replaceAll(/[\p{L}\p{N}]{16,}/gu, ""),
  number: (text) => text.replaceAll(/\b\d+\b/gu, ""),
  code: (text) => text.replaceAll(/`[^`\n]+`/gu, ""),
  "code-block": (text) => text.replaceAll(/```[^`]*```/gu, ""),
};

/** A text search and where it looks. */
const SEARCHES: Readonly<Record<string, { readonly query: string; readonly text: string }>> = {
  "search-messages:/data/messages": { query: "query", text: "content" },
  "search-memories:/data/hits": { query: "q", text: "content" },
  "recall:/data/hits": { query: "query", text: "content" },
  "list-tasks:/data": { query: "query", text: "title" },
};

/** What is searched for is in a part of the text that an index leaves out: `hit=code`; or is all of it: `hit=whole`. */
export const hit: Guard = {
  name: "hit",
  about: (_level, { id }) => [SEARCHES[id]?.query ?? "hit"],
  levels: ({ id }) => (id in SEARCHES ? [...Object.keys(LEFT_OUT), "whole"].map((name) => `hit=${name}`) : []),
  tracking: (level, { id }) => {
    const { query, text } = SEARCHES[id] ?? { query: "", text: "" };
    const name = level.split("=")[1] ?? "";
    let asked: string | null = null;
    return {
      calls: (call: Call) => {
        const given = [inputAt(call, query)].flat()[0];
        asked = typeof given === "string" ? given : null;
        return asked !== null;
      },
      values: (item) => {
        const found = isObject(item) ? item[text] : null;
        if (asked === null || typeof found !== "string") return false;
        if (name === "whole") return found === asked;
        const indexed = new Set(wordsOf(LEFT_OUT[name]?.(found) ?? found));
        return wordsOf(asked).some((word) => !indexed.has(word));
      },
    };
  },
};
