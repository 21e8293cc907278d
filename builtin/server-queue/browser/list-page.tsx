import { buildStatuses, countBuilds, listBuilds, type BuildRow } from '@spawnpoint/contracts/server-queue'
import { useCan, useFormat, useHost, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Empty, LinkButton, Page, Stat } from '@spawnpoint/sdk/ui'
import { Plus } from '@spawnpoint/sdk/ui/icons'
import { useBuildColumns } from './use-build-columns.tsx'

const pageSizes = [10, 20, 30, 50]
const refetchEveryMs = 5_000
const shown = ['total', 'pending', 'building', 'failed'] as const

const Figures = () => {
  const t = useT()
  const { number } = useFormat()
  const settings = useOpenPath()('settings')
  const { data } = useEndpoint(countBuilds, {}, { refetchEvery: refetchEveryMs })
  return (
    <>
      {data?.paused && (
        <Alert
          tone="danger"
          title={t('paused.title')}
          action={settings && <LinkButton to={`${settings}#servers`}>{t('paused.open')}</LinkButton>}
        >
          {t('paused.text')}
        </Alert>
      )}
      <div className="sp-stats">
        {shown.map((key) => (
          <Stat key={key} label={t(`counts.${key}`)} value={data ? number(data[key]) : '–'} />
        ))}
      </div>
    </>
  )
}

const ListPage = () => {
  const t = useT()
  const host = useHost()
  const { number } = useFormat()
  const mayCreate = useCan('admin.server.queue.create')
  const columns = useBuildColumns()
  const create = mayCreate && (
    <LinkButton variant="primary" icon={<Plus aria-hidden />} to={host.pathTo('server-queue-create')}>
      {t('list.create')}
    </LinkButton>
  )
  return (
    <Page title={t('pages.list.title')} description={t('pages.list.description')} actions={create}>
      <Figures />
      <DataList<BuildRow>
        endpoint={listBuilds}
        caption={t('pages.list.title')}
        columns={columns}
        rowKey={({ id }) => id}
        searchable
        searchLabel={t('list.search')}
        filters={[
          {
            key: 'status',
            label: t('columns.status'),
            values: buildStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
          },
        ]}
        pageSizes={pageSizes}
        total={({ total }) => total !== undefined && t('list.total', { count: total, value: number(total) })}
        refetchEvery={refetchEveryMs}
        empty={<Empty title={t('list.empty.title')} text={t('list.empty.text')} action={create} />}
      />
    </Page>
  )
}

export default ListPage
