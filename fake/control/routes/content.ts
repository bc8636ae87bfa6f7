import type { JsonObject } from "../../../spec/json.ts";
import { PAGE_SIZE, type Page, type PageRequest } from "../api/content.ts";
import type { WorkspaceControl } from "../api/workspace.ts";
import { integer, text } from "../json-schema.ts";
import { listOfNamed, memberSchemas, type ResponseSchemaName, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";

type Listing = "messages" | "memories" | "edges" | "files" | "comments";

const paging = {
  limit: integer(`How many at most, ${PAGE_SIZE.usual} by default`, 1, PAGE_SIZE.most),
  cursor: text("The nextCursor of the page before"),
};

function listing(what: Listing, of: ResponseSchemaName, summary: string, filter: Readonly<Record<string, JsonObject>>) {
  return route<object, PageRequest>({
    id: `list-${what}`,
    method: "GET",
    path: `/workspaces/:workspace/${what}`,
    area: "Content",
    summary,
    gives: responseWith(
      { [what]: listOfNamed(of), nextCursor: memberSchemas.textOrNull },
      `${what}, newest first, and nextCursor`,
    ),
    query: { ...filter, ...paging },
    example: { query: "limit=2" },
    handle: ({ fake, query, params: { workspace } }) => {
      const list: (page: PageRequest) => Page<unknown> = (fake.control.workspace(workspace) as WorkspaceControl)[what];
      const { items, nextCursor } = list(query);
      return { [what]: items, nextCursor };
    },
  });
}

/** Routes of the content of a workspace, page by page. */
export const contentRoutes = [
  listing("messages", "Message", "Lists all messages, whoever may read them.", {
    channel: text("Id or name of a channel"),
  }),
  listing("memories", "ListedMemory", "Lists all memories of every status, whoever may read them.", {
    scope: text("Id or name of a scope"),
  }),
  listing("edges", "Edge", "Lists the edges of the memory graph.", {
    node: text("Id of a node: edges that leave or enter it"),
  }),
  listing("files", "File", "Lists the files, also those whose upload never came; without their bytes.", {
    channel: text("Id or name of a channel"),
  }),
  route({
    id: "file-url",
    method: "POST",
    path: "/workspaces/:workspace/files/:file/url",
    area: "Content",
    summary: "Signs a URL that serves the bytes of a file until it expires, as request-file-download does.",
    gives: responseWith({ url: memberSchemas.text, expiresAt: memberSchemas.date }, "url and expiresAt"),
    example: { params: { file: "merger.md" } },
    handle: ({ fake, params: { workspace, file = "" } }) => fake.control.workspace(workspace).fileUrl(file),
  }),
  listing("comments", "Comment", "Lists the comments on tasks.", { task: text("Id or identifier of a task") }),
];
