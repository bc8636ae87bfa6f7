import { expect, test } from "vitest";
import { anchor, html, trusted } from "./markup.ts";

test("escapes every value but finished markup", () => {
  expect(html`<p title="${'"x"'}">${"<b>"} ${html`<i>${"&"}</i>`} ${trusted("<br>")}</p>`.markup).toBe(
    '<p title="&quot;x&quot;">&lt;b&gt; <i>&amp;</i> <br></p>',
  );
});

test("takes numbers, nothing and lists", () => {
  expect(html`${1}${null}${["a", html`<b>b</b>`, null, 2]}`.markup).toBe("1a<b>b</b>2");
});

test("makes anchors of harmless characters", () => {
  expect(anchor("r", 'tasks.create "><script>')).toBe("r-tasks.create_script_");
});
