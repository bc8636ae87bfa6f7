import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { SAMPLES } from "../samples/index.ts";
import { check, exchange, failure, report, requirement } from "../samples/parts.ts";
import { conformant, incomplete, nonconformant, unusable } from "../samples/runs.ts";
import { SCRIPT } from "./html/script.ts";
import { html } from "./html.ts";

interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z:-]+(?:="[^"]*")?)*)\s*\/?>/gu;
const VOID = new Set(["meta", "link", "input", "rect"]);

/** The page without what stands inside style and script, and the tags of the rest. */
function tagsOf(page: string): Tag[] {
  const outline = page.replace(/(<(style|script)[^>]*>)[\s\S]*?<\/\2>/gu, "$1</$2>");
  expect(outline.replace(TAG, "").replace("<!doctype html>", "")).not.toMatch(/[<]/u);
  return [...outline.matchAll(TAG)].map(([, closing, name = "", text = ""]) => ({
    name,
    closing: closing === "/",
    attributes: Object.fromEntries(
      [...text.matchAll(/([a-zA-Z:-]+)(?:="([^"]*)")?/gu)].map(([, key, value]) => [key, value ?? ""]),
    ),
  }));
}

const attributesNamed = (tags: readonly Tag[], name: string) =>
  tags.flatMap((tag) => (tag.attributes[name] === undefined ? [] : [tag.attributes[name]]));

test.each(Object.entries(SAMPLES))("%s: tags are balanced and ids are unique", (_, make) => {
  const tags = tagsOf(html(make()));
  const open: string[] = [];
  for (const tag of tags) {
    if (VOID.has(tag.name)) continue;
    if (tag.closing) expect(open.pop()).toBe(tag.name);
    else open.push(tag.name);
  }
  expect(open).toEqual([]);
  const ids = attributesNamed(tags, "id");
  expect(ids).toEqual([...new Set(ids)]);
});

test.each(Object.entries(SAMPLES))(
  "%s: has two scripts, no handler, no inline style and asks nothing of the network",
  (_, make) => {
    const tags = tagsOf(html(make()));
    const scripts = tags.filter((tag) => tag.name === "script" && !tag.closing);
    expect(scripts.map((tag) => tag.attributes)).toEqual([{ type: "application/json", id: "report" }, {}]);
    const names = tags.flatMap((tag) => Object.keys(tag.attributes));
    expect(names.filter((name) => /^on|^style$|^src$|^action$/iu.test(name))).toEqual([]);
    expect(attributesNamed(tags, "href").filter((href) => !/^#|^data:,$/u.test(href))).toEqual([]);
    expect(tags.map((tag) => tag.name)).not.toEqual(expect.arrayContaining(["img"]));
  },
);

test.each(Object.entries(SAMPLES))("%s: every link leads to a place on the page", (_, make) => {
  const tags = tagsOf(html(make()));
  const places = new Set(attributesNamed(tags, "id").map((id) => `#${id}`));
  const links = tags.filter((tag) => tag.name === "a").flatMap((tag) => tag.attributes.href ?? []);
  expect(links.filter((href) => !places.has(href))).toEqual([]);
});

test.each(Object.entries(SAMPLES))("%s: holds the report, equal to report.json", (_, make) => {
  const [, data = ""] = /<script type="application\/json" id="report">([^<]*)<\/script>/u.exec(html(make())) ?? [];
  expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(make())));
});

test("its policy lets just its own script and style work, and the script is sound", () => {
  const page = html(nonconformant());
  for (const name of ["script", "style"]) {
    const [, text = ""] = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "u").exec(page) ?? [];
    const hash = createHash("sha256").update(text).digest("base64");
    expect(page).toContain(`${name}-src 'sha256-${hash}'`);
  }
  expect(() => new Script(SCRIPT)).not.toThrow();
});

test("the headline is the title and the first heading; headings skip no level", () => {
  const page = html(nonconformant());
  expect(page).toContain(`<h1>${nonconformant().headline}</h1>`);
  expect(page).toContain(`<title>${nonconformant().headline}</title>`);
  const levels = [...page.matchAll(/<h([1-6])/gu)].map(([, level]) => Number(level));
  expect(levels[0]).toBe(1);
  const jumps = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1);
  expect(jumps).toEqual([]);
});

test("tables have captions and header cells with scope", () => {
  const page = html(nonconformant());
  expect(page.match(/<table>/gu)).toHaveLength(page.match(/<table><caption>/gu)?.length ?? 0);
  expect(page).not.toMatch(/<th(?![^>]* scope=)[ >]/u);
});

test("a finding has its exchange, what was expected, what came, curl and the command that repeats it", () => {
  const page = html(nonconformant());
  expect(page).toContain("status 400 with error code invalid_input");
  expect(page).toContain(
    '<pre tabindex="0" data-copy>wac replay wac-report/report.json tasks.create.title-length</pre>',
  );
  expect(page).toContain("curl -X POST https://staging.example.com");
  expect(page).toContain("3 more failures with the same cause");
  expect(page).toContain("No response: socket hang up");
});

test("shows the request as it was sent: how long it was, how often it was shrunk, and the member that came back changed", () => {
  const request = { ...exchange().request, body: '{"title":"a","priority":"high"}', size: 10_137 };
  const failed = failure({ pointer: "/data/priority", shrinks: 7, exchanges: [exchange({ request })] });
  const page = html(
    report({ requirements: [requirement({ verdict: "fail", checks: [check({ verdict: "fail", failure: failed })] })] }),
  );
  expect(page).toContain('Sent <span class="extent">10,137 characters, folded here, shrunk 7 times</span>');
  expect(page).toContain("<mark>  &quot;priority&quot;: &quot;high&quot;</mark>");
  expect(page).not.toContain("Input");
});

test("marks the place in the body that shows the failure, or the nearest around it", () => {
  expect(html(nonconformant())).toContain("<mark>  &quot;data&quot;: {</mark>");
});

test("says what is missing for the unproven, most important first", () => {
  const page = html(nonconformant());
  expect(page).toContain("<b>1 MUST</b> fixture exhaustedPlan is missing");
  expect(html(incomplete())).toContain("The run was interrupted after 12 s");
});

test("leaves out the sections that would be empty", () => {
  expect(html(unusable())).not.toMatch(/<section id="(?!run)/u);
  expect(html(conformant())).not.toContain('<section id="findings"');
});

test("makes a page of a thousand requirements in well under a second", () => {
  const many = report({
    requirements: Array.from({ length: 1000 }, (_, index) => requirement({ id: `area${index % 20}.r${index}` })),
  });
  const start = performance.now();
  expect(html(many).length).toBeGreaterThan(1_000_000);
  expect(performance.now() - start).toBeLessThan(3000);
});
