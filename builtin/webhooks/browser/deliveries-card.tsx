import { listDeliveries, type DeliveryView } from '@spawnpoint/contracts/webhooks'
import { deliveryStatuses } from '@spawnpoint/contracts/webhooks/schemas'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { Card, Empty, RowButton, type Column } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { WebhookDeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryBadge, useProblem } from './delivery-texts.tsx'

const REFRESH_MS = 5_000

/** The columns that lists of messages share. */
export const useDeliveryColumns = (open: (id: string) => void): readonly Column<DeliveryView>[] => {
  const t = useT()
  const { ago, dateTime, number } = useFormat()
  const problemOf = useProblem()
  return [
    {
      id: 'event',
      phone: 'title',
      header: t('deliveries.event'),
      cell: ({ id, event }) => (
        <RowButton onClick={() => open(id)}>
          <code>{event}</code>
        </RowButton>
      ),
    },
    {
      id: 'status',
      phone: 'badge',
      header: t('deliveries.status'),
      cell: ({ status }) => <DeliveryBadge status={status} />,
    },
    { id: 'answer', phone: 'meta', header: t('deliveries.answer'), cell: problemOf },
    {
      id: 'attempts',
      phone: 'hidden',
      header: t('deliveries.attempts'),
      align: 'end',
      cell: ({ attempts }) => <span className="tabular-nums">{number(attempts)}</span>,
    },
    {
      id: 'createdAt',
      phone: 'meta',
      header: t('deliveries.createdAt'),
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={dateTime(createdAt)}>
          {ago(createdAt)}
        </time>
      ),
    },
  ]
}

/** Narrows a list of messages to one status. */
export const useStatusFilter = () => {
  const t = useT()
  return {
    key: 'status',
    label: t('deliveries.status'),
    values: deliveryStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
  }
}

/** The messages that were sent to a webhook, with filter and details. */
export const DeliveriesCard = ({ id, isActive }: { id: string; isActive: boolean }) => {
  const t = useT()
  const [opened, setOpened] = useState<string | null>(null)
  const columns = useDeliveryColumns(setOpened)
  return (
    <Card title={t('deliveries.title')} description={t('deliveries.text')}>
      <DataList<DeliveryView>
        endpoint={listDeliveries}
        call={{ params: { id } }}
        caption={t('deliveries.title')}
        columns={columns}
        rowKey={({ id: delivery }) => delivery}
        refetchEvery={REFRESH_MS}
        filters={[useStatusFilter()]}
        empty={<Empty title={t('deliveries.empty')} text={t('deliveries.emptyText')} />}
      />
      {opened !== null && (
        <WebhookDeliveryDialog
          webhook={id}
          delivery={opened}
          isActive={isActive}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  )
}
