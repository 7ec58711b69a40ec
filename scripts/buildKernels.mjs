// Compiles every kernel (packages/*/src/kernel/entry.ts and packages/*/test/kernel/entry.ts) with asc.
//
//   release  packages/NAME/kernels/KERNEL.wasm
//   debug    build/debug/KERNEL.wasm   (no optimiser, assertions kept; used through LIGHTCONE_KERNEL_DIR)
//
// A kernel is rebuilt only when a source that it can import, the compiler or its options changed.
// `--record` writes the SHA-256 of what was built into kernels.sha256, which a test holds to.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const compilerFolder = join(root, "node_modules", "assemblyscript");

// memoryBase leaves the bytes below 1024 unused: the canary that shows writes through a null pointer.
const commonOptions = [
  ...["--memoryBase", "1024", "--runtime", "stub", "--initialMemory", "16", "--maximumMemory", "16384"],
  ...["--enable", "simd", "--enable", "threads", "--enable", "bulk-memory"],
  ...["--sharedMemory", "--importMemory"],
];
const variantOptions = {
  release: ["-O3", "--noAssert"],
  debug: ["--debug"],
};

/** The kernels of this checkout: `{ name, entry, sources }`, sources being every file asc may read. */
export function findKernels() {
  const shared = filesBelow(join(root, "packages", "parallel", "assembly"));
  return readdirSync(join(root, "packages")).flatMap((packageName) =>
    [
      { name: packageName, folder: join(root, "packages", packageName, "src", "kernel") },
      { name: `${packageName}-test`, folder: join(root, "packages", packageName, "test", "kernel") },
    ]
      .filter(({ folder }) => existsSync(join(folder, "entry.ts")))
      .map(({ name, folder }) => ({
        name,
        packageName,
        entry: join(folder, "entry.ts"),
        sources: [...filesBelow(folder), ...shared].filter((file) => !file.endsWith(".test.ts")),
      })),
  );
}

/** Where a kernel's binary stands. */
export function kernelFile(kernel, variant) {
  return variant === "release"
    ? join(root, "packages", kernel.packageName, "kernels", `${kernel.name}.wasm`)
    : join(root, "build", variant, `${kernel.name}.wasm`);
}

/** Compiles one kernel and gives its bytes. Throws with the compiler's own words when it fails. */
export async function compileKernel(kernel, variant) {
  const asc = await import(pathToFileURL(join(compilerFolder, "dist", "asc.js")).href);
  let binary;
  const { error, stderr } = await asc.main(
    [
      relative(root, kernel.entry),
      "--baseDir",
      root,
      "--outFile",
      "kernel.wasm",
      ...commonOptions,
      ...variantOptions[variant],
    ],
    {
      readFile: (name, baseDir) => {
        const file = join(baseDir, name);
        return existsSync(file) ? readFileSync(file, "utf8") : null;
      },
      writeFile: (name, bytes) => {
        if (name.endsWith(".wasm")) binary = bytes;
      },
      listFiles: (folder, baseDir) => {
        const path = join(baseDir, folder);
        return existsSync(path) ? readdirSync(path).filter((file) => file.endsWith(".ts")) : null;
      },
    },
  );
  if (error || !binary) {
    throw new Error(`${relative(root, kernel.entry)} does not compile:\n${stderr.toString()}`);
  }
  return binary;
}

/** Brings all kernels of one variant up to date. */
export async function buildKernels({ variant, record = false }) {
  const stale = findKernels().filter((kernel) => !isUpToDate(kernel, variant));
  for (const kernel of stale) {
    console.error(`Compiling kernel ${kernel.name} (${variant}) ...`);
    const file = kernelFile(kernel, variant);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, await compileKernel(kernel, variant));
    renameSync(`${file}.part`, file);
    writeFileSync(`${file}.inputs`, inputsHash(kernel, variant));
  }
  if (record) recordHashes();
}

function isUpToDate(kernel, variant) {
  const file = kernelFile(kernel, variant);
  if (!existsSync(file) || !existsSync(`${file}.inputs`)) return false;
  return readFileSync(`${file}.inputs`, "utf8") === inputsHash(kernel, variant);
}

function inputsHash(kernel, variant) {
  const hash = createHash("sha256");
  hash.update(JSON.parse(readFileSync(join(compilerFolder, "package.json"), "utf8")).version);
  hash.update([...commonOptions, ...variantOptions[variant]].join(" "));
  for (const source of kernel.sources) hash.update(relative(root, source)).update(readFileSync(source));
  return hash.digest("hex");
}

/** Writes kernels.sha256 in the format of `sha256sum`, both variants of every kernel. */
function recordHashes() {
  const lines = ["release", "debug"].flatMap((variant) =>
    findKernels()
      .map((kernel) => kernelFile(kernel, variant))
      .filter((file) => existsSync(file))
      .map(
        (file) =>
          `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${relative(root, file)}\n`,
      ),
  );
  writeFileSync(join(root, "kernels.sha256"), lines.join(""));
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const record = process.argv.includes("--record");
  await buildKernels({ variant: process.argv.includes("--debug") ? "debug" : "release" });
  if (record) await buildKernels({ variant: process.argv.includes("--debug") ? "release" : "debug", record });
}
