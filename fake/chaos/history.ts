import type { Call, Reply } from "../http/call.ts";
import { ownKey } from "../overrides/identities.ts";
import { buildWorkspace } from "../state/build-workspace.ts";
import { recordsOf, type StateRecord } from "../state/records.ts";
import type { Workspace } from "../workspace.ts";
import { isRead, isTransfer } from "./matching.ts";
import type { Age } from "./rule.ts";

/** A workspace as it was before a write. */
interface Copy {
  /** Instant of the write, milliseconds since 1970 by the fake's clock. */
  readonly at: number;
  readonly records: readonly StateRecord[];
  /** Created from the records when a read first needs it. */
  workspace: Workspace | null;
}

/** At most this many copies of each workspace are kept, with at most this many records in all: the last ones. */
const MAX_COPIES = 100;
const MAX_RECORDS = 500_000;

/** The states of workspaces before their last writes. */
export interface History {
  /** Performs a call and, if it is a successful write, records the state of its workspace before it. */
  record(call: Call, perform: () => Reply): Reply;
  /** Performs a read on an earlier state of its workspace; on the present one while nothing older is known. */
  answerFrom(call: Call, age: Age, perform: () => Reply): Reply;
}

/** Creates an empty history. */
export function createHistory(): History {
  const copies = new WeakMap<Workspace, Copy[]>();
  return {
    record: (call, perform) => {
      const workspace = isWrite(call) ? ownKey(call)?.workspace : undefined;
      if (workspace === undefined) return perform();
      const copy: Copy = { at: call.at, records: [...recordsOf(workspace)], workspace: null };
      const reply = perform();
      if (reply.status !== 200) return reply;
      const kept = Math.max(1, Math.min(MAX_COPIES, Math.floor(MAX_RECORDS / copy.records.length)));
      copies.set(workspace, [...(copies.get(workspace) ?? []), copy].slice(-kept));
      return reply;
    },
    answerFrom: (call, age, perform) => {
      const key = ownKey(call);
      const copy = key === undefined ? undefined : copyOfAge(copies.get(key.workspace) ?? [], age, call.at);
      if (key === undefined || copy === undefined) return perform();
      copy.workspace ??= buildWorkspace(copy.records);
      const { keys } = call.service;
      const agent = copy.workspace.directory.agents.get(key.agent.id) ?? key.agent;
      keys.set(key.key, { ...key, workspace: copy.workspace, agent });
      try {
        return perform();
      } finally {
        keys.set(key.key, key);
      }
    },
  };
}

function isWrite({ operation, method }: Call): boolean {
  return method === "POST" && operation !== null && !isRead(operation) && !isTransfer(operation);
}

/** Returns the state before this many last writes, or before the first write of this many last milliseconds. */
function copyOfAge(copies: readonly Copy[], age: Age, now: number): Copy | undefined {
  if ("writes" in age) return copies[Math.max(0, copies.length - age.writes)];
  return copies.find(({ at }) => at > now - age.ms);
}
