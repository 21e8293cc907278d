import { listActivity } from '@spawnpoint/contracts/account'
import { useAuditText, useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { Badge, Card, Empty, type Column } from '@spawnpoint/sdk/ui'

type Entry = ReplyOf<typeof listActivity>['items'][number]

const useColumns = (): readonly Column<Entry>[] => {
  const t = useT()
  const auditText = useAuditText()
  const format = useFormat()
  return [
    {
      id: 'action',
      header: t('activity.action'),
      cell: ({ action, own }) => (
        <span className="flex flex-wrap items-center gap-2">
          {auditText(action)}
          {!own && <Badge tone="warning">{t('activity.byOthers')}</Badge>}
        </span>
      ),
    },
    { id: 'ip', header: t('activity.ip'), phone: 'hidden', cell: ({ ip }) => ip ?? '–' },
    {
      id: 'at',
      phone: 'meta',
      phoneLabel: false,
      header: t('activity.at'),
      align: 'end',
      cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time>,
    },
  ]
}

export const ActivityTab = () => {
  const t = useT()
  return (
    <Card title={t('tabs.activity')} description={t('activity.lead')} flush>
      <DataList<Entry>
        endpoint={listActivity}
        caption={t('tabs.activity')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={<Empty title={t('activity.empty')} />}
      />
    </Card>
  )
}
