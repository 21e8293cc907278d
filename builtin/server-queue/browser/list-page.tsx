import { buildStatuses, countBuilds, listBuilds, type BuildStatus } from '@spawnpoint/contracts/server-queue'
import { useCan, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Empty,
  LinkButton,
  Page,
  Pagination,
  SearchField,
  Select,
  Stat,
  Table,
  Toolbar,
} from '@spawnpoint/sdk/ui'
import { Plus } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { useBuildColumns } from './use-build-columns.tsx'
import { pageSizes, usePageQuery } from './use-page-query.ts'

const refetchEveryMs = 5_000
const shown = ['total', 'pending', 'building', 'failed'] as const

const Figures = () => {
  const t = useT()
  const { number } = useFormat()
  const { data } = useEndpoint(countBuilds, {}, { refetchEvery: refetchEveryMs })
  return (
    <>
      {data?.paused && (
        <Alert tone="danger" title={t('paused.title')}>
          {t('paused.text')}
        </Alert>
      )}
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {shown.map((key) => (
          <Stat key={key} label={t(`counts.${key}`)} value={data ? number(data[key]) : '–'} />
        ))}
      </div>
    </>
  )
}

const useList = () => {
  const page = usePageQuery()
  const [status, setStatus] = useState<BuildStatus | ''>('')
  const [search, setSearch] = useState('')
  const answer = useEndpoint(
    listBuilds,
    { query: { ...page.query, ...(status !== '' && { status }), ...(search !== '' && { search }) } },
    { refetchEvery: refetchEveryMs },
  )
  return {
    page,
    status,
    search,
    answer,
    filter(text: string) {
      page.restart()
      setStatus(buildStatuses.find((each) => each === text) ?? '')
    },
    find(text: string) {
      page.restart()
      setSearch(text)
    },
  }
}

const Filters = ({ list }: { list: ReturnType<typeof useList> }) => {
  const t = useT()
  return (
    <Toolbar
      label={t('list.toolbar')}
      end={
        <Select
          label={t('list.pageSize')}
          hideLabel
          value={list.page.limit}
          options={pageSizes.map((value) => ({ value, label: t('list.perPage', { size: value }) }))}
          onChange={(event) => list.page.resize(event.target.value)}
        />
      }
    >
      <SearchField
        value={list.search}
        onSearch={list.find}
        label={t('list.search')}
        placeholder={t('list.search')}
      />
      <Select
        label={t('columns.status')}
        hideLabel
        value={list.status}
        placeholder={t('list.anyStatus')}
        options={buildStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        onChange={(event) => list.filter(event.target.value)}
      />
    </Toolbar>
  )
}

const ListPage = () => {
  const t = useT()
  const host = useHost()
  const mayCreate = useCan('admin.server.queue.create')
  const columns = useBuildColumns()
  const list = useList()
  const { data, error, refetch, isFetching } = list.answer
  if (error && !data && list.search === '') return <LoadFailure error={error} retry={() => void refetch()} />
  const create = (
    <LinkButton variant="primary" icon={<Plus aria-hidden />} to={host.pathTo('server-queue-create')}>
      {t('list.create')}
    </LinkButton>
  )
  return (
    <Page
      title={t('pages.list.title')}
      description={t('pages.list.description')}
      actions={mayCreate && create}
      width="wide"
    >
      <Figures />
      <Filters list={list} />
      <Table
        caption={t('pages.list.title')}
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        loading={!data}
        empty={<Empty title={t('list.empty.title')} text={t('list.empty.text')} />}
      />
      <Pagination
        loading={isFetching && !data}
        onPrevious={list.page.step(data?.previous)}
        onNext={list.page.step(data?.next)}
      />
    </Page>
  )
}

export default ListPage
