import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeCopy } from "./projectCopy.ts";

test.runIf(process.platform === "linux")(
  "what still runs in a copy ends with it, and nothing else",
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "lightcone-copy-test-")));
    const [copy, beside] = [join(folder, "copy"), join(folder, "copy-beside")];
    const start = async (place: string) => {
      mkdirSync(place, { recursive: true });
      const child = spawn(process.execPath, ["-e", "console.log(); setInterval(() => {}, 50)"], {
        cwd: place,
        detached: true,
      });
      await once(child.stdout, "data");
      return child;
    };
    const [inside, deeper, other] = [await start(copy), await start(join(copy, "a")), await start(beside)];
    const ends = [once(inside, "exit"), once(deeper, "exit")];
    removeCopy(copy);
    expect((await Promise.all(ends)).map(([, signal]) => signal)).toEqual(["SIGKILL", "SIGKILL"]);
    expect(existsSync(copy)).toBe(false);
    expect([other.exitCode, other.signalCode]).toEqual([null, null]);
    removeCopy(folder);
  },
);
