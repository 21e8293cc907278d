/** Without accents, so that who has none on the keyboard finds it too. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const scoreWord = (word: string, label: string, path: string): number => {
  if (label.startsWith(word)) return 1
  if (label.split(/[\s/-]+/).some((each) => each.startsWith(word))) return 0.8
  if (label.includes(word)) return 0.6
  return path.includes(word) ? 0.4 : 0
}

/**
 * From 0, which leaves the entry out, to 1: its label counts more than its address, a beginning more than a middle, and
 * every word that was typed has to be in it.
 */
export const scoreEntry = (typed: string, label: string, path: string): number => {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return Math.min(1, ...words.map((word) => scoreWord(word, plain(label), plain(path))))
}

interface Group<T> {
  readonly heading: string
  readonly rows: readonly T[]
}

/** The rows that fit what was typed, best first, and the groups in the order of their best rows. */
export const bestFirst = <T extends { readonly label: string; readonly path: string }>(
  typed: string,
  groups: readonly Group<T>[],
): readonly Group<T>[] => {
  const scored = groups.map(({ heading, rows }) => {
    const found = rows
      .map((row) => ({ row, score: scoreEntry(typed, row.label, row.path) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
    return { heading, rows: found.map(({ row }) => row), best: found[0]?.score ?? 0 }
  })
  return scored.toSorted((one, other) => other.best - one.best)
}
