/**
 * The house's dependency rule (ARCHITECTURE.md): apps -> {battery, relativity, evidence} -> parallel; domains
 * never import each other; evidence imports no domain; nothing imports apps; `kernel/` imports only
 * `kernel/` and `parallel/assembly`; packages are imported by name, through their front door.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** One import that the rule forbids. */
export interface Violation {
  readonly file: string;
  readonly imported: string;
  readonly reason: string;
}

const ALLOWED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "packages/parallel": [],
  "packages/battery": ["@lightcone/parallel"],
  "packages/relativity": ["@lightcone/parallel"],
  "packages/evidence": ["@lightcone/parallel"],
};

const KERNEL_LIBRARY = "@lightcone/parallel/assembly/";

/**
 * @param root  the checkout
 * @returns every violation, in the order of the files' paths
 * @throws Error when there is nothing to check: a rule that saw no import proves nothing
 */
export function findViolations(root: string): Violation[] {
  const files = ["packages", "apps"].flatMap((folder) => sourceFiles(join(root, folder))).sort();
  const imports = files.flatMap((file) =>
    importsOf(readFileSync(file, "utf8")).map((imported) => ({ file: relative(root, file), imported })),
  );
  if (imports.length === 0) throw new Error(`No import found below ${root}: the rule was not checked.`);
  return imports.flatMap(({ file, imported }) => {
    const reason = whyForbidden(file.split(sep).join("/"), imported);
    return reason === undefined ? [] : [{ file, imported, reason }];
  });
}

function whyForbidden(file: string, imported: string): string | undefined {
  const home = file.split("/").slice(0, 2).join("/");
  if (imported.startsWith(".")) return whyRelativeForbidden(file, home, imported);
  if (isKernelFile(file) && !imported.startsWith(KERNEL_LIBRARY)) {
    return "kernel/ imports only kernel/ and parallel/assembly";
  }
  if (imported === "lightcone" || imported.startsWith("lightcone/")) return "nothing imports apps";
  if (!imported.startsWith("@lightcone/")) return undefined;
  const packageName = imported.split("/").slice(0, 2).join("/");
  const allowed = ALLOWED_PACKAGES[home];
  if (packageName === `@lightcone/${home.split("/")[1]}`) return undefined;
  if (allowed === undefined && home.startsWith("packages/")) return `${home} is not in this rule's table`;
  if (allowed !== undefined && !allowed.includes(packageName))
    return `${home} may not depend on ${packageName}`;
  if (imported !== packageName && !imported.startsWith(KERNEL_LIBRARY)) {
    return "a package is imported through its front door";
  }
  return undefined;
}

function whyRelativeForbidden(file: string, home: string, imported: string): string | undefined {
  const target = relative(resolve("/"), resolve("/", dirname(file), imported))
    .split(sep)
    .join("/");
  const intoAssembly = target.startsWith("packages/parallel/assembly/");
  if (isKernelFile(file)) {
    if (intoAssembly || target.startsWith(`${dirname(file)}/`)) return undefined;
    return "kernel/ imports only kernel/ and parallel/assembly";
  }
  if (!target.startsWith(`${home}/`) && !intoAssembly) return "another package is imported by its name";
  return undefined;
}

/** A domain's `kernel/` folder, tests apart. (The folder of this name in `parallel` loads kernels, it holds none.) */
function isKernelFile(file: string): boolean {
  return /^packages\/(?!parallel\/)[^/]+\/src\/kernel\//.test(file) && !file.endsWith(".test.ts");
}

/** Every way to name another module; words in comments and texts may be taken for one, none is overlooked. */
const NAMINGS = [
  /\bfrom\s*["']([^"']+)["']/g,
  /\b(?:import|require|resolve|mock)\s*\(?\s*["'`]([^"'`]+)["'`]/g,
  /\bnew URL\(\s*["'`](\.[^"'`]+\.[cm]?[jt]sx?)["'`]/g,
];

function importsOf(source: string): string[] {
  return NAMINGS.flatMap((naming) => [...source.matchAll(naming)].map((match) => match[1] as string));
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : sourceFiles(path);
    return /\.[cm]?[jt]sx?$/.test(entry.name) ? [path] : [];
  });
}
