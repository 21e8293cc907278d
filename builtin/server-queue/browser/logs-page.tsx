import { listLogs, logSteps } from '@spawnpoint/contracts/server-queue'
import { useFormat, useHost, useSearchParams, useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { Empty, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { useLogColumns, type NamedLine } from './log-columns.tsx'

const refetchEveryMs = 5_000

const LogsPage = () => {
  const t = useT()
  const host = useHost()
  const { number } = useFormat()
  const [address] = useSearchParams()
  const build = address.get('build')
  const all = <LinkButton to={host.pathTo('server-queue-logs')}>{t('logs.all')}</LinkButton>
  return (
    <Page
      title={t('pages.logs.title')}
      description={t(build === null ? 'logs.ofAll' : 'logs.ofOne')}
      actions={build !== null && all}
    >
      <DataList<NamedLine>
        endpoint={listLogs}
        call={build === null ? {} : { query: { build } }}
        caption={t('pages.logs.title')}
        columns={useLogColumns({ named: true })}
        rowKey={({ id }) => id}
        refetchEvery={refetchEveryMs}
        searchable={build === null}
        searchLabel={t('list.search')}
        filters={[
          {
            key: 'step',
            label: t('columns.event'),
            values: logSteps.map((value) => ({ value, label: t(`events.${value}`) })),
          },
        ]}
        total={({ total }) => total !== undefined && t('logs.total', { count: total, value: number(total) })}
        empty={<Empty title={t('logs.empty')} />}
      />
    </Page>
  )
}

export default LogsPage
