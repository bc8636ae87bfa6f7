import { expect, test } from "vitest";
import { rejectedCreationRules } from "./rejected-creations.ts";
import { judged, MARK, past, rejected } from "./testing/judged.ts";

const TITLE = `${MARK} a title that was rejected`;
const asked = past({ title: TITLE, priority: "none such" }, {});
const listed = { "list-tasks": [past({}, [{ id: "t1", title: TITLE }])] };
const RULE = "tasks.create.refused-without-effect";

test("nothing is listed with the text of what was rejected", () => {
  expect(judged(rejectedCreationRules, RULE, { "create-task": [rejected(asked, 400)], ...listed })).toBe("broken");
  expect(
    judged(rejectedCreationRules, RULE, { "create-task": [rejected(asked, 400)], "list-tasks": [past({}, [])] }),
  ).toBe(1);
});

test("the same text may have been taken in another request, or left by an error of the server", () => {
  const taken = past({ title: TITLE }, { id: "t1" });
  expect(judged(rejectedCreationRules, RULE, { "create-task": [rejected(asked, 400), taken], ...listed })).toBe(0);
  expect(judged(rejectedCreationRules, RULE, { "create-task": [rejected(asked, 500)], ...listed })).toBe(0);
});

test("what is rejected for its credentials, or by the plan, is another requirement's", () => {
  const unknown = rejected({ ...asked, isOwn: false }, 401, "permission_denied");
  expect(judged(rejectedCreationRules, "auth.refused-without-effect", { "create-task": [unknown], ...listed })).toBe(
    "broken",
  );
  expect(judged(rejectedCreationRules, RULE, { "create-task": [unknown], ...listed })).toBe(0);
  expect(
    judged(rejectedCreationRules, RULE, { "create-task": [rejected(asked, 403, "plan_limit_reached")], ...listed }),
  ).toBe(0);
});

test("a text that another run may have written tells nothing", () => {
  const title = "words that any run may write";
  const history = {
    "create-task": [rejected(past({ title }, {}), 400)],
    "list-tasks": [past({}, [{ id: "t1", title }])],
  };
  expect(judged(rejectedCreationRules, RULE, history)).toBe(0);
});
