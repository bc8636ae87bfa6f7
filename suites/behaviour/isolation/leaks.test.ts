import { expect, test } from "vitest";
import { isTelling, mayRecur } from "./leaks.ts";

test.each(["01a200ac-7598-7a45-a5ac-719f7852d723", "01JD3ZK8Q2W5", "msg_20e8f77a", "1792834509123456"])(
  "%s stands for one thing alone",
  (id) => expect(isTelling(id)).toBe(true),
);

test.each(["96", "msg_96", "T96", "task-0000000096", "mem:1234567"])("%s may stand for others too", (id) =>
  expect(isTelling(id)).toBe(false),
);

test.each(["1", "200001", "msg_96", "T96", "task-0000000096", "general", "release-notes"])(
  "each workspace may have its %s",
  (id) => expect(mayRecur(id)).toBe(true),
);

test.each(["01a200ac-7598-7a45-a5ac-719f7852d723", "01JD3ZK8Q2W5", "cha_g8gqk", "1792834509123456"])(
  "one workspace alone has the %s",
  (id) => expect(mayRecur(id)).toBe(false),
);
