import { useState } from 'react'

/** Steps through pages that know only what comes next: the way back is the way one came. */
export function usePages() {
  const [trail, setTrail] = useState<readonly string[]>([])
  const before = trail.at(-1)
  return {
    query: { limit: 10, ...(before === undefined ? {} : { before }) },
    isFirst: trail.length === 0,
    back: () => setTrail(trail.slice(0, -1)),
    onward: (cursor: string) => setTrail([...trail, cursor]),
    restart: () => setTrail([]),
  }
}

export type Pages = ReturnType<typeof usePages>
