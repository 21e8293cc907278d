import { listLogs } from '@spawnpoint/contracts/server-queue'
import { useHost, useLocation, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { LinkButton, Page, Pagination } from '@spawnpoint/sdk/ui'
import { LoadFailure } from './load-failure.tsx'
import { LogTable } from './log-table.tsx'
import { usePageQuery } from './use-page-query.ts'

const refetchEveryMs = 5_000

const LogsPage = () => {
  const t = useT()
  const host = useHost()
  const { search } = useLocation()
  const build = new URLSearchParams(search).get('build')
  const page = usePageQuery()
  const { data, error, refetch } = useEndpoint(
    listLogs,
    { query: { ...page.query, ...(build !== null && { build }) } },
    { refetchEvery: refetchEveryMs },
  )
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  const all = <LinkButton to={host.pathTo('server-queue-logs')}>{t('logs.all')}</LinkButton>
  return (
    <Page
      title={t('pages.logs.title')}
      description={t(build === null ? 'logs.ofAll' : 'logs.ofOne')}
      actions={build !== null && all}
      width="wide"
    >
      <LogTable lines={data?.items} loading={!data} />
      <Pagination onPrevious={page.step(data?.previous)} onNext={page.step(data?.next)} />
    </Page>
  )
}

export default LogsPage
