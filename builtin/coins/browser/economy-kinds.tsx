import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Card, Empty, ProgressBar, Table, type Column } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'
import { signed } from './economy-figures.tsx'
import type { Economy } from './economy-page.tsx'
import { useKindTexts } from './use-kind-texts.ts'

type Kind = Economy['kinds'][number]
type Side = 'issued' | 'removed'

const useColumns = (side: Side, total: number): readonly Column<Kind>[] => {
  const t = useT()
  const { number, percent } = useFormat()
  const nameOf = useKindTexts()
  const compare = (kind: Kind) => {
    const before = kind[`${side}Before`]
    if (before === 0) return t('staff.economy.new')
    return signed(percent(kind[side] / before - 1), kind[side] - before)
  }
  return [
    {
      id: 'kind',
      phone: 'title',
      header: t('statement.kind'),
      cell: ({ kind }) => nameOf(kind),
    },
    {
      id: 'coins',
      phone: 'end',
      header: t('statement.amount'),
      align: 'end',
      cell: (kind) => <span className="tabular-nums">{number(kind[side])}</span>,
    },
    {
      id: 'share',
      phone: 'hidden',
      header: t('staff.economy.share'),
      cell: (kind) => (
        <ProgressBar
          hideLabel
          label={t('staff.economy.shareOf', { kind: nameOf(kind.kind), share: percent(kind[side] / total) })}
          value={kind[side] / total}
          tone={side === 'issued' ? 'success' : 'warning'}
        />
      ),
    },
    {
      id: 'change',
      phone: 'meta',
      phoneLabel: true,
      header: t('staff.economy.change'),
      align: 'end',
      cell: (kind) => <span className="tabular-nums">{compare(kind)}</span>,
    },
  ]
}

/** The kinds of transactions that created coins, or that took them back, largest first. */
export const KindTable = ({ kinds, side }: { kinds: Economy['kinds']; side: Side }) => {
  const t = useT()
  const rows = kinds.filter((kind) => kind[side] > 0).toSorted((one, other) => other[side] - one[side])
  const total = rows.reduce((sum, kind) => sum + kind[side], 0)
  const title = t(`staff.economy.${side}By`)
  return (
    <Card title={title} flush>
      <Table<Kind>
        caption={title}
        columns={useColumns(side, total)}
        rows={rows}
        rowKey={({ kind }) => kind}
        empty={<Empty icon={<Coins />} title={t('statement.empty')} text={t('staff.economy.nothing')} />}
      />
    </Card>
  )
}
