import { OPERATIONS } from "../operations.ts";

/** Ids of all operations. */
export const ALL = OPERATIONS.map((operation) => operation.id);
/** Ids of the operations of the agent family. */
export const AGENT = OPERATIONS.filter((operation) => operation.path.startsWith("/v1/agent/")).map(({ id }) => id);
/** Ids of the operations of the sdk family. */
export const SDK = OPERATIONS.filter((operation) => operation.path.startsWith("/v1/sdk/")).map(({ id }) => id);
/** Ids of the operations that take a body. */
export const WITH_BODY = OPERATIONS.filter((operation) => operation.method === "POST").map(({ id }) => id);
/** Operations that show tasks. */
export const SHOWING_TASKS = ["create-task", "block-task", "release-task", "list-tasks"];
