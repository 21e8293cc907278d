import { useT } from '@spawnpoint/sdk/browser'
import { Button } from '@spawnpoint/sdk/ui'

/** Stays at the foot of the window while something waits to be saved. */
export const PendingBar = ({
  count,
  onReview,
  onDiscard,
}: {
  count: number
  onReview: () => void
  onDiscard: () => void
}) => {
  const t = useT()
  return (
    <div className="sp-save-bar" aria-live="polite">
      {count > 0 && (
        <section
          aria-label={t('pending.label')}
          className="sp-card sp-glass flex flex-wrap items-center justify-between gap-2 px-4 py-3 shadow-lg"
        >
          <strong className="text-sm">{t('pending.count', { count })}</strong>
          <div className="sp-actions">
            <Button onClick={onDiscard}>{t('pending.discard')}</Button>
            <Button variant="primary" onClick={onReview}>
              {t('pending.review')}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
