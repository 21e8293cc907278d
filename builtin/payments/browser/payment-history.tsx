import { listPayments, paymentsFile } from '@spawnpoint/contracts/payments'
import { useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { Empty, RowLink, type Column } from '@spawnpoint/sdk/ui'
import { CreditCard } from '@spawnpoint/sdk/ui/icons'
import { StateBadge } from './state-badge.tsx'
import { useMoney } from './use-money.ts'

type Row = ReplyOf<typeof listPayments>['items'][number]

const useColumns = (): readonly Column<Row>[] => {
  const t = useT()
  const { ago, dateTime, number } = useFormat()
  const money = useMoney()
  const { pathTo } = useHost()
  return [
    {
      id: 'amount',
      phone: 'title',
      header: t('history.amount'),
      cell: (row) => <RowLink to={pathTo('payment', { id: row.id })}>{money(row)}</RowLink>,
    },
    { id: 'provider', phone: 'hidden', header: t('history.provider'), cell: ({ provider }) => provider.name },
    {
      id: 'state',
      phone: 'badge',
      header: t('history.state'),
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      id: 'at',
      phone: 'meta',
      header: t('history.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={ago(at)}>
          {dateTime(at)}
        </time>
      ),
    },
    {
      id: 'coins',
      phone: 'end',
      header: t('history.coins'),
      align: 'end',
      cell: ({ coins }) => <span className="tabular-nums">{number(coins)}</span>,
      // A number alone beside an amount of money could be anything.
      phoneLabel: false,
      phoneCell: ({ coins }) => t('coins', { count: coins, coins: number(coins) }),
    },
  ]
}

/** The own payments, newest first, to read and to download. */
export const PaymentHistory = () => {
  const t = useT()
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-3 pt-4 *:col-span-2 [&>.sp-toolbar]:col-span-1 [&>h2]:col-span-1">
      <h2 className="text-xl font-semibold">{t('history.title')}</h2>
      <DataList<Row>
        endpoint={listPayments}
        caption={t('history.title')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        skeletonRows={3}
        exportHref={paymentsFile}
        empty={<Empty icon={<CreditCard />} title={t('history.empty')} text={t('history.emptyText')} />}
      />
    </section>
  )
}
