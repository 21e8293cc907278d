import { readAnyHistory, readHistory } from '@spawnpoint/contracts/servers'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Skeleton } from '@spawnpoint/sdk/ui'
import { Clock } from '@spawnpoint/sdk/ui/icons'

type Entry = ReplyOf<typeof readHistory>['items'][number] &
  Partial<ReplyOf<typeof readAnyHistory>['items'][number]>

const bad = new Set<string>([
  'suspended',
  'expired',
  'expiry-suspended',
  'expiry-deleted',
  'short-of-coins',
  'renewal-refused',
  'deleting',
])
const good = new Set<string>(['built', 'adopted', 'unsuspended', 'renewed', 'extended', 'transferred'])

const toneOf = (kind: string) => {
  if (bad.has(kind)) return 'border-danger'
  return good.has(kind) ? 'border-success' : 'border-control'
}

/** The facts of an entry that its kind does not say. */
const useFacts = () => {
  const t = useT()
  const { number, date } = useFormat()
  return ({ by, person, reason, coins, until, days }: Entry): string =>
    [
      person?.username ?? t(`history.by.${by}`),
      ...(coins === null ? [] : [t('renew.coins', { value: number(coins) })]),
      ...(until === null ? [] : [t('history.until', { date: date(until) })]),
      ...(days === null ? [] : [t('history.days', { count: days, value: number(days) })]),
      ...(reason === null ? [] : [reason]),
    ].join(' · ')
}

const Line = ({ entry, isOfStaff }: { entry: Entry; isOfStaff: boolean }) => {
  const t = useT()
  const { dateTime, ago } = useFormat()
  const facts = useFacts()
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3">
      <span aria-hidden className="grid justify-items-center pt-1.5">
        <span className={`size-2.5 rounded-full border-2 ${toneOf(entry.kind)}`} />
      </span>
      <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 pb-4">
        <strong className="font-medium">
          {/* "To you" is true for the owner alone. */}
          {t(entry.kind === 'transferred' && isOfStaff ? 'history.moved' : `history.kinds.${entry.kind}`)}
        </strong>
        <time className="text-sm text-muted" dateTime={entry.at} title={ago(entry.at)}>
          {dateTime(entry.at)}
        </time>
        <span className="sp-hint w-full">{facts(entry)}</span>
      </div>
    </li>
  )
}

/** As high as a short history, so that nothing moves when it arrives. */
const Loading = () => <Skeleton shape="block" className="h-72" />

const Entries = ({ items, isOfStaff = false }: { items: readonly Entry[]; isOfStaff?: boolean }) => {
  const t = useT()
  return (
    <Card>
      {items.length === 0 ? (
        <Empty icon={<Clock />} title={t('history.empty')} />
      ) : (
        <ol className="-mb-4">
          {items.map((entry) => (
            <Line key={entry.id} entry={entry} isOfStaff={isOfStaff} />
          ))}
        </ol>
      )}
    </Card>
  )
}

/** Everything that happened to a server under its owner, newest first. */
export const ServerHistory = ({ id }: { id: string }) => {
  const query = useEndpoint(readHistory, { params: { id } })
  return (
    <Loaded query={query} loading={<Loading />}>
      {({ items }) => <Entries items={items} />}
    </Loaded>
  )
}

/** The same for staff: under all owners, with names. */
export const AnyServerHistory = ({ id }: { id: string }) => {
  const query = useEndpoint(readAnyHistory, { params: { id } })
  return (
    <Loaded query={query} loading={<Loading />}>
      {({ items }) => <Entries items={items} isOfStaff />}
    </Loaded>
  )
}
