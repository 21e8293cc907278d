import { deleteImages, listImages, readUsage, restoreImages } from '@spawnpoint/contracts/image-hosting'
import { useSearchParams } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { useState } from 'react'

export const orders = ['newest', 'oldest', 'largest', 'name'] as const
type Order = (typeof orders)[number]

const sorts: Readonly<
  Record<Order, { readonly sort: 'createdAt' | 'bytes' | 'title'; readonly order: 'asc' | 'desc' }>
> = {
  newest: { sort: 'createdAt', order: 'desc' },
  oldest: { sort: 'createdAt', order: 'asc' },
  largest: { sort: 'bytes', order: 'desc' },
  name: { sort: 'title', order: 'asc' },
}

const ON_A_PAGE = 24

/** Search, order and page stand in the address; a selection ends with the page that it was made on. */
export function useGallery() {
  const [address, setAddress] = useSearchParams()
  const search = address.get('search') ?? ''
  const order = orders.find((each) => each === address.get('order')) ?? 'newest'
  const deleted = address.get('show') === 'deleted'
  const cursor = address.get('cursor')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const change = (values: Readonly<Record<string, string>>) => {
    setSelected(new Set())
    const next = new URLSearchParams(address)
    next.delete('cursor')
    for (const [key, value] of Object.entries(values))
      if (value === '') next.delete(key)
      else next.set(key, value)
    setAddress(next, { replace: true })
  }
  const asked = {
    limit: ON_A_PAGE,
    search,
    ...sorts[order],
    filter: deleted ? 'deleted:true' : '',
    ...(cursor !== null && { cursor }),
  }
  const query = useEndpoint(listImages, { query: asked }, { keepPage: cursor !== null })
  const refreshes = [listImages, readUsage]
  const remove = useAction(deleteImages, { refreshes })
  const restore = useAction(restoreImages, { refreshes })
  const toggle = (name: string) => {
    const next = new Set(selected)
    if (!next.delete(name)) next.add(name)
    setSelected(next)
  }
  return {
    search,
    order,
    deleted,
    change,
    query,
    remove,
    restore,
    selected,
    toggle,
    select: (names: readonly string[]) => setSelected(new Set(names)),
  }
}

export type Gallery = ReturnType<typeof useGallery>
