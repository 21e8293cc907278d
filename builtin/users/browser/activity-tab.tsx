import { listUserActivity } from '@spawnpoint/contracts/users'
import { useAuditText, useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { Code, Empty, type Column } from '@spawnpoint/sdk/ui'

type Entry = ReplyOf<typeof listUserActivity>['items'][number]

const useColumns = (): readonly Column<Entry>[] => {
  const t = useT()
  const format = useFormat()
  const auditText = useAuditText()
  return [
    {
      id: 'at',
      phone: 'meta',
      header: t('activity.at'),
      cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time>,
    },
    {
      id: 'action',
      phone: 'title',
      header: t('activity.action'),
      cell: ({ action }) => <span title={action}>{auditText(action)}</span>,
    },
    {
      id: 'target',
      header: t('activity.target'),
      cell: ({ target }) => (target === null ? '–' : <Code>{target}</Code>),
    },
    { id: 'ip', phone: 'hidden', header: t('activity.ip'), cell: ({ ip }) => ip ?? '–' },
  ]
}

/** The log about one person: the actions they took, or with a filter those on their account. */
export const ActivityTab = ({ id }: { id: string }) => {
  const t = useT()
  return (
    <DataList<Entry>
      endpoint={listUserActivity}
      call={{ params: { id } }}
      caption={t('tabs.activity')}
      columns={useColumns()}
      rowKey={(entry) => entry.id}
      filters={[
        {
          key: 'side',
          label: t('activity.show'),
          all: t('activity.sides.actor'),
          values: [{ value: 'target', label: t('activity.sides.target') }],
        },
      ]}
      empty={<Empty title={t('activity.empty')} />}
    />
  )
}
