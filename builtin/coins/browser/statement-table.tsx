import type { readStatement } from '@spawnpoint/contracts/coins'
import type { AnyEndpoint, ReplyOf } from '@spawnpoint/sdk/common'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { Empty, type Column } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'
import { useKindTexts } from './use-kind-texts.ts'

type Line = ReplyOf<typeof readStatement>['items'][number]

const useColumns = (): readonly Column<Line>[] => {
  const t = useT()
  const format = useFormat()
  const kindWords = useKindTexts()
  return [
    {
      id: 'at',
      phone: 'meta',
      header: t('statement.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={format.ago(at)}>
          {format.dateTime(at)}
        </time>
      ),
    },
    {
      id: 'kind',
      phone: 'title',
      header: t('statement.kind'),
      cell: ({ kind, plugin, note }) => (
        <div className="min-w-0">
          {kindWords(kind, plugin)}
          {note && <span className="sp-hint block break-words">{note}</span>}
        </div>
      ),
      phoneCell: ({ kind, plugin }) => kindWords(kind, plugin),
    },
    {
      id: 'amount',
      phone: 'end',
      header: t('statement.amount'),
      align: 'end',
      cell: ({ amount }) => (
        <span className={amount > 0 ? 'text-success tabular-nums' : 'tabular-nums'}>
          {amount > 0 ? `+${format.number(amount)}` : format.number(amount)}
        </span>
      ),
    },
    {
      id: 'balance',
      phone: 'hidden',
      header: t('statement.balance'),
      align: 'end',
      cell: ({ balance }) => <span className="tabular-nums">{format.number(balance)}</span>,
    },
  ]
}

/** The transactions of one account, newest first. */
export const StatementTable = ({ endpoint, user }: { endpoint: AnyEndpoint; user?: string }) => {
  const t = useT()
  return (
    <DataList<Line>
      endpoint={endpoint}
      call={user === undefined ? {} : { params: { user } }}
      caption={t('statement.title')}
      columns={useColumns()}
      rowKey={({ id }) => id}
      skeletonRows={5}
      empty={<Empty icon={<Coins />} title={t('statement.empty')} text={t('statement.emptyText')} />}
    />
  )
}
