import { listBulks } from '@spawnpoint/contracts/servers'
import { useFormat, useLocation, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Skeleton, Status, Table, TextLink, type Column } from '@spawnpoint/sdk/ui'
import { History } from '@spawnpoint/sdk/ui/icons'

const everyMs = 10_000

type Run = ReplyOf<typeof listBulks>['runs'][number]

const useColumns = (): readonly Column<Run>[] => {
  const t = useT()
  const { ago, number } = useFormat()
  const { pathname, hash } = useLocation()
  return [
    {
      id: 'action',
      header: t('staff.bulk.runs.action'),
      cell: ({ id, action }) => (
        <TextLink to={`${pathname}?run=${id}${hash}`}>{t(`staff.servers.actions.${action}`)}</TextLink>
      ),
    },
    {
      id: 'servers',
      header: t('staff.bulk.runs.servers'),
      align: 'end',
      cell: ({ servers }) => number(servers),
    },
    { id: 'reason', header: t('staff.bulk.runs.reason'), phone: 'line', cell: ({ reason }) => reason },
    { id: 'at', header: t('staff.bulk.runs.at'), cell: ({ at }) => ago(at) },
    {
      id: 'state',
      header: t('columns.status'),
      phone: 'badge',
      cell: ({ finished }) => (
        <Status tone={finished ? 'neutral' : 'info'}>
          {t(finished ? 'staff.bulk.runs.finished' : 'staff.bulk.runs.running')}
        </Status>
      ),
    },
  ]
}

/** The own actions on many servers, each with the way to its results. */
export const BulkRuns = () => {
  const t = useT()
  const columns = useColumns()
  const query = useEndpoint(listBulks, {}, { refetchEvery: everyMs })
  const empty = (
    <Empty icon={<History />} title={t('staff.bulk.runs.empty')} text={t('staff.bulk.runs.emptyText')} />
  )
  return (
    <Loaded query={query} loading={<Skeleton shape="block" className="h-64" />}>
      {({ runs }) => (
        <Table<Run>
          caption={t('staff.bulk.runs.title')}
          columns={columns}
          rows={runs}
          rowKey={({ id }) => id}
          empty={empty}
        />
      )}
    </Loaded>
  )
}
