import { Empty, ErrorCard, Forbidden, LinkButton, PageSkeleton } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { CallError } from '../call-error.ts'
import { useExplain } from '../hooks.ts'
import { useHost } from '../host.ts'
import { useParams } from '../navigation.tsx'
import { useEndpoint } from '../query.ts'
import type { Drawn, Row } from './resource-view.ts'
import type { ResourceWords } from './resource-words.ts'

/** Fetches the row that the address names; loading, gone, forbidden and failed are drawn. */
export const StoredRow = ({
  drawn,
  words,
  children,
}: {
  drawn: Drawn
  words: ResourceWords
  children: (row: Row) => ReactNode
}) => {
  const host = useHost()
  const explain = useExplain()
  const { id = '' } = useParams()
  const { data, error, refetch } = useEndpoint(drawn.endpoints.get, { params: { id } })
  // The reply's types say `unknown` for what only the resource's own schema knows.
  const answered = data as { item: Row } | undefined
  if (answered) return children(answered.item)
  if (!error) return <PageSkeleton />
  if (!(error instanceof CallError))
    return <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
  if (error.status === 403) return <Forbidden />
  const isGone = error.status === 404 || error.code === 'VALIDATION'
  if (!isGone)
    return (
      <ErrorCard
        message={explain(error)}
        requestId={error.requestId ?? undefined}
        onRetry={() => void refetch()}
      />
    )
  return (
    <Empty
      title={words.word('gone.title')}
      text={words.word('gone.text')}
      action={
        <LinkButton to={host.pathTo(`${drawn.resource.id}-list`)}>{words.word('gone.back')}</LinkButton>
      }
    />
  )
}
