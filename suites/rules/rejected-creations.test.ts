import { expect, test } from "vitest";
import { rejectedCreationRules } from "./rejected-creations.ts";
import { acceptedEntry, MARK, rejected, verdictOf } from "./testing/entries.ts";

const TITLE = `${MARK} a title that was rejected`;
const creation = acceptedEntry({ title: TITLE, priority: "none such" }, {});
const listed = { "list-tasks": [acceptedEntry({}, [{ id: "t1", title: TITLE }])] };
const RULE = "tasks.create.refused-without-effect";

test("reports a listed resource with the text of a rejected creation", () => {
  expect(verdictOf(rejectedCreationRules, RULE, { "create-task": [rejected(creation, 400)], ...listed })).toBe(
    "broken",
  );
  expect(
    verdictOf(rejectedCreationRules, RULE, {
      "create-task": [rejected(creation, 400)],
      "list-tasks": [acceptedEntry({}, [])],
    }),
  ).toBe(1);
});

test("does not judge a text that another accepted request, or one that ended in a server error, also had", () => {
  const taken = acceptedEntry({ title: TITLE }, { id: "t1" });
  expect(verdictOf(rejectedCreationRules, RULE, { "create-task": [rejected(creation, 400), taken], ...listed })).toBe(
    0,
  );
  expect(verdictOf(rejectedCreationRules, RULE, { "create-task": [rejected(creation, 500)], ...listed })).toBe(0);
});

test("attributes rejections for missing credentials to their own requirement, and ignores those by the plan", () => {
  const unknown = rejected({ ...creation, isOwn: false }, 401, "permission_denied");
  expect(verdictOf(rejectedCreationRules, "auth.refused-without-effect", { "create-task": [unknown], ...listed })).toBe(
    "broken",
  );
  expect(verdictOf(rejectedCreationRules, RULE, { "create-task": [unknown], ...listed })).toBe(0);
  expect(
    verdictOf(rejectedCreationRules, RULE, {
      "create-task": [rejected(creation, 403, "plan_limit_reached")],
      ...listed,
    }),
  ).toBe(0);
});

test("does not judge a text that another run may have written", () => {
  const title = "words that any run may write";
  const history = {
    "create-task": [rejected(acceptedEntry({ title }, {}), 400)],
    "list-tasks": [acceptedEntry({}, [{ id: "t1", title }])],
  };
  expect(verdictOf(rejectedCreationRules, RULE, history)).toBe(0);
});
