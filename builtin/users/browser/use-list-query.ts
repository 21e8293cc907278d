import { useHost, useLocation } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'
import { readListQuery, toParams, type ListQuery } from './list-query.ts'

/** The list's query and how to change it. Whatever changes the rows begins again at the first page. */
export function useListQuery() {
  const host = useHost()
  const { path, search } = useLocation()
  const query = useMemo(() => readListQuery(search), [search])
  const go = (next: ListQuery, replace: boolean) => {
    const text = new URLSearchParams(toParams(next)).toString()
    host.navigate(text === '' ? path : `${path}?${text}`, { replace })
  }
  return {
    query,
    change: (part: Partial<ListQuery>) => go({ ...query, cursor: '', ...part }, true),
    turnTo: (cursor: string) => go({ ...query, cursor }, false),
  }
}
