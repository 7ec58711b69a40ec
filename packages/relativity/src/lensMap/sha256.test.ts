import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSha256, hexOf, sha256Of } from "./sha256.ts";

test("the standard's own examples", () => {
  const ofText = (text: string) => hexOf(sha256Of(new TextEncoder().encode(text)));
  expect(ofText("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(ofText("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("any message in any parts gives what the platform gives", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (parts) => {
      const ours = createSha256();
      const platform = createHash("sha256");
      for (const part of parts) {
        ours.update(part);
        platform.update(part);
      }
      return hexOf(ours.digest()) === platform.digest("hex");
    }),
    { numRuns: 300 },
  );
});
