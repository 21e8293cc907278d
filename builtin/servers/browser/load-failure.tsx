import { CallError, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { Card, Empty, ErrorCard, LinkButton } from '@spawnpoint/sdk/ui'

/** A server that is not there, or a call that failed. */
export const LoadFailure = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const t = useT('servers')
  const host = useHost()
  const explain = useExplain()
  const known = error instanceof CallError ? error : null
  if (known?.code !== 'NOT_FOUND' && known?.code !== 'VALIDATION')
    return <ErrorCard message={explain(error)} requestId={known?.requestId ?? undefined} onRetry={retry} />
  return (
    <Card>
      <Empty
        title={t('gone.title')}
        text={t('gone.text')}
        action={<LinkButton to={host.pathToWellKnown('home')}>{t('back')}</LinkButton>}
      />
    </Card>
  )
}
