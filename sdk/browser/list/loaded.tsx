import { ErrorCard, Forbidden, PageSkeleton } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { CallError } from '../call-error.ts'
import { useExplain } from '../hooks.ts'
import { Slot } from '../slot.tsx'

/** The part of a query that decides what is drawn. @example const query: LoadedQuery<unknown> = useEndpoint(listNotes) */
export interface LoadedQuery<T> {
  readonly data: T | undefined
  readonly error: unknown
  refetch(): unknown
}

/** True when the server says that there is no such row. */
const isGone = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.code === 'VALIDATION')

/** A failed call in the place of what it should have brought: forbidden, or the reason with a way to try again. @example <LoadFailure error={new Error('offline')} onRetry={() => location.reload()} /> */
export const LoadFailure = ({
  error,
  onRetry,
  title,
}: {
  readonly error: unknown
  readonly onRetry: () => void
  /** Names the part of a page that failed. */
  readonly title?: string
}) => {
  const explain = useExplain()
  if (error instanceof CallError && error.status === 403) return <Forbidden />
  const known = error instanceof CallError ? error : null
  return (
    <ErrorCard
      {...(title !== undefined && { title })}
      message={explain(error)}
      requestId={known?.requestId ?? undefined}
      onRetry={onRetry}
      action={known && <Slot name="failure.help" code={known.code} />}
    />
  )
}

/**
 * The one boundary of loaded data: draws loading, forbidden, failed and gone, and the children once there is data.
 *
 * @example <Loaded query={useEndpoint(listNotes)} gone={<Empty title="No such note" />}>{({ notes }) => <p>{notes.length}</p>}</Loaded>
 */
export const Loaded = <T,>({
  query: { data, error, refetch },
  loading = <PageSkeleton />,
  gone,
  title,
  children,
}: {
  readonly query: LoadedQuery<T>
  readonly loading?: ReactNode
  /** Drawn when the row does not exist; without it that is a failure like any other. */
  readonly gone?: ReactNode
  /** Names the part of a page that failed. */
  readonly title?: string
  readonly children: (data: T) => ReactNode
}) => {
  if (data !== undefined) return children(data)
  if (!error) return loading
  if (gone !== undefined && isGone(error)) return gone
  return <LoadFailure {...(title !== undefined && { title })} error={error} onRetry={() => void refetch()} />
}
