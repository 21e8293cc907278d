import { holdStates, listHolds } from '@spawnpoint/contracts/anti-abuse'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { Button, Empty, Status, type Column, type Tone } from '@spawnpoint/sdk/ui'
import { ShieldCheck } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { HoldDialog } from './hold-dialog.tsx'
import { useKindTexts } from './use-kind-texts.ts'

export type HoldRow = ReplyOf<typeof listHolds>['items'][number]

const tones: Readonly<Record<string, Tone>> = {
  open: 'info',
  appealed: 'warning',
  paid: 'success',
  void: 'neutral',
}

export const HoldState = ({ hold: { state, appeal } }: { hold: HoldRow }) => {
  const t = useT()
  const shown = state === 'open' && appeal !== null ? 'appealed' : state
  return <Status tone={tones[shown] ?? 'neutral'}>{t(`staff.states.${shown}`)}</Status>
}

const useColumns = (open: (hold: HoldRow) => void): readonly Column<HoldRow>[] => {
  const t = useT()
  const { ago, dateTime, number } = useFormat()
  const kindText = useKindTexts()
  const name = ({ user }: HoldRow) => user.username ?? t('staff.deleted')
  return [
    {
      id: 'user',
      phone: 'title',
      header: t('staff.columns.user'),
      cell: (row) => <strong>{name(row)}</strong>,
    },
    { id: 'kind', header: t('staff.columns.kind'), cell: ({ kind }) => kindText(kind) },
    {
      id: 'state',
      phone: 'badge',
      header: t('staff.columns.state'),
      cell: (row) => <HoldState hold={row} />,
    },
    {
      id: 'at',
      phone: 'meta',
      header: t('staff.columns.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={dateTime(at)}>
          {ago(at)}
        </time>
      ),
    },
    {
      id: 'coins',
      header: t('staff.columns.coins'),
      align: 'end',
      cell: ({ coins }) => <span className="tabular-nums">{number(coins)}</span>,
    },
    {
      id: 'actions',
      header: t('staff.columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (row) => (
        <Button size="sm" aria-label={t('staff.reviewOf', { name: name(row) })} onClick={() => open(row)}>
          {t(row.state === 'open' ? 'staff.review' : 'staff.view')}
        </Button>
      ),
    },
  ]
}

/** Held earnings, newest first; a click shows the evidence and lets staff decide. */
export const HoldsTable = () => {
  const t = useT()
  const { number } = useFormat()
  const [shown, setShown] = useState<HoldRow | null>(null)
  return (
    <>
      <DataList<HoldRow>
        endpoint={listHolds}
        caption={t('page.title')}
        columns={useColumns(setShown)}
        rowKey={({ id }) => id}
        filters={[
          {
            key: 'state',
            label: t('staff.columns.state'),
            values: holdStates.map((value) => ({ value, label: t(`staff.filters.${value}`) })),
          },
        ]}
        total={({ total }) => total !== undefined && t('staff.total', { count: total, value: number(total) })}
        empty={<Empty icon={<ShieldCheck />} title={t('staff.empty')} text={t('staff.emptyText')} />}
      />
      {shown && <HoldDialog hold={shown} close={() => setShown(null)} />}
    </>
  )
}
