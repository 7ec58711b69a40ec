/**
 * The paths by which a home file names a file of which only the last part of its name is known, as of one that was
 * dropped.
 */
export function pathsNamed(homeText: string, fileName: string): readonly string[] {
  const escaped = fileName.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const named = new RegExp(`(?<![^\\s"'/,\\[{:])(?:[^\\s"',\\[{]*/)?${escaped}(?![^\\s"',\\]}#])`, "g");
  const lines = homeText.split("\n").filter((line) => !line.trimStart().startsWith("#"));
  return [...new Set(lines.flatMap((line) => [...line.matchAll(named)].map(([path]) => path)))];
}
