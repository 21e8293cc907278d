import { Empty, ErrorCard, Forbidden, LinkButton, Page, Pagination, Table } from '@spawnpoint/sdk/ui'
import { Plus } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { CallError } from '../call-error.ts'
import { useCan, useExplain, useFormat } from '../hooks.ts'
import { useHost } from '../host.ts'
import { useEndpoint } from '../query.ts'
import { useListColumns } from './list-columns.tsx'
import { toQuery, useListState } from './list-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import type { Drawn, Row } from './resource-view.ts'
import { useResourceWords, type ResourceWords } from './resource-words.ts'

interface Listed {
  readonly items: readonly Row[]
  readonly next: string | null
  readonly previous: string | null
  readonly total: number
}

/** The last answer stays in sight while the next one is on its way: nothing jumps. */
const useKept = (data: Listed | undefined): Listed | undefined => {
  const [kept, setKept] = useState(data)
  if (data && data !== kept) setKept(data)
  return data ?? kept
}

const CreateButton = ({ drawn, words }: { drawn: Drawn; words: ResourceWords }) => {
  const host = useHost()
  const { create } = drawn.resource.permissions
  const allowed = useCan(create ?? '')
  if (!create || !allowed) return null
  return (
    <LinkButton variant="primary" to={host.pathTo(`${drawn.resource.id}-create`)} icon={<Plus aria-hidden />}>
      {words.word('list.create')}
    </LinkButton>
  )
}

const ListFailure = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const explain = useExplain()
  if (error instanceof CallError && error.status === 403) return <Forbidden />
  const requestId = error instanceof CallError ? (error.requestId ?? undefined) : undefined
  return <ErrorCard message={explain(error)} requestId={requestId} onRetry={retry} />
}

const ListBody = ({ drawn, words }: { drawn: Drawn; words: ResourceWords }) => {
  const { resource, endpoints } = drawn
  const { state, change, turnTo } = useListState(resource)
  const format = useFormat()
  const columns = useListColumns(drawn, words)
  const { data, error, isFetching, refetch } = useEndpoint(endpoints.list, { query: toQuery(state) })
  // The reply's types say `unknown` for what only the resource's own schema knows.
  const shown = useKept(data as Listed | undefined)
  const narrowed = state.search !== '' || Object.keys(state.filters).length > 0
  const { next = null, previous = null } = shown ?? {}
  const badCursor = error instanceof CallError && error.code === 'BAD_CURSOR'
  if (error && !data)
    return <ListFailure error={error} retry={() => (badCursor ? turnTo('') : void refetch())} />
  return (
    <>
      <ListToolbar {...{ drawn, words, state, change }} />
      <Table<Row>
        caption={words.word('pages.list.title')}
        columns={columns}
        rows={shown?.items}
        rowKey={(row) => row.id}
        loading={!shown}
        sort={
          state.sort
            ? { column: state.sort, direction: state.order === 'asc' ? 'ascending' : 'descending' }
            : undefined
        }
        onSort={({ column, direction }) =>
          change({ sort: column, order: direction === 'ascending' ? 'asc' : 'desc' })
        }
        empty={
          narrowed ? (
            <Empty title={words.word('list.noMatch')} text={words.word('list.noMatchText')} />
          ) : (
            <Empty
              title={words.word('list.empty')}
              text={words.word('list.emptyText')}
              action={<CreateButton {...{ drawn, words }} />}
            />
          )
        }
      />
      <Pagination
        loading={isFetching && !data}
        onPrevious={previous === null ? undefined : () => turnTo(previous)}
        onNext={next === null ? undefined : () => turnTo(next)}
      >
        {shown && words.word('list.total', { total: format.number(shown.total) })}
      </Pagination>
    </>
  )
}

/** The list page of a resource. */
export const ListView = ({ drawn }: { drawn: Drawn }) => {
  const { Before, resource } = drawn
  const words = useResourceWords(resource.id)
  return (
    <Page
      title={words.word('pages.list.title')}
      description={words.find('pages.list.description')}
      actions={<CreateButton {...{ drawn, words }} />}
      width="wide"
    >
      {Before && <Before />}
      <ListBody {...{ drawn, words }} />
    </Page>
  )
}
