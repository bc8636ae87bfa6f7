import { expect, test } from "vitest";
import { absentId } from "./absent-id.ts";

test("keeps the form of a UUID and changes its value", () => {
  const real = "0191f6d0-7c3a-7b2e-9f4d-1a2b3c4d5e6f";
  expect(absentId(real, "one")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(absentId(real, "one")).not.toBe(real);
});

test("keeps the prefix that states the kind", () => {
  expect(absentId("task_k3Jd93kAo", "one")).toMatch(/^task_[a-z]\d[A-Z][a-z]\d\d[a-z][A-Z][a-z]$/);
});

test("exceeds a counter by far, within 32 bits", () => {
  expect(absentId("1523", "one")).toMatch(/^(9|10)\d{2}001530$/);
  expect(absentId("task-17", "one")).toMatch(/^task-(9|10)\d{2}000024$/);
});

test("extends short ids", () => {
  expect(absentId("2WX", "one")).toMatch(/^2WX[0-9A-F]{8}$/);
  expect(absentId("task_k3J", "one")).toMatch(/^task_k3J[0-9a-f]{8}$/);
});

test("returns different ids for different salts, and the same id for the same salt", () => {
  expect(absentId("task_k3jd93kaoq", "one")).toBe(absentId("task_k3jd93kaoq", "one"));
  expect(absentId("task_k3jd93kaoq", "one")).not.toBe(absentId("task_k3jd93kaoq", "two"));
});

test("changes an id that ends with a separator", () => {
  expect(absentId("bWVtb3J5PjE1NjI/", "one")).not.toBe("bWVtb3J5PjE1NjI/");
});

test("returns a different absent number for each purpose, within the range of the counter type", () => {
  expect(absentId("8", "seed")).not.toBe(absentId("8", "provenance"));
  for (const salt of ["seed", "provenance", "question", "cursor"]) {
    const absent = Number(absentId("999999999", salt));
    expect(absent).toBeGreaterThan(999_999_999);
    expect(absent).toBeLessThan(2 ** 31);
  }
});
