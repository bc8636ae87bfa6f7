import { beforeAll, expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { Json } from "../../../spec/json.ts";
import { type Validator, validatorOf } from "../../../spec/validation/validate.ts";
import { fileScript } from "./traces/files.ts";
import { httpScript } from "./traces/http.ts";
import { memoryScript } from "./traces/memories.ts";
import { messageScript } from "./traces/messages.ts";
import { recallScript } from "./traces/recall.ts";
import { taskScript } from "./traces/tasks.ts";
import { repliesTo } from "./traces/trace.ts";

const SCRIPTS = [httpScript, taskScript, messageScript, fileScript, memoryScript, recallScript];

let validator: Validator;

beforeAll(async () => {
  validator = validatorOf(await loadDocument());
});

const COURSES = [
  [2, false],
  [7, false],
  [11, true],
] as const;

test.each(COURSES)("seed %i, liberties %s: every answer is one that the document allows", async (seed, liberties) => {
  const wrong = new Set<string>();
  for (const script of SCRIPTS) {
    for (const { path, status, body } of await repliesTo(script, { seed, liberties })) {
      const place = `${path.split("/")[1]}.${status}`;
      for (const { address, instancePointer, message } of validator.validate(place, body as Json)) {
        wrong.add(`${place} ${instancePointer} ${message} (${address})`);
      }
    }
  }
  expect([...wrong]).toEqual([]);
});
