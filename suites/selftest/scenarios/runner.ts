import { relative } from "node:path";
import { type RunnerTestFile, type RunnerTestSuite, TestRunner } from "vitest";
import { packageRoot } from "../../../spec/package-root.ts";
import { ALL, isSelected, SELECTION_VARIABLE, type Selection } from "./selection.ts";

const text = process.env[SELECTION_VARIABLE];
const selection = text === undefined ? ALL : (JSON.parse(text) as Selection);

/** Runs the selected scenarios of each file, and starts none of a sample after its time limit. */
export default class ScenarioRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) skipOthers(file, relative(packageRoot, file.filepath));
  }

  override async onBeforeRunSuite(suite: Parameters<TestRunner["onBeforeRunSuite"]>[0]): Promise<void> {
    if (isOver()) suite.mode = "skip";
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: Parameters<TestRunner["onBeforeRunTask"]>[0]): Promise<void> {
    if (isOver()) test.mode = "skip";
    await super.onBeforeRunTask(test);
  }
}

function isOver(): boolean {
  return selection.endsAt !== null && Date.now() > selection.endsAt;
}

/** Skips scenarios that are not selected. A suite without selected ones runs no setup either. */
function skipOthers(suite: RunnerTestSuite, file: string): void {
  for (const task of suite.tasks) {
    if (task.type === "suite") skipOthers(task, file);
    else if (!isSelected(selection, file, task.name)) task.mode = "skip";
  }
  if (suite.tasks.every(({ mode }) => mode === "skip")) suite.mode = "skip";
}
