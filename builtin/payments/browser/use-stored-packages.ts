import { readPackages } from '@spawnpoint/contracts/payments'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { useEffect, useRef } from 'react'

/** Packages and tax rates as they are stored. They are read again when an edit ends, since it may have been saved. */
export function useStoredPackages(edited: unknown): ReplyOf<typeof readPackages> | undefined {
  const { data, refetch } = useEndpoint(readPackages)
  const before = useRef(edited)
  useEffect(() => {
    if (before.current !== undefined && edited === undefined) void refetch()
    before.current = edited
  }, [edited, refetch])
  return data
}
