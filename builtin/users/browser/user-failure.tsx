import { CallError, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { Empty, ErrorCard, Forbidden, LinkButton } from '@spawnpoint/sdk/ui'

/** Forbidden, gone or failed: each said in its own way. */
export const UserFailure = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const t = useT('users')
  const host = useHost()
  const explain = useExplain()
  const known = error instanceof CallError ? error : null
  if (known?.status === 403) return <Forbidden />
  if (known?.code === 'NOT_FOUND' || known?.code === 'VALIDATION')
    return (
      <Empty
        title={t('gone.title')}
        text={t('gone.text')}
        action={<LinkButton to={host.pathTo('users-list')}>{t('gone.back')}</LinkButton>}
      />
    )
  return <ErrorCard message={explain(error)} requestId={known?.requestId ?? undefined} onRetry={retry} />
}
