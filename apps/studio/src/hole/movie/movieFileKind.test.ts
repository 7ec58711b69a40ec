import { expect, test } from "vitest";
import { movieFileKind } from "./movieFileKind.ts";

const kindOf = (name: string, text = ""): string =>
  movieFileKind({ name, bytes: new TextEncoder().encode(text) });

test("a lens map is known by how it begins, whatever it is called, and by its name", () => {
  const bytes = Uint8Array.of(0x89, 0x4c, 0x45, 0x4e, 0x53, 0x0d, 0x0a, 0x1a);
  expect(movieFileKind({ name: "download (1)", bytes })).toBe("lensMap");
  expect(kindOf("movie.lensmap", "not one")).toBe("lensMap");
});

test("shots and what they name are known by their names; the rest is nothing", () => {
  expect(["a.yaml", "A.YML"].map((name) => kindOf(name))).toEqual(["shot", "shot"]);
  expect(["camera.csv", "sky.PNG"].map((name) => kindOf(name))).toEqual(["named", "named"]);
  expect(["movie.mp4", "yaml", "shot.yaml.zip"].map((name) => kindOf(name))).toEqual(
    Array(3).fill("unknown"),
  );
});
