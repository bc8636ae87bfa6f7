import { authSuite } from "../behaviour/auth/auth.suite.ts";
import { bootstrapSuite } from "../behaviour/bootstrap/bootstrap.suite.ts";
import { connectionSuite } from "../behaviour/connection/connection.suite.ts";
import { consistencySuite } from "../behaviour/consistency/consistency.suite.ts";
import { errorsSuite } from "../behaviour/errors/errors.suite.ts";
import { eventsSuite } from "../behaviour/events/events.suite.ts";
import { filesSuite } from "../behaviour/files/files.suite.ts";
import { isolationSuite } from "../behaviour/isolation/isolation.suite.ts";
import { memoriesSuite } from "../behaviour/memories/memories.suite.ts";
import { messagesSuite } from "../behaviour/messages/messages.suite.ts";
import { recallSuite } from "../behaviour/recall/recall.suite.ts";
import { tasksSuite } from "../behaviour/tasks/tasks.suite.ts";
import { documentSuites } from "../document/document-suites.ts";
import type { Suite } from "../engine/check/check.ts";
import { stimuliSuite } from "../stimuli/stimuli.suite.ts";
import { rulesSuite } from "./rules.suite.ts";

/** Every suite, in the order in which their checks are started. */
export const suites: readonly Suite[] = [
  ...documentSuites,
  errorsSuite,
  tasksSuite,
  eventsSuite,
  memoriesSuite,
  recallSuite,
  bootstrapSuite,
  connectionSuite,
  messagesSuite,
  filesSuite,
  isolationSuite,
  consistencySuite,
  authSuite,
  stimuliSuite,
  rulesSuite,
];
