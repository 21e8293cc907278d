import { useState } from 'react'

const sizes = [10, 20, 30, 50] as const
export const pageSizes: readonly number[] = sizes

/** Where one is in a list that knows only its neighbours. */
export const usePageQuery = () => {
  const [cursor, setCursor] = useState<string | undefined>()
  const [limit, setLimit] = useState(20)
  return {
    query: { limit, ...(cursor !== undefined && { cursor }) },
    limit,
    /** Another filter or size begins at the beginning. */
    restart: () => setCursor(undefined),
    resize(text: string) {
      setCursor(undefined)
      setLimit(pageSizes.find((size) => String(size) === text) ?? 20)
    },
    step: (to: string | null | undefined) => (to ? () => setCursor(to) : undefined),
  }
}
