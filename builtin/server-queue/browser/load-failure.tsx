import { CallError, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { Card, Empty, ErrorCard, Forbidden, LinkButton } from '@spawnpoint/sdk/ui'

/** Forbidden, gone or failed: each said in its own way. */
export const LoadFailure = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const t = useT('server-queue')
  const host = useHost()
  const explain = useExplain()
  const known = error instanceof CallError ? error : null
  if (known?.status === 403) return <Forbidden />
  if (known?.code !== 'NOT_FOUND' && known?.code !== 'VALIDATION')
    return <ErrorCard message={explain(error)} requestId={known?.requestId ?? undefined} onRetry={retry} />
  return (
    <Card>
      <Empty
        title={t('gone.title')}
        text={t('gone.text')}
        action={<LinkButton to={host.pathTo('server-queue-list')}>{t('gone.back')}</LinkButton>}
      />
    </Card>
  )
}
