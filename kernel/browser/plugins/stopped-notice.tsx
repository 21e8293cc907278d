import { useT, SHELL } from '@spawnpoint/sdk/browser'
import { ErrorCard } from '../../../sdk/ui/notice.tsx'

/** Failures that say more than that something failed. */
const texts: Readonly<Record<string, string>> = {
  E_INTEGRITY: 'plugin.integrityText',
  E_RELOAD: 'plugin.reloadText',
  E_FRESH_PAGE: 'plugin.freshPageText',
  E_RENDER_TIME: 'plugin.waitingText',
}

/** Errors that only a new page load can solve. */
const reloads: ReadonlySet<string> = new Set(['E_RELOAD', 'E_FRESH_PAGE'])

const codeOf = (error: unknown): string =>
  (error instanceof Error ? /^E_[A-Z_]+/.exec(error.message)?.[0] : undefined) ?? ''

export interface StoppedNoticeProps {
  readonly error?: unknown
  readonly onRetry?: (() => void) | undefined
}

/** In place of a page whose plugin failed. */
export const StoppedNotice = ({ error, onRetry }: StoppedNoticeProps) => {
  const t = useT(SHELL)
  const code = codeOf(error)
  const text = onRetry ? (texts[code] ?? 'plugin.failedText') : 'plugin.stoppedText'
  const retry = reloads.has(code) ? () => window.location.reload() : onRetry
  return <ErrorCard title={t('plugin.failedTitle')} message={t(text)} {...(retry && { onRetry: retry })} />
}
