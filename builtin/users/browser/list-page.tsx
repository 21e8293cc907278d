import { listUsers } from '@spawnpoint/contracts/users'
import { CallError, useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Page, Pagination, Table } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { isNarrowed, isSort, toParams, type ListedUser } from './list-query.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { SupportPinButton } from './support-pin-dialog.tsx'
import { UserFailure } from './user-failure.tsx'
import { useListQuery } from './use-list-query.ts'
import { useUserColumns } from './use-user-columns.tsx'

type Listed = ReplyOf<typeof listUsers>

/** The last answer stays in sight while the next one is on its way: nothing jumps. */
const useKept = (data: Listed | undefined): Listed | undefined => {
  const [kept, setKept] = useState(data)
  if (data && data !== kept) setKept(data)
  return data ?? kept
}

const UserList = () => {
  const t = useT()
  const format = useFormat()
  const { query, change, turnTo } = useListQuery()
  const columns = useUserColumns()
  const { data, error, isFetching, refetch } = useEndpoint(listUsers, { query: toParams(query) })
  const shown = useKept(data)
  const badCursor = error instanceof CallError && error.code === 'BAD_CURSOR'
  if (error && !data)
    return <UserFailure error={error} retry={() => (badCursor ? turnTo('') : void refetch())} />
  const { next = null, previous = null } = shown ?? {}
  const total =
    shown && t(shown.more ? 'list.totalMore' : 'list.total', { total: format.number(shown.total) })
  return (
    <>
      <ListToolbar {...{ query, change }} />
      <Table<ListedUser>
        caption={t('pages.list.title')}
        columns={columns}
        rows={shown?.items}
        rowKey={({ id }) => id}
        loading={!shown}
        sort={{ column: query.sort, direction: query.order === 'asc' ? 'ascending' : 'descending' }}
        onSort={({ column, direction }) =>
          isSort(column) && change({ sort: column, order: direction === 'ascending' ? 'asc' : 'desc' })
        }
        empty={<Empty title={t(isNarrowed(query) ? 'list.noMatch' : 'list.empty')} />}
      />
      <Pagination
        loading={isFetching && !data}
        onPrevious={previous === null ? undefined : () => turnTo(previous)}
        onNext={next === null ? undefined : () => turnTo(next)}
      >
        {total}
      </Pagination>
    </>
  )
}

const ListPage = () => {
  const t = useT()
  return (
    <Page
      title={t('pages.list.title')}
      description={t('pages.list.description')}
      actions={<SupportPinButton />}
      width="wide"
    >
      <UserList />
    </Page>
  )
}

export default ListPage
