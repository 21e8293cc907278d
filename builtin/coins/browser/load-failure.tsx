import { CallError, useExplain } from '@spawnpoint/sdk/browser'
import { ErrorCard } from '@spawnpoint/sdk/ui'

/** A failed request, with a button to retry. */
export const LoadFailure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const explain = useExplain()
  const id = error instanceof CallError ? error.requestId : null
  return <ErrorCard message={explain(error)} onRetry={onRetry} {...(id && { requestId: id })} />
}
