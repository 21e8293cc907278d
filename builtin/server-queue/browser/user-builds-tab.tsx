import { listBuilds } from '@spawnpoint/contracts/server-queue'
import { useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Pagination, Table } from '@spawnpoint/sdk/ui'
import { ListOrdered } from '@spawnpoint/sdk/ui/icons'
import { LoadFailure } from './load-failure.tsx'
import { useBuildColumns } from './use-build-columns.tsx'
import { usePageQuery } from './use-page-query.ts'

const refetchEveryMs = 5_000

/** A customer's builds, newest first. */
export default function UserBuildsTab({ user }: { user: string }) {
  const t = useT()
  const page = usePageQuery()
  const columns = useBuildColumns().filter(({ id }) => id !== 'owner')
  const { data, error, refetch, isFetching } = useEndpoint(
    listBuilds,
    { query: { ...page.query, owner: user } },
    { refetchEvery: refetchEveryMs },
  )
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  const [previous, next] = [page.step(data?.previous), page.step(data?.next)]
  return (
    <div className="sp-form">
      <Table
        caption={t('pages.list.title')}
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        loading={!data}
        empty={<Empty icon={<ListOrdered />} title={t('list.empty.title')} text={t('list.empty.text')} />}
      />
      {(previous ?? next) && <Pagination loading={isFetching && !data} onPrevious={previous} onNext={next} />}
    </div>
  )
}
