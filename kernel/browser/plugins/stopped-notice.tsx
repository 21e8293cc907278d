import { useT, SHELL } from '@spawnpoint/sdk/browser'
import { ErrorCard } from '@spawnpoint/sdk/ui'

/** Failures that say more than that something failed. */
const texts: Readonly<Record<string, string>> = {
  E_INTEGRITY: 'plugin.integrityText',
  E_RELOAD: 'plugin.reloadText',
}

const codeOf = (error: unknown): string =>
  (error instanceof Error ? /^E_[A-Z_]+/.exec(error.message)?.[0] : undefined) ?? ''

/** In place of a page whose plugin failed. */
export const StoppedNotice = ({
  error,
  onRetry,
}: {
  error?: unknown
  onRetry?: (() => void) | undefined
}) => {
  const t = useT(SHELL)
  const code = codeOf(error)
  const text = onRetry ? (texts[code] ?? 'plugin.failedText') : 'plugin.stoppedText'
  const retry = code === 'E_RELOAD' ? () => window.location.reload() : onRetry
  return <ErrorCard title={t('plugin.failedTitle')} message={t(text)} {...(retry && { onRetry: retry })} />
}
