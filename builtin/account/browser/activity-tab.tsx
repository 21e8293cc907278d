import { listActivity } from '@spawnpoint/contracts/account'
import { ACTION_WORDS } from '@spawnpoint/contracts/users'
import { useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Badge, Button, Card, Empty, ErrorCard, Skeleton } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

const Entries = ({
  before,
  isLast,
  onOlder,
}: {
  before?: string
  isLast: boolean
  onOlder: (id: string) => void
}) => {
  const t = useT()
  const words = useT('users')
  const wordsOf = (action: string) => (ACTION_WORDS[action] ? words(ACTION_WORDS[action]) : action)
  const explain = useExplain()
  const format = useFormat()
  const { data, error, refetch } = useEndpoint(listActivity, { query: before ? { before } : {} })
  if (error) return <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />
  if (!before && data.entries.length === 0) return <Empty title={t('activity.empty')} />
  const { next } = data
  return (
    <>
      <ul>
        {data.entries.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-border px-4 py-2.5"
          >
            <span className="flex items-center gap-2">
              {wordsOf(entry.action)}
              {!entry.own && <Badge tone="warning">{t('activity.byOthers')}</Badge>}
            </span>
            <span className="text-sm text-muted">
              {entry.ip && `${entry.ip} · `}
              <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
            </span>
          </li>
        ))}
      </ul>
      {isLast && next && (
        <div className="p-4">
          <Button onClick={() => onOlder(next)}>{t('activity.older')}</Button>
        </div>
      )}
    </>
  )
}

export const ActivityTab = () => {
  const t = useT()
  const [older, setOlder] = useState<readonly string[]>([])
  const pages = [undefined, ...older]
  return (
    <Card title={t('tabs.activity')} description={t('activity.lead')} flush>
      {pages.map((before, index) => (
        <Entries
          key={before ?? 'newest'}
          {...(before ? { before } : {})}
          isLast={index === pages.length - 1}
          onOlder={(id) => setOlder([...older, id])}
        />
      ))}
    </Card>
  )
}
