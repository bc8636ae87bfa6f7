import { expect, test } from "vitest";
import { parseInput } from "./parse.ts";
import { listOf, oneOf, wholeNumber } from "./values.ts";

const COMMAND = {
  name: "try",
  options: [
    { name: "seed", value: "N", text: "" },
    { name: "only", value: "ID", text: "", many: true },
    { name: "strict", text: "" },
  ],
  positionals: { names: ["REPORT"], required: 0 },
};

const parse = (...args: string[]) => parseInput(args, COMMAND);

test("reads values, switches and words", () => {
  const input = parse("--seed", "7", "r.json", "--strict");
  expect([input.value("seed"), input.flag("strict"), input.positionals]).toEqual(["7", true, ["r.json"]]);
});

test("gives an option of many values the words that follow it, and lists", () => {
  expect(parse("--only", "a", "b", "--strict", "--only=c,d").values("only")).toEqual(["a", "b", "c,d"]);
  expect(listOf(parse("--only", "a", "b", "--only=c, d,"), "only")).toEqual(["a", "b", "c", "d"]);
  expect(parse("--only", "a", "--", "r.json").positionals).toEqual(["r.json"]);
});

test.each([
  [["--sed", "7"], 'no option "--sed". Did you mean "--seed"?'],
  [["--seed"], "--seed needs a value (N), and nothing follows it"],
  [["--seed="], "--seed needs a value (N), and an empty one was given"],
  [["--seed", "--strict"], '"--strict" follows it'],
  [["--seed", "1", "--seed", "2"], "given twice"],
  [["--strict=yes"], "takes no value"],
  [["a", "b"], '"b" is one word too many'],
  [["-x"], 'no option "-x"'],
])("rejects %j", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});

test("lets --help and -h through without the words that a command needs", () => {
  const needy = { ...COMMAND, positionals: { names: ["REPORT", "ID"], required: 2 } };
  expect(parseInput(["-h"], needy).flag("help")).toBe(true);
  expect(() => parseInput(["x"], needy)).toThrow("wac try needs ID.");
});

test("reads whole numbers within their range, negative ones too", () => {
  const range = { minimum: -5, maximum: 10 };
  expect(wholeNumber(parse("--seed", "-5"), "seed", range)).toBe(-5);
  expect(wholeNumber(parse(), "seed", range)).toBeUndefined();
  for (const text of ["11", "1.5", "1e1", "0x1", "ten", "--", "99999999999999999999"]) {
    expect(() => wholeNumber(parse(`--seed=${text}`), "seed", range)).toThrow("a whole number from -5 to 10");
    const usual = { ...range, example: 7 };
    expect(() => wholeNumber(parse(`--seed=${text}`), "seed", usual)).toThrow(
      expect.objectContaining({ hint: "Write --seed 7, for example." }),
    );
  }
});

test("reads one of the listed words, and guesses at others", () => {
  expect(oneOf(parse("--seed", "smoke"), "seed", ["smoke", "standard"])).toBe("smoke");
  expect(() => oneOf(parse("--seed", "standart"), "seed", ["smoke", "standard"])).toThrow("one of smoke, standard");
});
