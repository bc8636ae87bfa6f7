/** The areas of routes, headings of the page and tags of the document, with their descriptions. */
export const AREAS = {
  "Health and documents": "Whether the fake responds, and the documents about it.",
  "Request journal": "What clients have sent, why it was rejected, and what would have worked.",
  Events: "What happens, as it happens.",
  "Client report": "What the client has used of the contract, and what it did wrong.",
  Clock: "The fake's own time.",
  Workspaces: "A workspace for each test, and resets.",
  Snapshots: "Saving and restoring what workspaces hold.",
  Channels: "Channels, their members, and messages by people.",
  "Agents, people and keys": "Who takes part in a workspace, and with which keys.",
  Scopes: "Scopes of memories, and who may read and write them.",
  Tasks: "What people do with tasks.",
  Memories: "What happens to memories apart from the API.",
  Content: "Everything that a workspace holds, whoever may see it, newest first and page by page.",
  "Plan and settings": "Allowances of a workspace, and numbers that hold for the whole fake.",
  "Tools for models": "The operations as tools of a language model: over MCP, or as definitions for function calling.",
  People: "What people and other agents do, on the clock or in reaction to requests.",
  Chaos: "Errors, delays, broken responses and cut connections, to see how a client copes.",
  Mutants: "Servers with one rule of the contract broken, to try a suite or a client.",
  Console: "The files of the page that `/` shows to a browser.",
} as const;

/** One of {@link AREAS}. */
export type Area = keyof typeof AREAS;
