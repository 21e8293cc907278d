import { useCan, useFormat, useT } from '@spawnpoint/sdk/browser'
import { Button, Status, type Column, type Tone } from '@spawnpoint/sdk/ui'
import { RefreshCw } from '@spawnpoint/sdk/ui/icons'
import type { DeliveryStatus, DeliveryView } from '../contract/index.ts'

const tones: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'info',
  delivered: 'success',
  failed: 'danger',
  held: 'warning',
}

const Trouble = ({ row }: { row: DeliveryView }) => {
  const t = useT()
  if (row.problem === null) return '–'
  const text = t(`problems.${row.problem}`)
  return row.httpStatus === null ? text : t('answered', { text, status: row.httpStatus })
}

/** The columns of the delivery log. */
export const useDeliveryColumns = (replay: {
  readonly busy: string | null
  readonly run: (row: DeliveryView) => void
}): readonly Column<DeliveryView>[] => {
  const t = useT()
  const format = useFormat()
  const maySend = useCan('plugin.discord-notifications.send')
  return [
    { id: 'title', header: t('columns.title'), cell: ({ title }) => <strong>{title}</strong> },
    {
      id: 'status',
      phone: 'badge',
      header: t('columns.status'),
      cell: ({ status }) => <Status tone={tones[status]}>{t(`statuses.${status}`)}</Status>,
    },
    { id: 'problem', header: t('columns.problem'), cell: (row) => <Trouble row={row} /> },
    {
      id: 'attempts',
      phone: 'hidden',
      header: t('columns.attempts'),
      align: 'end',
      cell: ({ attempts }) => format.number(attempts),
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>,
    },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (row) =>
        maySend && row.status !== 'pending' ? (
          <Button
            size="sm"
            variant="ghost"
            loading={replay.busy === row.id}
            icon={<RefreshCw aria-hidden />}
            onClick={() => replay.run(row)}
          >
            {t('replay')}
          </Button>
        ) : null,
    },
  ]
}
