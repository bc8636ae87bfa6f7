import { expect, test } from "vitest";
import { parseInput } from "../../cli/core/parse.ts";
import { COMPARISON, readOptions } from "./arguments.ts";
import { usable } from "./find-schemathesis.ts";

const options = (...args: string[]) => readOptions(parseInput(args, COMPARISON));

test("what is not given has a default", () => {
  expect(options()).toEqual({ mutants: 40, seed: 1, seconds: 30, python: null, json: null });
  expect(options("--mutants", "4", "--seconds", "20", "--python", "/venv/bin/python")).toMatchObject({
    mutants: 4,
    seconds: 20,
    python: "/venv/bin/python",
  });
});

test.each([
  [["--mutants", "none"], '--mutants: "none" is not a whole number from 1 to 10000'],
  [["--seconds", "1"], '--seconds: "1" is not a whole number from 5 to 3600'],
  [["--secnds", "20"], '"--secnds"'],
])("%j is an error that says what is expected", (args, message) => {
  expect(() => options(...args)).toThrow(message);
});

test("a Schemathesis that lacks the settings is not used", () => {
  expect(usable("python3", "schemathesis, version 4.32.5\n")).toEqual({ python: "python3", version: "4.32.5" });
  expect(usable("python3", "schemathesis, version 5.0.1\n")).toEqual({ python: "python3", version: "5.0.1" });
  expect(usable("python3", "schemathesis, version 3.39.16\n")).toMatchObject({
    missing: expect.stringContaining("3.39.16 is too old: 4.32 or newer"),
  });
});
