import { dismissChecklist, readChecklist, type ChecklistStep } from '@spawnpoint/contracts/admin-home'
import { useCan, useExplain, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, LinkButton, ProgressBar } from '@spawnpoint/sdk/ui'
import { CircleCheck, Clock } from '@spawnpoint/sdk/ui/icons'
import { PanelTest } from './panel-test.tsx'

/** The tab of the settings page where a step is done. */
const hashOf: Readonly<Record<ChecklistStep['id'], string>> = {
  panel: '#servers',
  mail: '#mail',
  location: '',
  egg: '',
}

const StepLine = ({ step }: { step: ChecklistStep }) => {
  const t = useT()
  const host = useHost()
  const route = useStore(host.routes, (routes) => routes.find(({ id }) => id === step.route))
  const canOpen = route && (!route.permission || host.can(route.permission))
  return (
    <li className="flex flex-wrap items-start gap-3 border-b border-border py-3 last:border-0">
      {step.done ? (
        <CircleCheck className="mt-0.5 size-5 text-success" aria-hidden />
      ) : (
        <Clock className="mt-0.5 size-5 text-subtle" aria-hidden />
      )}
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-medium">
          {t(`checklist.${step.id}.title`)}
          <span className="sp-hidden">{t(step.done ? 'checklist.done' : 'checklist.open')}</span>
        </p>
        <p className="text-sm text-muted">
          {t(step.demo ? 'checklist.panel.demo' : `checklist.${step.id}.text`)}
        </p>
        {step.id === 'panel' && <PanelTest />}
      </div>
      {!step.done && canOpen && (
        <LinkButton size="sm" className="max-sm:ms-8" to={`${route.path}${hashOf[step.id]}`}>
          {t(`checklist.${step.id}.go`)}
        </LinkButton>
      )}
    </li>
  )
}

/** Steps that are left before the first customer; hidden once all are done or dismissed for everyone. */
export const Checklist = () => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const canDismiss = useCan('admin.settings.edit')
  const { data } = useEndpoint(readChecklist)
  const dismiss = useAction(dismissChecklist, { refreshes: [readChecklist] })
  if (!data?.isShown) return null
  const done = data.steps.filter((step) => step.done).length
  const hide = () =>
    dismiss.mutate({}, { onError: (error) => void notify.toast({ title: explain(error), tone: 'danger' }) })
  return (
    <Card
      title={t('checklist.title')}
      description={t('checklist.text')}
      actions={
        canDismiss && (
          <Button size="sm" loading={dismiss.isPending} onClick={hide}>
            {t('checklist.dismiss')}
          </Button>
        )
      }
    >
      <ProgressBar
        label={t('checklist.progress')}
        value={done / data.steps.length}
        note={t('checklist.count', { done, all: data.steps.length })}
      />
      <ul className="mt-2">
        {data.steps.map((step) => (
          <StepLine key={step.id} step={step} />
        ))}
      </ul>
    </Card>
  )
}
