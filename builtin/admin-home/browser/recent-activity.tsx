import { readActivity, type Activity } from '@spawnpoint/contracts/admin-home'
import { userPath } from '@spawnpoint/contracts/users/schemas'
import { useAuditText, useExplain, useFormat, useHost, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Avatar, Button, Card, Empty, Skeleton, TextLink } from '@spawnpoint/sdk/ui'
import { Activity as ActivityIcon } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

/** A name, linked for staff who may open users. */
const UserName = ({ id, children }: { id: string | null; children: string }) => {
  const openPath = useOpenPath()
  const to = id && userPath(openPath, id)
  return to ? (
    <TextLink to={to} className="inline-block min-w-6 leading-6">
      {children}
    </TextLink>
  ) : (
    children
  )
}

const RowName = ({ row: { id, name, page } }: { row: NonNullable<Activity['row']> }) => {
  const to = useOpenPath()(page ?? '', { id })
  return to ? (
    <TextLink to={to} className="inline-block max-w-full min-w-6 truncate align-bottom leading-6">
      {name}
    </TextLink>
  ) : (
    name
  )
}

const ActivityTarget = ({ entry: { row, target, targetUser } }: { entry: Activity }) => {
  if (!row && !target) return null
  return (
    <span
      className="block truncate text-xs text-muted"
      title={[row?.name, target].filter(Boolean).join(' · ')}
    >
      {row && <RowName row={row} />}
      {row && target && <span aria-hidden> · </span>}
      {target && <UserName id={targetUser}>{target}</UserName>}
    </span>
  )
}

const ActivityLine = ({ entry }: { entry: Activity }) => {
  const t = useT()
  const auditText = useAuditText()
  const { ago, dateTime } = useFormat()
  const name = entry.actor ?? t('activity.system')
  return (
    <li className="flex items-start gap-3 border-b border-border px-4 py-2.5 last:border-0">
      <Avatar id={entry.actorId} name={name} src={entry.avatar} size="sm" />
      <div className="min-w-0 flex-1 text-sm">
        <span className="font-medium">
          <UserName id={entry.actorId}>{name}</UserName>
        </span>{' '}
        <span aria-hidden>·</span> <span title={entry.action}>{auditText(entry.action)}</span>
        <ActivityTarget entry={entry} />
      </div>
      <time className="flex-none text-xs text-subtle" dateTime={entry.at} title={dateTime(entry.at)}>
        {ago(entry.at)}
      </time>
    </li>
  )
}

const firstPage = { query: { limit: 15 } } as const

/** The first page stays fresh; older ones are fetched once and added below it. */
function useActivity() {
  const host = useHost()
  const explain = useExplain()
  const first = useEndpoint(readActivity, firstPage, { refetchEvery: 60_000 })
  const [older, setOlder] = useState<{ entries: readonly Activity[]; next: string | null } | null>(null)
  const [loading, setLoading] = useState(false)
  const next = older ? older.next : (first.data?.next ?? null)
  const shown = new Map(
    [...(first.data?.items ?? []), ...(older?.entries ?? [])].map((each) => [each.id, each]),
  )
  const loadMore = async () => {
    if (!next) return
    setLoading(true)
    try {
      const page = await host.call(readActivity, { query: { ...firstPage.query, cursor: next } })
      setOlder({ entries: [...(older?.entries ?? []), ...page.items], next: page.next })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    } finally {
      setLoading(false)
    }
  }
  return { first, entries: [...shown.values()], hasMore: next !== null, loading, loadMore }
}

const RecentActivity = () => {
  const t = useT()
  const { first, entries, hasMore, loading, loadMore } = useActivity()
  const title = t('activity.title')
  const draw = (data?: unknown) => (
    <Card
      title={title}
      flush
      footer={
        hasMore && (
          <Button size="sm" loading={loading} onClick={() => void loadMore()}>
            {t('activity.more')}
          </Button>
        )
      }
    >
      {!data && (
        <div className="sp-card-body">
          <Skeleton lines={8} />
        </div>
      )}
      {data !== undefined && entries.length === 0 && (
        <Empty icon={<ActivityIcon />} title={t('activity.none')} />
      )}
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <ActivityLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  )
  return (
    <Loaded query={first} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default RecentActivity
