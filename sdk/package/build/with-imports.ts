import type { Rolldown } from 'vite'

/** A chunk and all that it imports statically. */
export function withImports(
  bundle: Rolldown.OutputBundle,
  fileName: string,
  seen = new Set<string>(),
): Set<string> {
  const output = bundle[fileName]
  if (!output || output.type !== 'chunk' || seen.has(fileName)) return seen
  seen.add(fileName)
  for (const imported of output.imports) withImports(bundle, imported, seen)
  return seen
}
