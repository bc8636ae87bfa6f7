import type { Tool } from "./tool.ts";

/** Tool definitions as the common model APIs take them, each form by its name. */
export const TOOL_FORMATS = {
  /** Messages API: `tools`. */
  anthropic: ({ name, description, inputSchema }: Tool) => ({ name, description, input_schema: inputSchema }),
  /** Chat Completions API: `tools`. */
  openai: ({ name, description, inputSchema }: Tool) => ({
    type: "function",
    function: { name, description, parameters: inputSchema },
  }),
  /** Responses API: `tools`. */
  openaiResponses: ({ name, description, inputSchema }: Tool) => ({
    type: "function",
    name,
    description,
    parameters: inputSchema,
  }),
} as const;

/** All tools in every form. */
export function inAllFormats(tools: readonly Tool[]) {
  return Object.fromEntries(
    Object.entries(TOOL_FORMATS).map(([form, write]) => [form, tools.map((each) => write(each))]),
  );
}
