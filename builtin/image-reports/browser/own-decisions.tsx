import { appealDecision, listOwnDecisions, type OwnDecision } from '@spawnpoint/contracts/image-reports'
import { useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, Dialog, FormError, TextArea, useFields } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

const AppealDialog = ({ decision: { id, title }, close }: { decision: OwnDecision; close: () => void }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const appeal = useAction(appealDecision, { refreshes: [listOwnDecisions] })
  const form = useFields({
    initial: { text: '' },
    validate: ({ text }) => (text.trim().length < 10 ? { text: t('own.short') } : {}),
    submit: async ({ text }) => {
      await appeal.mutateAsync({ params: { id }, body: { text: text.trim() } })
      notify.toast({ title: t('own.sent'), tone: 'success' })
      close()
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <Dialog open onClose={close} title={t('own.dialog')} description={title}>
      <form className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <TextArea
          label={t('own.text')}
          hint={t('own.hint')}
          rows={5}
          maxLength={1000}
          required
          {...form.field('text')}
        />
        <div className="sp-form-actions">
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('own.send')}
          </Button>
          <Button onClick={close}>{t('own.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

const stateOf = ({ appealedAt, upheld }: OwnDecision) => {
  if (upheld) return 'upheld'
  return appealedAt === null ? 'until' : 'appealed'
}

const Row = ({ decision, onAppeal }: { decision: OwnDecision; onAppeal: () => void }) => {
  const t = useT()
  const { date, dateTime } = useFormat()
  const { title, reason, ground, facts, at, appealUntil, appealable } = decision
  const state = stateOf(decision)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-all font-medium">{title}</p>
        <p className="text-sm text-muted">
          {[t(`reasons.${reason}`), t(`grounds.${ground}`), facts].filter(Boolean).join(' · ')}
        </p>
        <p className="sp-hint mt-1">
          <time dateTime={at}>{dateTime(at)}</time>
          {(appealable || state !== 'until') && ` · ${t(`own.${state}`, { date: date(appealUntil) })}`}
        </p>
      </div>
      {appealable && (
        <Button size="sm" aria-label={t('own.appealNamed', { title })} onClick={onAppeal}>
          {t('own.appeal')}
        </Button>
      )}
    </li>
  )
}

/** The visitor's images that staff removed, above their gallery; nothing where there are none. */
export default function OwnDecisions() {
  const t = useT()
  const { data } = useEndpoint(listOwnDecisions)
  const [appealed, setAppealed] = useState<OwnDecision | null>(null)
  if (!data || data.decisions.length === 0) return null
  return (
    <Card title={t('own.title')} description={t('own.description')}>
      <ul className="divide-y divide-border" aria-label={t('own.title')}>
        {data.decisions.map((decision) => (
          <Row key={decision.id} decision={decision} onAppeal={() => setAppealed(decision)} />
        ))}
      </ul>
      {appealed && <AppealDialog decision={appealed} close={() => setAppealed(null)} />}
    </Card>
  )
}
