import { testArea } from "../testing/area.ts";

testArea({
  name: "tasks and events",
  requirements: ["tasks.*", "events.*"],
  faults: [
    ["spread@block-task>status[kin=next]", "tasks.block.only-the-task"],
    ["stale@list-tasks:/data/*/version", "tasks.fields.version-never-falls"],
    ["list-text-ascii-only", "tasks.list.text-title"],
    ["constant@create-task>parentTaskId[parent=sub-task]", "tasks.create.parent"],
    ["task-never-starts-in-review", "tasks.create.initial-status"],
  ],
});
