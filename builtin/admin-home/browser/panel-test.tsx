import { testPanel } from '@spawnpoint/contracts/panel'
import { useCan, useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Status } from '@spawnpoint/sdk/ui'
import { Zap } from '@spawnpoint/sdk/ui/icons'

/** Tries the stored connection and says what the panel answered. */
export const PanelTest = () => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { number } = useFormat()
  const canTest = useCan('admin.settings.edit')
  const test = useAction(testPanel)
  if (!canTest) return null
  const answer = () => {
    if (test.error)
      return <Status tone="danger">{host.explain('panel', test.error) || explain(test.error)}</Status>
    if (!test.data) return null
    const { ok, detail, latencyMs, locations } = test.data
    if (!ok) return <Status tone="danger">{detail || t('checklist.panel.failed')}</Status>
    return (
      <Status tone="success">
        {t('checklist.panel.ok', { ms: number(latencyMs ?? 0), locations: number(locations ?? 0) })}
      </Status>
    )
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2" aria-live="polite">
      <Button
        size="sm"
        icon={<Zap aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate({ body: {} })}
      >
        {t('checklist.panel.test')}
      </Button>
      {answer()}
    </div>
  )
}
