import { testArea } from "../testing/area.ts";

testArea({
  name: "tasks and events",
  requirements: ["tasks.*", "events.*"],
  faults: [
    ["spread@block-task>status[kin=next]", "tasks.block.only-the-task"],
    ["stale@list-tasks:/data/*/version", "tasks.fields.version-never-falls"],
    ["constant@create-task>parentTaskId[parent=sub-task]", "tasks.create.parent"],
    ["tighten@create-task.body.status.enum", "tasks.create.succeeds"],
  ],
});
