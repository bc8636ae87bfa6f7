import { testArea } from "../testing/area.ts";

testArea({
  name: "tasks and events",
  requirements: ["tasks.*", "events.*"],
  faults: [
    ["block-blocks-sub-tasks", "tasks.block.only-the-task"],
    ["version-stale-in-listing", "tasks.fields.version-never-falls"],
    ["list-text-ascii-only", "tasks.list.text-title"],
    ["parent-of-parent", "tasks.create.parent"],
    ["task-never-starts-in-review", "tasks.create.initial-status"],
  ],
});
