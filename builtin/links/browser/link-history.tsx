import { listLinkAttempts } from '@spawnpoint/contracts/links'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Status, type Column, type Tone } from '@spawnpoint/sdk/ui'
import { History } from '@spawnpoint/sdk/ui/icons'

type Row = ReplyOf<typeof listLinkAttempts>['items'][number]

const tones: Readonly<Record<Row['state'], Tone>> = {
  open: 'info',
  paid: 'success',
  held: 'warning',
  void: 'neutral',
  replaced: 'neutral',
  failed: 'warning',
  expired: 'neutral',
}

const useColumns = (): readonly Column<Row>[] => {
  const t = useT()
  const format = useFormat()
  return [
    { id: 'provider', phone: 'title', header: t('history.provider'), cell: ({ provider }) => provider },
    {
      id: 'state',
      phone: 'badge',
      header: t('history.state'),
      cell: ({ state }) => <Status tone={tones[state]}>{t(`states.${state}`)}</Status>,
    },
    {
      id: 'at',
      phone: 'meta',
      header: t('history.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={format.ago(at)}>
          {format.dateTime(at)}
        </time>
      ),
    },
    {
      id: 'coins',
      phone: 'end',
      header: t('history.coins'),
      align: 'end',
      cell: ({ coins, state }) => (
        <span className={state === 'paid' ? 'text-success tabular-nums' : 'text-muted tabular-nums'}>
          {state === 'paid' ? `+${format.number(coins)}` : '–'}
        </span>
      ),
    },
  ]
}

/** Without offers it is drawn only for those who have a history. */
export const LinkHistory = ({ isQuiet }: { isQuiet: boolean }) => {
  const t = useT()
  const { data } = useEndpoint(listLinkAttempts, {})
  const columns = useColumns()
  if (isQuiet && !data?.items.length) return null
  return (
    <DataList<Row>
      endpoint={listLinkAttempts}
      call={{}}
      caption={t('history.title')}
      columns={columns}
      rowKey={({ id }) => id}
      skeletonRows={3}
      empty={<Empty icon={<History />} title={t('history.empty')} text={t('history.emptyText')} />}
    />
  )
}
