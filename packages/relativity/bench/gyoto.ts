import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIDE = 96;

/** Static camera at r = 50, 80 degrees from the axis, before an opaque disk from 6 to 20. */
const SCENERY = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Scenery>
  <Metric kind="KerrBL"><Spin>0.9</Spin></Metric>
  <Screen>
    <Position>1000. 50. 1.3962634015954636 0.</Position>
    <Time>1000.</Time><FieldOfView>0.6</FieldOfView><Resolution>${SIDE}</Resolution>
  </Screen>
  <Astrobj kind="ThinDisk">
    <InnerRadius>6.</InnerRadius><OuterRadius>20.</OuterRadius><RMax>60.</RMax>
  </Astrobj>
  <Quantities>Intensity Redshift</Quantities>
</Scenery>
`;

/** Rays a second of Gyoto (Vincent et al. 2011) on one thread; undefined where it is not installed. */
export function gyotoRaysPerSecond(): number | undefined {
  const folder = mkdtempSync(join(tmpdir(), "lightcone-gyoto-"));
  try {
    writeFileSync(join(folder, "scene.xml"), SCENERY);
    const startMs = performance.now();
    execFileSync("gyoto", ["-T1", "-q", "scene.xml", "out.fits"], { cwd: folder, stdio: "ignore" });
    return (SIDE * SIDE * 1000) / (performance.now() - startMs);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
