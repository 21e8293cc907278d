import { listReferrals } from '@spawnpoint/contracts/referrals'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { Avatar, Empty, Status, type Column, type Tone } from '@spawnpoint/sdk/ui'
import { Users } from '@spawnpoint/sdk/ui/icons'

type Row = ReplyOf<typeof listReferrals>['items'][number]

const tones: Readonly<Record<Row['state'], Tone>> = {
  pending: 'info',
  held: 'warning',
  paid: 'success',
  expired: 'neutral',
  void: 'neutral',
  imported: 'neutral',
}

const useColumns = (): readonly Column<Row>[] => {
  const t = useT()
  const format = useFormat()
  return [
    {
      id: 'user',
      phone: 'title',
      header: t('list.user'),
      cell: ({ user, username, avatar }) => (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar id={user} name={username ?? '?'} src={avatar} />
          <span className="truncate">{username ?? t('list.deleted')}</span>
        </span>
      ),
      phoneCell: ({ username }) => username ?? t('list.deleted'),
    },
    {
      id: 'state',
      phone: 'badge',
      header: t('list.state'),
      cell: ({ state }) => (
        <span title={t(`explain.${state}`)}>
          <Status tone={tones[state]}>{t(`states.${state}`)}</Status>
        </span>
      ),
    },
    {
      id: 'at',
      phone: 'meta',
      header: t('list.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={format.dateTime(at)}>
          {format.ago(at)}
        </time>
      ),
    },
    {
      id: 'coins',
      phone: 'end',
      header: t('list.coins'),
      align: 'end',
      cell: ({ coins, state }) => (
        <span className={state === 'paid' ? 'text-success tabular-nums' : 'text-muted tabular-nums'}>
          {state === 'paid' ? `+${format.number(coins)}` : '–'}
        </span>
      ),
    },
  ]
}

export const ReferralList = () => {
  const t = useT()
  return (
    <DataList<Row>
      endpoint={listReferrals}
      call={{}}
      caption={t('list.title')}
      columns={useColumns()}
      rowKey={({ id }) => id}
      skeletonRows={3}
      empty={<Empty icon={<Users />} title={t('list.empty')} text={t('list.emptyText')} />}
    />
  )
}
