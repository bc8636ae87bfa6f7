import { expect, test } from "vitest";
import { withAlteredSignature } from "./altered-signature.ts";

test("alters only the signature parameter", () => {
  const address = "https://files.example.com/a/b?X-Amz-Expires=900&X-Amz-Signature=0011aabb0011aabb&z=1";
  const other = withAlteredSignature(address) ?? "";
  expect(other).not.toBe(address);
  expect(other).toMatch(/^https:\/\/files\.example\.com\/a\/b\?X-Amz-Expires=900&X-Amz-Signature=[0-9a-f]{16}&z=1$/);
});

test("recognises a signature parameter by its name, with any prefix", () => {
  for (const name of ["signature", "X-Signature", "X-Goog-Signature", "url_sig", "s"]) {
    expect(withAlteredSignature(`https://x.test/f?expires=5&${name}=0011`)).toBe(
      `https://x.test/f?expires=5&${name}=0071`,
    );
  }
});

test("alters the signed part of a token", () => {
  expect(withAlteredSignature("https://x.test/f?token=aaaa.bbbb.dddd")).toBe("https://x.test/f?token=aaaa.bbbb.ddbd");
});

test("alters a digest in the path", () => {
  const digest = "a".repeat(64);
  expect(withAlteredSignature(`https://x.test/${digest}/99/file.txt`)).toBe(
    `https://x.test/${"a".repeat(32)}b${"a".repeat(31)}/99/file.txt`,
  );
});

test("returns null if no part is recognised as the signature", () => {
  expect(withAlteredSignature("https://x.test/files/17?expires=5")).toBeNull();
});
