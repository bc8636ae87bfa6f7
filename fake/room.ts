import { type Refusal, refusal } from "./refusal.ts";
import type { Caller } from "./service.ts";
import type { Workspace } from "./workspace.ts";

/** How much one workspace may hold, so that a client that never stops cannot eat the machine's memory. */
export interface Room {
  /** Messages, tasks, memories and files, each. */
  things: number;
  /** Characters of all that is written in them, as {@link charactersIn} counts. */
  characters: number;
  /** Bytes of uploaded files, those on their way included. */
  fileBytes: number;
}

const MIB = 1024 * 1024;

/** Room that nobody fills by accident; of so much text every three letters can be a word that the index has not met. */
export const REFERENCE_ROOM: Room = { things: 1_000_000, characters: 40 * MIB, fileBytes: 1024 * MIB };

/** Kinds of thing that are counted. */
type Counted = "messages" | "tasks" | "memories" | "files";

/** What was written in a workspace, weighed by what it costs to keep and to find again. */
export function charactersIn({ messages, tasks, memories }: Workspace): number {
  return messages.characters + tasks.characters + memories.characters;
}

/** Refuses a further thing in a workspace that is full. */
export function needRoom(caller: Caller, kind: Counted): void {
  const { things } = caller.workspace.room;
  if (caller.workspace[kind].count >= things) throw full(`${things} ${kind}`, { limit: things, kind });
  needRoomForText(caller);
}

/** Refuses to add to what is there in a workspace that is full of text. */
export function needRoomForText({ workspace }: Caller): void {
  const { characters } = workspace.room;
  if (charactersIn(workspace) >= characters) throw full(`${characters} characters of text`, { limit: characters });
}

function full(what: string, details: Readonly<Record<string, unknown>>): Refusal {
  return refusal("conflict", `The workspace is full: it holds ${what}`, {
    suggestion: "Reset the fake, or use a workspace of its own for each test.",
    details,
  });
}
