import type { Operation } from "../../spec/document/model.ts";
import type { ReportCreated } from "../../spec/report.ts";
import { BudgetReserved, BudgetSpent } from "./inconclusive.ts";

/** The most that a run may spend on the target. */
export interface SpendingLimits {
  readonly requests: number;
  readonly tasks: number;
  readonly uploadBytes: number;
}

/** The account of a run: its requests, and the resources that it created on the target. */
export interface Spending {
  /**
   * Returns true if the limit on tasks is reached only because of creations in flight: a rejection of one would free a
   * place.
   */
  isWaitingForTasks(operation: Operation | null): boolean;
  /**
   * Books one request before it is sent. Throws {@link BudgetSpent} if a limit is reached, and {@link BudgetReserved} if
   * the remaining requests are reserved for others.
   */
  reserve(operation: Operation | null, uploadBytes: number, reserved?: number): void;
  /** Books the outcome of a request: a created resource, or a rejection, which frees its place. */
  settled(operation: Operation, accepted: boolean, requestBytes: number): void;
  /** Books that a creation without a response, which might have been performed, was not: it frees its place. */
  notPerformed(operation: Operation, requestBytes: number): void;
  /** Books a rejection for the rate: it frees its place, but at most as often as there are places. */
  rejected(uploadBytes: number): void;
  /** Returns true if no more requests may be sent. */
  isSpent(): boolean;
  /** Returns the number of served requests. */
  requests(): number;
  /** Returns the number of requests that were rejected for their rate. */
  rejections(): number;
  total(): ReportCreated;
}

/** Creates an empty account. Tasks in flight count as created, so that the limit is exact under concurrency. */
export function createSpending(limits: SpendingLimits): Spending {
  let requests = 0;
  let rejections = 0;
  let taskRequests = 0;
  let uploaded = 0;
  const created = { tasks: 0, messages: 0, memories: 0, uploads: 0, bytes: 0 };
  return {
    isWaitingForTasks: (operation) =>
      operation?.creates === "task" && taskRequests >= limits.tasks && created.tasks < limits.tasks,
    reserve(operation, uploadBytes, reserved = 0) {
      if (requests >= limits.requests) throw new BudgetSpent(`the budget of ${limits.requests} requests is spent`);
      if (requests + reserved >= limits.requests) throw new BudgetReserved("the requests that are left are for others");
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
    notPerformed(operation, requestBytes) {
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
