import { useSearchParams } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'
import { readListQuery, toParams, type ListQuery } from './list-query.ts'

/** The list's query and how to change it. Whatever changes the rows begins again at the first page. */
export function useListQuery() {
  const [address, setAddress] = useSearchParams()
  const query = useMemo(() => readListQuery(address), [address])
  const go = (next: ListQuery, replace: boolean) => setAddress(toParams(next), { replace })
  return {
    query,
    change: (part: Partial<ListQuery>) => go({ ...query, cursor: '', ...part }, true),
    turnTo: (cursor: string) => go({ ...query, cursor }, false),
  }
}
