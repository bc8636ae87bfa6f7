import { type Change, together } from "../../changes/change.ts";
import { answering, bodyMember, onCall, rules } from "../../changes/hooks.ts";
import type { Task } from "../../features/tasks/model.ts";
import { type Fault, fault } from "../fault.ts";

const BLOCK = ["block-task"];

/** A block does this to a task that another agent is assigned to, and what it should to any other. */
const blockingOfOthers = (edit: (blocker: string) => Partial<Task>): Change =>
  rules({
    tasks: {
      blocked: ({ agent }, { assigneeAgentId }) =>
        assigneeAgentId === null || assigneeAgentId === agent.id ? { status: "blocked" } : edit(agent.id),
    },
  });

/** Faults of blocking what somebody else is assigned to, or what has no description. */
export const blockOfOthersFaults: readonly Fault[] = [
  fault(
    "block-describes-what-has-no-description",
    "tasks.block.keeps-fields",
    "the reason of a block becomes the description of a task that has none",
    BLOCK,
    () => {
      let reason: string | null = null;
      return together(
        onCall("block-task", (call) => {
          reason = String(bodyMember(call, "reason"));
        }),
        rules({
          tasks: {
            blocked: (_caller, { description }) => ({ status: "blocked", description: description ?? reason }),
          },
        }),
      );
    },
  ),
  fault(
    "block-of-anothers-task-stays",
    "tasks.block.status",
    "a task that another agent is assigned to stays as it is when it is blocked",
    BLOCK,
    () => blockingOfOthers(() => ({})),
  ),
  fault(
    "block-of-anothers-task-not-kept",
    "tasks.block.persists",
    "the block of a task that another agent is assigned to shows in its answer alone",
    BLOCK,
    () =>
      together(
        blockingOfOthers(() => ({})),
        answering("block-task", "data.status", () => "blocked"),
      ),
  ),
  fault(
    "block-of-anothers-task-takes-it",
    "tasks.block.keeps-fields",
    "who blocks a task of another agent is assigned to it",
    BLOCK,
    () => blockingOfOthers((assigneeAgentId) => ({ status: "blocked", assigneeAgentId })),
  ),
  fault(
    "block-of-anothers-task-clears-it",
    "tasks.block.keeps-fields",
    "a block by its maker takes a task from the agent that it is assigned to",
    BLOCK,
    () => blockingOfOthers(() => ({ status: "blocked", assigneeAgentId: null })),
  ),
  fault(
    "block-of-anothers-task-hides-its-maker",
    "tasks.block.keeps-fields",
    "a task that its assignee has blocked does not tell who made it any more",
    BLOCK,
    () =>
      rules({
        tasks: {
          blocked: ({ agent }, { createdByAgentId }) => ({
            status: "blocked",
            createdByAgentId: createdByAgentId === agent.id ? createdByAgentId : null,
          }),
        },
      }),
  ),
];
