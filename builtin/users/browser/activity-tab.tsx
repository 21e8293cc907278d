import { ACTION_WORDS, listUserActivity } from '@spawnpoint/contracts/users'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Code, Empty, Pagination, Select, Table, Toolbar, type Column } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { UserFailure } from './user-failure.tsx'

type Entry = ReplyOf<typeof listUserActivity>['items'][number]

const sides = ['actor', 'target'] as const
type Side = (typeof sides)[number]

const useColumns = (): readonly Column<Entry>[] => {
  const t = useT()
  const format = useFormat()
  return [
    {
      id: 'at',
      header: t('activity.at'),
      cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time>,
    },
    {
      id: 'action',
      header: t('activity.action'),
      cell: ({ action }) => (
        <span title={action}>{ACTION_WORDS[action] ? t(ACTION_WORDS[action]) : action}</span>
      ),
    },
    {
      id: 'target',
      header: t('activity.target'),
      cell: ({ target }) => (target === null ? '–' : <Code>{target}</Code>),
    },
    { id: 'ip', header: t('activity.ip'), cell: ({ ip }) => ip ?? '–' },
  ]
}

/** The log about one person: what they did, or what was done to them. */
export const ActivityTab = ({ id }: { id: string }) => {
  const t = useT()
  const columns = useColumns()
  const [of, setOf] = useState<Side>('actor')
  // Where each page began, so that "previous" finds the way back.
  const [trail, setTrail] = useState<readonly string[]>([])
  const before = trail.at(-1)
  const { data, error, isFetching, refetch } = useEndpoint(listUserActivity, {
    params: { id },
    query: { of, ...(before !== undefined && { before }) },
  })
  if (error && !data) return <UserFailure error={error} retry={() => void refetch()} />
  const next = data?.next ?? null
  return (
    <div className="sp-form">
      <Toolbar label={t('activity.toolbar')}>
        <Select
          label={t('activity.show')}
          hideLabel
          options={sides.map((value) => ({ value, label: t(`activity.sides.${value}`) }))}
          value={of}
          onChange={(event) => {
            setOf(event.target.value === 'target' ? 'target' : 'actor')
            setTrail([])
          }}
        />
      </Toolbar>
      <Table<Entry>
        caption={t('tabs.activity')}
        columns={columns}
        rows={data?.items}
        rowKey={(entry) => entry.id}
        loading={!data}
        empty={<Empty title={t('activity.empty')} />}
      />
      <Pagination
        loading={isFetching && !data}
        onPrevious={trail.length === 0 ? undefined : () => setTrail(trail.slice(0, -1))}
        onNext={next === null ? undefined : () => setTrail([...trail, next])}
      />
    </div>
  )
}
