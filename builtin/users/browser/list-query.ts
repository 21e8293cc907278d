import type { listUsers } from '@spawnpoint/contracts/users'
import type { ReplyOf } from '@spawnpoint/sdk/common'

export type ListedUser = ReplyOf<typeof listUsers>['items'][number]

const sorts = ['createdAt', 'lastSeenAt', 'username', 'email'] as const
type SortKey = (typeof sorts)[number]

/** State of the list in the address, so reloads, links and Back restore it. */
export interface ListQuery {
  readonly search: string
  readonly role: string
  readonly banned: '' | 'true' | 'false'
  readonly sort: SortKey
  readonly order: 'asc' | 'desc'
  readonly cursor: string
}

const start: ListQuery = { search: '', role: '', banned: '', sort: 'createdAt', order: 'desc', cursor: '' }
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isSort = (text: string): text is SortKey => sorts.some((sort) => sort === text)

/** Strangers in the address are left out: a list that the server would refuse helps nobody. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const get = (key: keyof ListQuery) => query.get(key) ?? ''
  const [role, banned, sort, order] = [get('role'), get('banned'), get('sort'), get('order')]
  return {
    search: get('search').slice(0, 100),
    role: uuid.test(role) ? role : '',
    banned: banned === 'true' || banned === 'false' ? banned : '',
    sort: isSort(sort) ? sort : start.sort,
    order: order === 'asc' ? 'asc' : 'desc',
    cursor: get('cursor'),
  }
}

/** The query as address and endpoint take it; what is not set is left out. */
export const toParams = ({ search, ...rest }: ListQuery): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...rest, search: search.trim() }).filter(
      ([key, value]) => value !== '' && value !== Reflect.get(start, key),
    ),
  )

export const isNarrowed = ({ search, role, banned }: ListQuery): boolean =>
  search.trim() !== '' || role !== '' || banned !== ''
