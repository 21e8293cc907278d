import { listAllPayments, paymentStates, readPaymentFigures } from '@spawnpoint/contracts/payments'
import { useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Page, RowLink, Skeleton, Stat, type Column } from '@spawnpoint/sdk/ui'
import { CircleAlert, Coins, CreditCard, History } from '@spawnpoint/sdk/ui/icons'
import { ExportReceipts } from './export-receipts.tsx'
import { StateBadge } from './state-badge.tsx'
import { useMoney } from './use-money.ts'

type Row = ReplyOf<typeof listAllPayments>['items'][number]

const Figures = () => {
  const t = useT()
  const money = useMoney()
  const { number } = useFormat()
  const { data } = useEndpoint(readPaymentFigures)
  const show = (amount: number | undefined) =>
    data && amount !== undefined ? money({ currency: data.currency, amount }) : <Skeleton />
  const count = (value: number | undefined) => (value === undefined ? <Skeleton /> : number(value))
  return (
    <div className="sp-stats">
      <Stat label={t('staff.received')} icon={<CreditCard aria-hidden />} value={show(data?.received)} />
      <Stat label={t('staff.returned')} icon={<History aria-hidden />} value={show(data?.returned)} />
      <Stat label={t('staff.review')} icon={<CircleAlert aria-hidden />} value={count(data?.review)} />
      <Stat label={t('staff.owed')} icon={<Coins aria-hidden />} value={count(data?.owed)} />
    </div>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const t = useT()
  const { ago, dateTime, number } = useFormat()
  const money = useMoney()
  const { pathTo } = useHost()
  return [
    {
      id: 'user',
      phone: 'title',
      header: t('staff.customer'),
      cell: ({ id, user }) => (
        <RowLink to={pathTo('staff-payment', { id })}>{user.username ?? t('staff.deleted')}</RowLink>
      ),
    },
    {
      id: 'amount',
      phone: 'end',
      header: t('history.amount'),
      align: 'end',
      cell: (row) => <span className="tabular-nums">{money(row)}</span>,
    },
    {
      id: 'coins',
      phone: 'hidden',
      header: t('history.coins'),
      align: 'end',
      cell: ({ coins }) => <span className="tabular-nums">{number(coins)}</span>,
    },
    { id: 'provider', phone: 'meta', header: t('history.provider'), cell: ({ provider }) => provider.name },
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
  ]
}

/** All payments, for staff. */
export default function StaffPaymentsPage() {
  const t = useT()
  const { number } = useFormat()
  return (
    <Page title={t('staff.title')} description={t('staff.description')} actions={<ExportReceipts />}>
      <Figures />
      <DataList<Row>
        endpoint={listAllPayments}
        caption={t('staff.title')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        searchable
        searchLabel={t('staff.search')}
        filters={[
          {
            key: 'state',
            label: t('history.state'),
            values: paymentStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
          {
            key: 'owed',
            label: t('staff.owed'),
            values: [{ value: 'true', label: t('staff.owing') }],
          },
        ]}
        total={({ total }) => total !== undefined && t('staff.total', { count: total, value: number(total) })}
        empty={<Empty icon={<CreditCard />} title={t('history.empty')} text={t('staff.emptyText')} />}
      />
    </Page>
  )
}
