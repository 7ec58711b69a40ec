import type { Guard } from "./guard.ts";

const src = "packages/evidence/src";
const planted = "packages/evidence/test/plantedFaults.slow.test.ts";

export const evidenceGuards: readonly Guard[] = [
  {
    name: "output of an earlier run is taken away before each run",
    file: `${src}/measure/outputFolder.ts`,
    from: "  remove(folder);\n",
    to: "",
    test: planted,
    title: "a stale result file is never read as a result",
  },
  {
    name: "a command that failed is no evidence",
    file: `${src}/judge/faults.ts`,
    from: "else if (run.exitCode !== 0)",
    to: "else if (run.exitCode === null)",
    test: planted,
    title: "a crashing command is named with its status or signal",
  },
  {
    name: "a side that fell back to the reference engine is no evidence",
    file: `${src}/judge/faults.ts`,
    from: "if (active === engine) return [];",
    to: "if (active === engine || index >= 0) return [];",
    test: planted,
    title: "a side that fell back to the reference engine is named with the reason",
  },
  {
    name: "a run during which a clock jumped is no evidence",
    file: `${src}/judge/faults.ts`,
    from: "if (Math.abs(dayClockMs - wallMs) > slack) {",
    to: "if (Math.abs(dayClockMs - wallMs) > Number.MAX_VALUE) {",
    test: planted,
    title: "a clock that jumps while a command runs is named",
  },
  {
    name: "what a command started is ended with it when it takes too long",
    file: `${src}/measure/runCommand.ts`,
    from: "process.kill(-pid",
    to: "process.kill(pid",
    test: planted,
    title: "a run that takes too long is ended with all that it started, and named",
    hangs: true,
  },
  {
    name: "sides take turns back after forward",
    file: `${src}/judge/turns.ts`,
    from: "round % 2 === 0 ? [...items] : items.toReversed()",
    to: "round % 2 === 0 ? [...items] : [...items]",
    test: `${src}/judge/turns.test.ts`,
    title: "sides take turns forward and back",
  },
  {
    name: "a run that others disturbed does not count",
    file: `${src}/judge/turns.ts`,
    from: "raw.foreignShare > MAXIMUM_FOREIGN_SHARE",
    to: "raw.foreignShare > 1",
    test: `${src}/judge/turns.test.ts`,
    title: "a run that others disturbed is thrown away and made again",
  },
  {
    name: "lanes without a core of their own gain nothing in a replay",
    file: `${src}/replay/shareOut.ts`,
    from: "return makespan * Math.max(1, busyLanes / cores);",
    to: "return busyLanes / cores > 0 ? makespan : 0;",
    test: `${src}/replay/replay.test.ts`,
    title: "lanes without a core of their own gain nothing",
  },
  {
    name: "a command does not write over what it reads",
    file: "apps/cli/src/outputFile.ts",
    from: "if (file !== undefined && file.renewedBy !== name) return",
    to: 'if (file !== undefined && file.renewedBy === "") return',
    test: "apps/cli/src/outputFile.test.ts",
    title: "looking whether files can be written > refuses a file that the command reads",
  },
  {
    name: "pictures that are not whole refute that they are",
    file: `${src}/judge/wholeness.ts`,
    from: "  if (faults.length > 0) {\n    const more",
    to: "  if (faults.length > 99) {\n    const more",
    test: `${src}/judge/wholeness.test.ts`,
    title: "a picture that is not whole refutes it",
  },
];
