import type { Operation } from "../../spec/document/model.ts";
import type { ReportCreated } from "../../spec/report.ts";
import { BudgetSpent, LeftForOthers } from "./unanswered.ts";

/** Upper bounds of what a run may spend on the target. */
export interface SpendingLimits {
  readonly requests: number;
  readonly tasks: number;
  readonly uploadBytes: number;
}

/** Keeps the account of a run: what was sent, and what was left behind on the target. */
export interface Spending {
  /** True where the bound of tasks is reached with those in flight, and not without them: a rejection would give a place back. */
  mayGetRoom(operation: Operation | null): boolean;
  /**
   * Books one request before it goes; throws {@link BudgetSpent} when a bound is reached, and {@link LeftForOthers} when no
   * more requests are left than are to be left for others.
   */
  book(operation: Operation | null, uploadBytes: number, leaving?: number): void;
  /** Books the outcome of a request: what a success created; a rejection gives its place in the bounds back. */
  settled(operation: Operation, accepted: boolean, requestBytes: number): void;
  /** A creation without a response, booked as one that may exist, is known not to: it gives its place back. */
  withdrawn(operation: Operation, requestBytes: number): void;
  /** A request was rejected for its rate: it gives its place back, but not more often than there are places. */
  rejected(uploadBytes: number): void;
  /** True when no further request may be sent. */
  isSpent(): boolean;
  /** Requests that were served. */
  requests(): number;
  /** Requests that were rejected for their rate. */
  rejections(): number;
  total(): ReportCreated;
}

/** A fresh account. Tasks in flight count as created, so that the bound holds exactly under concurrency. */
export function createSpending(limits: SpendingLimits): Spending {
  let requests = 0;
  let rejections = 0;
  let taskRequests = 0;
  let uploaded = 0;
  const created = { tasks: 0, messages: 0, memories: 0, uploads: 0, bytes: 0 };
  return {
    mayGetRoom: (operation) =>
      operation?.creates === "task" && taskRequests >= limits.tasks && created.tasks < limits.tasks,
    book(operation, uploadBytes, leaving = 0) {
      if (requests >= limits.requests) throw new BudgetSpent(`the budget of ${limits.requests} requests is spent`);
      if (requests + leaving >= limits.requests) throw new LeftForOthers("the requests that are left are for others");
      if (rejections >= limits.requests) {
        throw new BudgetSpent(
          `the target rejected ${rejections} requests for their rate (429), as many as may be served`,
        );
      }
      if (uploaded + uploadBytes > limits.uploadBytes) {
        throw new BudgetSpent(`the budget of ${limits.uploadBytes} uploaded bytes is spent`);
      }
      if (operation?.creates === "task") {
        if (taskRequests >= limits.tasks) throw new BudgetSpent(`the budget of ${limits.tasks} tasks is spent`);
        taskRequests += 1;
      }
      requests += 1;
      uploaded += uploadBytes;
    },
    settled(operation, accepted, requestBytes) {
      if (operation.creates === null) return;
      if (!accepted) {
        if (operation.creates === "task") taskRequests -= 1;
        return;
      }
      created[COUNTER[operation.creates]] += 1;
      created.bytes += requestBytes;
    },
    withdrawn(operation, requestBytes) {
      if (operation.creates === null) return;
      if (operation.creates === "task") taskRequests -= 1;
      created[COUNTER[operation.creates]] -= 1;
      created.bytes -= requestBytes;
    },
    rejected(uploadBytes) {
      requests -= 1;
      uploaded -= uploadBytes;
      rejections += 1;
    },
    isSpent: () => Math.max(requests, rejections) >= limits.requests,
    requests: () => requests,
    rejections: () => rejections,
    total: () => ({ ...created, bytes: created.bytes + uploaded }),
  };
}

const COUNTER = { task: "tasks", message: "messages", memory: "memories", upload: "uploads" } as const;
