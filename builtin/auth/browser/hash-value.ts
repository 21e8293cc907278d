/** A secret of the address's fragment, which no server and no log ever sees. */
export const hashValue = (hash: string, name: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get(name) ?? undefined
