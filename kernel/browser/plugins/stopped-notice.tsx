import { useT, SHELL } from '@spawnpoint/sdk/browser'
import { ErrorCard } from '@spawnpoint/sdk/ui'

/** In place of a page whose plugin failed. */
export const StoppedNotice = ({ onRetry }: { onRetry?: (() => void) | undefined }) => {
  const t = useT(SHELL)
  return (
    <ErrorCard
      title={t('plugin.failedTitle')}
      message={t(onRetry ? 'plugin.failedText' : 'plugin.stoppedText')}
      {...(onRetry && { onRetry })}
    />
  )
}
