import { refusal } from "./refusal.ts";
import type { Caller } from "./service.ts";
import type { Workspace } from "./workspace.ts";

/** How much one workspace may hold, so that a client that never stops cannot eat the machine's memory. */
export interface Room {
  /** Messages, tasks and memories, each. */
  things: number;
  /** Bytes of uploaded files. */
  fileBytes: number;
}

/** Room that nobody fills by accident. */
export const REFERENCE_ROOM: Room = { things: 1_000_000, fileBytes: 1024 * 1024 * 1024 };

/** Kinds of thing that are counted. */
type Counted = "messages" | "tasks" | "memories" | "files";

/** Refuses a further thing in a workspace that is full. */
export function needRoom({ workspace }: Caller, kind: Counted): void {
  if (workspace[kind].count < workspace.room.things) return;
  throw refusal("unavailable", `The workspace is full: it holds ${workspace.room.things} ${kind}`, {
    suggestion: "Reset the fake, or use a workspace of its own for each test.",
    details: { limit: workspace.room.things, kind },
  });
}

/** Is there room for so many more bytes of files? */
export function hasRoomFor(workspace: Workspace, bytes: number): boolean {
  return workspace.files.bytes + bytes <= workspace.room.fileBytes;
}
