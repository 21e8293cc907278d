import { userPath } from '@spawnpoint/contracts/users/schemas'
import { useFormat, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { Alert, Card, KeyValue, Table, TextLink, type Column } from '@spawnpoint/sdk/ui'
import type { Economy } from './economy-page.tsx'
import { useEconomyFormat } from './use-economy-format.ts'

export const Distribution = ({ wealth }: { wealth: Economy['wealth'] }) => {
  const t = useT()
  const { number, percent } = useFormat()
  const { decimal } = useEconomyFormat()
  return (
    <Card title={t('staff.economy.distribution')} description={t('staff.economy.distributionHint')}>
      {wealth ? (
        <KeyValue
          items={[
            { label: t('staff.economy.accounts'), value: number(wealth.accounts) },
            { label: t('staff.economy.median'), value: t('amount', { coins: number(wealth.median) }) },
            { label: t('staff.economy.topShare'), value: percent(wealth.topShare) },
            { label: t('staff.economy.gini'), value: decimal(wealth.gini) },
          ]}
        />
      ) : (
        <Alert>{t('staff.economy.notRecorded')}</Alert>
      )}
    </Card>
  )
}

type Largest = Economy['largest'][number]

const Owner = ({ user, username }: Largest) => {
  const to = userPath(useOpenPath(), user)
  return to ? <TextLink to={to}>{username}</TextLink> : username
}

const useLargestColumns = (): readonly Column<Largest>[] => {
  const t = useT()
  const { number } = useFormat()
  return [
    { id: 'user', phone: 'title', header: t('staff.economy.user'), cell: (row) => <Owner {...row} /> },
    {
      id: 'balance',
      phone: 'end',
      header: t('balance'),
      align: 'end',
      cell: ({ balance }) => <span className="tabular-nums">{number(balance)}</span>,
    },
  ]
}

export const LargestBalances = ({ largest }: { largest: readonly Largest[] }) => {
  const t = useT()
  const columns = useLargestColumns()
  if (largest.length === 0) return null
  return (
    <Card title={t('staff.economy.largest')} flush>
      <Table<Largest>
        caption={t('staff.economy.largest')}
        columns={columns}
        rows={largest}
        rowKey={({ user }) => user}
      />
    </Card>
  )
}
