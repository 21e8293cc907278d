import { usePlugin } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Badge, Code, type Column } from '@spawnpoint/sdk/ui'
import type { listSpins } from '../contract/index.ts'
import manifest from '../manifest.ts'

type Spin = ReplyOf<typeof listSpins>['spins'][number]

export const useSpinColumns = (): readonly Column<Spin>[] => {
  const { t, format } = usePlugin(manifest)
  return [
    {
      id: 'customer',
      header: t('admin.customer'),
      cell: ({ username, person }) => username ?? <Code>{person}</Code>,
    },
    { id: 'prize', header: t('prize'), cell: ({ prize }) => t(`prizes.${prize}`) },
    {
      id: 'price',
      header: t('admin.price'),
      align: 'end',
      cell: ({ price }) => (price === 0 ? t('admin.free') : format.number(price)),
    },
    { id: 'coins', header: t('coins'), align: 'end', cell: ({ coins }) => format.number(coins) },
    {
      id: 'state',
      header: t('admin.state'),
      phone: 'badge',
      cell: ({ isPaid }) => (
        <Badge tone={isPaid ? 'success' : 'warning'}>{t(isPaid ? 'admin.isPaid' : 'admin.isOwed')}</Badge>
      ),
    },
    { id: 'at', header: t('admin.at'), cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time> },
  ]
}
