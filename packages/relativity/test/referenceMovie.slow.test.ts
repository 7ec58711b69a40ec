import { readFileSync } from "node:fs";
import { createEngine } from "@lightcone/parallel";
import { expect, it } from "vitest";
import { PARITY_REVISION } from "../src/kernel/layout.ts";
import { openInputFolder } from "../src/movie/host/inputFolder.ts";
import { renderMovie } from "../src/renderMovie.ts";
import { memoryStore } from "./memoryStore.ts";

/**
 * The lens map of the reference-size movie, by the parity revision of the kernel that traced it. New bytes need a new
 * revision. Made by: npx lightcone render examples/infall.yaml --out out/infall && npx lightcone lensmap info
 * out/infall/movie.lensmap
 */
const recorded = {
  parityRevision: 1,
  lensMapSha256: "4540ee89e6668f1a1239173d4fc4dd20eb734cd99ce485461dfa0c242c14a710",
};

it("the reference-size movie has the lens map that is recorded for its parity revision", async () => {
  const shot = readFileSync(new URL("../../../examples/infall.yaml", import.meta.url), "utf8");
  const store = memoryStore();
  const engine = await createEngine({ lanes: 2 });
  // What follows the lens map is left out here: no star, no picture beside the frames.
  const bare = `${shot.replace("catalogue: stars", "catalogue: none")}\noutput: {preview: false, contactSheet: false}\n`;
  const { frames } = await renderMovie({ shot: bare, files: openInputFolder("."), store }, engine).finally(
    () => engine.close(),
  );
  expect(frames).toHaveLength(393);
  const lensMapSha256 = store.digest("movie.lensmap").sha256;
  expect({ parityRevision: PARITY_REVISION, lensMapSha256 }).toEqual(recorded);
}, 120_000);
