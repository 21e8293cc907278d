/** The edit distance: how many characters to insert, delete or replace to turn one name into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [at, char] of [...a].entries()) {
    const next = [at + 1]
    for (const [index, other] of [...b].entries())
      next.push(
        Math.min(
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
          (row[index] ?? 0) + (char === other ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] ?? 0
}

/** The name that somebody may have meant; null when none is near. */
export function nearestName(wanted: string, names: Iterable<string>): string | null {
  // In a short name, two characters are most of it.
  const far = (wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3))) + 1
  let best: { readonly name: string; readonly steps: number } | null = null
  for (const name of names) {
    const steps = distance(wanted.toLowerCase(), name.toLowerCase())
    if (steps < (best?.steps ?? far)) best = { name, steps }
  }
  return best?.name ?? null
}
