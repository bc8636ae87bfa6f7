import { expect, test } from "vitest";
import { SAMPLES } from "../samples/index.ts";
import { check, failure, report, requirement } from "../samples/parts.ts";
import { conformant, incomplete, nonconformant, unusable } from "../samples/runs.ts";
import { junit } from "./junit.ts";

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: string;
}

const TOKEN = /<\?xml [^>]*\?>|<!--(?:(?!--)[\s\S])*-->|<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/gu;

/** Reads the document as a strict parser would: it throws at anything that is not well-formed XML 1.0. */
function parse(xml: string): Tag[] {
  const open: string[] = [];
  const tags: Tag[] = [];
  let end = 0;
  for (const match of xml.matchAll(TOKEN)) {
    if (match.index !== end) break;
    end += match[0].length;
    const [, closing, name, attributes = "", selfClosing] = match;
    if (name === undefined) continue;
    if (closing === "/") expect(open.pop()).toBe(name);
    else {
      tags.push({ name, attributes: attributesOf(attributes), parent: open.at(-1) ?? "" });
      if (selfClosing !== "/") open.push(name);
    }
  }
  expect(xml.slice(end)).toBe("");
  expect(open).toEqual([]);
  return tags;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/([a-z]+)="([^"]*)"/gu)].map(([, name, value]) => [name, value]));
}

const outcomes = (xml: string) => parse(xml).filter((tag) => ["failure", "error", "skipped"].includes(tag.name));

test.each(Object.keys(SAMPLES))("%s: is well-formed XML 1.0 with legal characters only", (name) => {
  const xml = junit(SAMPLES[name]?.() ?? report());
  expect(parse(xml)[0]?.name).toBe("testsuites");
  expect(xml).toMatch(/^[\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  expect(xml).not.toMatch(/&(?!(amp|lt|gt|quot|apos);)/u);
});

test("counts of each suite agree with its cases", () => {
  const tags = parse(junit(nonconformant()));
  const total = (name: string) =>
    tags.filter((tag) => tag.name === "testsuite").reduce((sum, tag) => sum + Number(tag.attributes[name]), 0);
  expect(total("tests")).toBe(tags.filter((tag) => tag.name === "testcase").length);
  expect(total("failures")).toBe(tags.filter((tag) => tag.name === "failure").length);
  expect(total("errors")).toBe(tags.filter((tag) => tag.name === "error").length);
  expect(total("skipped")).toBe(tags.filter((tag) => tag.name === "skipped").length);
});

test("gives each suite the attributes and children that the schemas want, in their order", () => {
  const tags = parse(junit(nonconformant()));
  const suites = tags.filter((tag) => tag.name === "testsuite");
  expect(suites.map((tag) => tag.attributes.name)).toEqual([
    "run",
    "envelope",
    "tasks",
    "messages",
    "recall",
    "auth",
    "events",
  ]);
  expect(suites.every((tag) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/u.test(tag.attributes.timestamp ?? ""))).toBe(true);
  const children = tags.filter((tag) => tag.parent === "testsuite").map((tag) => tag.name);
  expect(children.join(" ")).toMatch(/^(properties( testcase)+ system-out system-err ?)+$/u);
});

test("distinguishes failed, unanswered, skipped and advised", () => {
  const told = outcomes(junit(nonconformant())).map(
    (tag) => `${tag.name} ${tag.attributes.type ?? tag.attributes.message?.split(":", 1)[0]}`,
  );
  expect(told).toEqual([
    "failure failed",
    "skipped not applicable here",
    "failure MUST",
    "skipped skipped",
    "error inconclusive",
    "skipped known failure",
    "skipped SHOULD not met",
    "skipped not observable from outside",
    "skipped not checked yet",
  ]);
});

test("takes a SHOULD failure for a failure in a strict run", () => {
  const base = nonconformant();
  const told = outcomes(junit({ ...base, run: { ...base.run, strict: true } }));
  expect(told.map((tag) => `${tag.name} ${tag.attributes.type}`)).toContain("failure SHOULD");
});

test("is red exactly when the exit status is not 0", () => {
  const red = (xml: string) => outcomes(xml).some((tag) => tag.name !== "skipped");
  expect([conformant(), incomplete(), unusable(), nonconformant()].map((run) => red(junit(run)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test("a gap that is accepted is skipped, and says so: the gate passed", () => {
  const accepted = { by: "knownFailures", entries: ["a.b"] } as const;
  const xml = junit(report({ requirements: [requirement({ verdict: "inconclusive", reason: "blocked", accepted })] }));
  expect(outcomes(xml).map((tag) => [tag.name, tag.attributes.message])).toEqual([
    ["skipped", "inconclusive: blocked (accepted because of the known failure a.b)"],
  ]);
  expect(xml).toContain('<property name="gate" value="passed"/>');
});

test("gives a requirement one case, named by its id, which tells every cause and every check without a response", () => {
  const failing = (name: string, cause: string) => check({ name, verdict: "fail", failure: failure({ cause }) });
  const open = check({ name: "third", verdict: "inconclusive", reason: "timed out" });
  const xml = junit(
    report({
      requirements: [
        requirement({ id: "a.b", verdict: "fail", checks: [failing("first", "x"), failing("second", "y"), check()] }),
        requirement({ id: "a.c", verdict: "inconclusive", reason: "late", checks: [open, check()] }),
      ],
    }),
  );
  const cases = parse(xml).filter((tag) => tag.name === "testcase" && tag.attributes.classname === "a");
  expect(cases.map((tag) => tag.attributes.name)).toEqual(["a.b", "a.c"]);
  for (const part of ["and 1 further cause", "check:       first", "check:       second", "- third: timed out"])
    expect(xml).toContain(part);
});
