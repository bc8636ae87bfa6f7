import { expect, test } from "vitest";
import { isUniqueId, mayExistInEachWorkspace } from "./leaks.ts";

test.each(["01a200ac-7598-7a45-a5ac-719f7852d723", "01JD3ZK8Q2W5", "msg_20e8f77a", "1792834509123456"])(
  "%s is the id of one resource only",
  (id) => expect(isUniqueId(id)).toBe(true),
);

test.each(["96", "msg_96", "T96", "task-0000000096", "mem:1234567"])("%s may be the id of several resources", (id) =>
  expect(isUniqueId(id)).toBe(false),
);

test.each(["1", "200001", "msg_96", "T96", "task-0000000096", "general", "release-notes"])(
  "%s may exist in each workspace",
  (id) => expect(mayExistInEachWorkspace(id)).toBe(true),
);

test.each(["01a200ac-7598-7a45-a5ac-719f7852d723", "01JD3ZK8Q2W5", "cha_g8gqk", "1792834509123456"])(
  "%s exists in one workspace only",
  (id) => expect(mayExistInEachWorkspace(id)).toBe(false),
);
