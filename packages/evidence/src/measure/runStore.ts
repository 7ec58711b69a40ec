import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Run } from "../judge/run.ts";
import { EvidenceError } from "../problem.ts";
import type { CheckRun } from "./laboratory.ts";
import type { WorkTree } from "./workTree.ts";

/** Keeps what a trial of a claim leaves, in a folder of its own: `OUT/CLAIM/TAG`. */
export interface RunStore {
  readonly folder: string;
  /** Keeps a run: command, record, complete output (compressed), and the JSON that was read. */
  readonly keepRun: (run: Run, experiment: string) => void;
  readonly keepCheck: (check: CheckRun, index: number) => void;
  readonly keepSetup: (tree: WorkTree) => void;
  /** Writes a text file, whole or not at all. */
  readonly write: (file: string, content: string) => void;
}

/**
 * Opens a fresh folder.
 * @param root  the checkout; in the JSON that is kept its path is written `.`
 * @throws EvidenceError `tag` when the folder is there: older runs are never written over
 */
export function openRunStore(root: string, out: string, claim: string, tag: string): RunStore {
  const folder = join(out, claim, tag);
  if (existsSync(folder)) {
    const mend = "give a fresh --tag, or take the older run away yourself";
    throw new EvidenceError("tag", [{ at: "--tag", what: `${folder} holds an older run`, mend }]);
  }
  const write = (file: string, content: string | Uint8Array): void => writeWhole(join(folder, file), content);
  const keepStreams = (place: string, { stdout, stderr }: Streams): void => {
    write(`${place}/stdout.gz`, gzipSync(stdout));
    write(`${place}/stderr.gz`, gzipSync(stderr));
  };
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    write,
    keepRun: (run, experiment) => {
      const { stdout, stderr, json, command, ...record } = run;
      const place = `runs/${String(run.number).padStart(4, "0")}-${experiment}-${fileName(run.side)}`;
      write(`${place}/command.txt`, `${command}\n`);
      write(`${place}/record.json`, `${JSON.stringify({ experiment, command, ...record }, null, 1)}\n`);
      keepStreams(place, { stdout, stderr });
      for (const [file, value] of Object.entries(json)) {
        const text = JSON.stringify(value, null, 1) ?? "";
        write(`${place}/${fileName(file)}.gz`, gzipSync(text.replaceAll(root, ".")));
      }
    },
    keepCheck: (check, index) => {
      const place = `checks/${String(index + 1).padStart(2, "0")}`;
      write(`${place}/command.txt`, `${check.command}\n${check.exitCode}\n`);
      keepStreams(place, check);
    },
    keepSetup: ({ revision, logs }) => {
      logs.forEach((log, index) => {
        const place = `setup/${revision.slice(0, 12)}-${String(index + 1).padStart(2, "0")}`;
        write(`${place}/command.txt`, `${log.command}\n${log.exitCode}\n`);
        keepStreams(place, log);
      });
    },
  };
}

interface Streams {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** A text as one name of a file. */
function fileName(text: string): string {
  return text.replace(/[^\w.=,-]+/g, "-").replaceAll(",", "_");
}

function writeWhole(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.partial`, content);
  renameSync(`${path}.partial`, path);
}
