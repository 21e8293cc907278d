import { resourceKeys, type ServerItem } from '@spawnpoint/contracts/servers'
import { useState } from 'react'
import { amountsOf, type Amounts } from './amounts.ts'

interface Edits {
  /** What the server was when the first of them was made; `null` once its owner was told that it has changed. */
  readonly version: number | null
  readonly details: Partial<Pick<ServerItem, 'name' | 'description'>>
  readonly amounts: Partial<Amounts>
}

/**
 * What was typed stays typed when the server changes meanwhile, in another tab or at the panel; what nobody touched
 * follows the server. The change is then sent for the version that it was made upon, and refused.
 */
export const useServerEdits = (item: ServerItem) => {
  const [edits, setEdits] = useState<Edits | null>(null)
  const now = { details: {}, amounts: {}, ...edits, version: edits?.version ?? item.version }
  const details = { name: item.name, description: item.description, ...now.details }
  const amounts: Amounts = { ...amountsOf(item), ...now.amounts }
  return {
    details,
    amounts,
    version: now.version,
    setDetails: (change: Edits['details']) => setEdits({ ...now, details: { ...now.details, ...change } }),
    setAmounts: (next: Amounts) => {
      const changed = resourceKeys.filter((key) => next[key] !== amounts[key])
      const typed = Object.fromEntries(changed.map((key) => [key, next[key]]))
      setEdits({ ...now, amounts: { ...now.amounts, ...typed } })
    },
    /** Whoever was told that the server has changed saves over it the next time. */
    accept: () => setEdits((kept) => kept && { ...kept, version: null }),
  }
}
