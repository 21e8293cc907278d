import { resourceKeys, type ServerItem } from '@spawnpoint/contracts/servers'
import { useState } from 'react'
import { amountsOf, type Amounts } from './amounts.ts'

interface Edits {
  /** Version of the server when editing began; `null` once the owner was told that it changed. */
  readonly version: number | null
  readonly details: Partial<Pick<ServerItem, 'name' | 'description'>>
  readonly amounts: Partial<Amounts>
}

/**
 * Typed values are kept when the server changes meanwhile; untouched fields follow the server.
 * The edit is sent with the version it was based on, and the server refuses it if that is stale.
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
    /** After the warning, the next save overwrites the newer version. */
    accept: () => setEdits((kept) => kept && { ...kept, version: null }),
  }
}
