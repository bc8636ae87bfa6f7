import { expect, test } from "vitest";
import { offLimits } from "./off-limits.ts";

const staging = offLimits("https://staging.example.com/api");
const local = offLimits("http://127.0.0.1:4010");

test.each([
  "http://127.0.0.1:22/",
  "http://localhost:8080/",
  "http://2130706433/",
  "http://0.0.0.0/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::ffff:169.254.169.254]/",
  "http://metadata.google.internal/",
  "http://[fe80::1]/",
])("does not ask %s for a target elsewhere", (url) => {
  expect(staging(new URL(url))).toMatch(/is this machine|own network/);
});

test("asks other hosts, and everything of this machine for a target on this machine", () => {
  for (const url of ["https://bucket.s3.example/up?sig=1", "http://10.1.2.3/x", "https://staging.example.com/up"]) {
    expect(staging(new URL(url))).toBeNull();
  }
  for (const url of ["http://localhost:9000/up", "http://127.0.0.1:4010/up"]) expect(local(new URL(url))).toBeNull();
  expect(local(new URL("http://169.254.169.254/"))).not.toBeNull();
});
