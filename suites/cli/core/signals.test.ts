import { expect, test, vi } from "vitest";
import { stopListener } from "./signals.ts";

test("a signal that comes twice at once is one, and a later one insists", () => {
  vi.useFakeTimers();
  try {
    const heard: string[] = [];
    const listener = stopListener(
      (name) => heard.push(`first ${name}`),
      (name) => heard.push(`again ${name}`),
    );
    listener("SIGTERM");
    listener("SIGTERM");
    vi.advanceTimersByTime(501);
    listener("SIGINT");
    expect(heard).toEqual(["first SIGTERM", "again SIGINT"]);
  } finally {
    vi.useRealTimers();
  }
});
