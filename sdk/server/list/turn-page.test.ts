import { expect, it } from 'vitest'
import { turnPage, type PageStep } from './turn-page.ts'

interface Visit {
  readonly id: string
  readonly day: string | null
}

const visits: readonly Visit[] = [
  { id: '3', day: null },
  { id: '5', day: '2026-05-01' },
  { id: '9', day: '2026-05-01' },
  { id: '2', day: '2026-05-02' },
  { id: '7', day: '2026-05-03' },
]
const keyOf = (day: string | null, id: string) => `${day ?? ''} ${id}`

/** Reads as SQL does: by day and then by id, rows past a position in one direction. */
async function read({ at, ascending, limit }: PageStep): Promise<readonly Visit[]> {
  const rows = ascending ? visits : visits.toReversed()
  const isPast = ({ day, id }: Visit) => {
    if (!at) return true
    const [own, other] = [keyOf(day, id), keyOf(at.value, at.id)]
    return ascending ? own > other : own < other
  }
  return rows.filter(isPast).slice(0, limit)
}

const pageOf = (cursor?: string) =>
  turnPage<Visit>({
    sort: 'day',
    order: 'asc',
    idType: 'bigint',
    cursor,
    limit: 2,
    sortValue: ({ day }) => day,
    read,
  })
const idsOf = ({ items }: { items: readonly Visit[] }) => items.map(({ id }) => id)

it('[SDK70] pages a list that is sorted by a column of its own, forth and back', async () => {
  const first = await pageOf()
  const second = await pageOf(first.next ?? '')
  const third = await pageOf(second.next ?? '')
  expect([first, second, third].map(idsOf)).toEqual([['3', '5'], ['9', '2'], ['7']])
  expect([first.previous, third.next]).toEqual([null, null])
  expect(idsOf(await pageOf(third.previous ?? ''))).toEqual(['9', '2'])
  expect(idsOf(await pageOf(second.previous ?? ''))).toEqual(['3', '5'])
})

it('[SDK70] says what is missing where the next page would begin at the wrong row', async () => {
  const unknown = turnPage({ sort: 'day', order: 'asc', idType: 'bigint', limit: 2, read })
  await expect(unknown).rejects.toThrow('E_LIST_VALUE: a list sorted by day needs sortValue')
})
