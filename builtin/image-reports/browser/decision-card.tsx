import {
  countReports,
  decideReport,
  deleteReport,
  getReport,
  listReports,
} from '@spawnpoint/contracts/image-reports'
import { useCan, useExplain, useFormat, useHost, useSingleKeys, useT } from '@spawnpoint/sdk/browser'
import type { CallOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, ConfirmDialog, Kbd } from '@spawnpoint/sdk/ui'
import { Check, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import type { Shown } from './edit-page.tsx'
import { PersonLink } from './edit-page.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

type Decision = NonNullable<CallOf<typeof decideReport>['body']>
const done = { keep: 'kept', remove: 'removed', restore: 'restored', uphold: 'upheld' } as const

const useDecide = (report: Shown, goOn: () => void) => {
  const t = useT()
  const { notify } = useHost()
  const action = useAction(decideReport, { refreshes: [getReport, listReports, countReports] })
  const decide = (body: Decision) =>
    action.mutate(
      { params: { id: report.id }, body },
      {
        onSuccess: () => {
          notify.toast({ title: t(`decide.${done[body.decision]}`), tone: 'success' })
          if (body.decision !== 'restore') goOn()
        },
      },
    )
  return { decide, action }
}

const Keys = ({ keys }: { keys: readonly (readonly [key: string, label: string])[] }) => {
  const t = useT()
  return (
    <div className="grid gap-2 pointer-coarse:hidden">
      <p className="flex flex-wrap gap-x-4 gap-y-2" aria-label={t('edit.keys')}>
        {keys.map(([key, label]) => (
          <span key={key} className="sp-hint flex items-center gap-1.5">
            <Kbd>{key}</Kbd> {label}
          </span>
        ))}
      </p>
      <p className="sp-hint">{t('edit.keysText')}</p>
    </div>
  )
}

const OpenDecision = ({ report, goOn }: { report: Shown; goOn: () => void }) => {
  const t = useT()
  const explain = useExplain()
  const { decide, action } = useDecide(report, goOn)
  const [removing, setRemoving] = useState(false)
  const keep = () => {
    if (!action.isPending) decide({ decision: 'keep' })
  }
  useSingleKeys({ k: keep, r: () => setRemoving(true) })
  return (
    <div className="grid gap-4">
      {action.error && <Alert tone="danger">{explain(action.error)}</Alert>}
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <Button icon={<Check aria-hidden />} loading={action.isPending && !removing} onClick={keep}>
          {t('decide.keep')}
        </Button>
        <Button variant="danger-quiet" icon={<Trash2 aria-hidden />} onClick={() => setRemoving(true)}>
          {t('decide.remove')}
        </Button>
      </div>
      <Keys
        keys={[
          ['K', t('decide.keep')],
          ['R', t('decide.remove')],
          ['V', t('edit.reveal')],
          ['N', t('edit.next')],
        ]}
      />
      {removing && (
        <RemoveDialog
          report={report}
          pending={action.isPending}
          close={() => setRemoving(false)}
          remove={(removal) => decide({ decision: 'remove', ...removal })}
        />
      )}
    </div>
  )
}

/** The decision; a removal can be undone, and an appeal answered. */
const Decided = ({ report, goOn }: { report: Shown; goOn: () => void }) => {
  const t = useT()
  const explain = useExplain()
  const { dateTime } = useFormat()
  const { decide, action } = useDecide(report, goOn)
  const { appeal, decision } = report
  const isRemoved = report.status === 'resolved'
  return (
    <div className="grid gap-4">
      {action.error && <Alert tone="danger">{explain(action.error)}</Alert>}
      {decision && (
        <div className="grid gap-1">
          {decision.ground !== null && (
            <p>{[t(`grounds.${decision.ground}`), decision.facts].filter(Boolean).join(' · ')}</p>
          )}
          <p className="sp-hint">
            {decision.by && (
              <>
                <PersonLink person={decision.by} /> ·{' '}
              </>
            )}
            {dateTime(decision.at)}
          </p>
        </div>
      )}
      {appeal && (
        <section className="grid gap-1 rounded-lg bg-sunken p-3">
          <h3 className="font-semibold">{t('decide.appeal')}</h3>
          <p className="whitespace-pre-line break-words">{appeal.text}</p>
          <p className="sp-hint">{dateTime(appeal.at)}</p>
        </section>
      )}
      {isRemoved && (
        <div className="sp-form-actions">
          <Button loading={action.isPending} onClick={() => decide({ decision: 'restore' })}>
            {t(report.restorable ? 'decide.restore' : 'decide.lift')}
          </Button>
          {appeal?.answer === null && (
            <Button
              variant="danger-quiet"
              disabled={action.isPending}
              onClick={() => decide({ decision: 'uphold' })}
            >
              {t('decide.uphold')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const DeleteButton = ({ report }: { report: Shown }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const [asking, setAsking] = useState(false)
  const remove = useAction(deleteReport, { refreshes: [listReports, countReports] })
  const confirm = () =>
    remove.mutate(
      { params: { id: report.id } },
      {
        onSuccess: () => {
          host.notify.toast({ title: t('decide.deleted'), tone: 'success' })
          host.navigate(host.pathTo('image-reports-list'), { replace: true })
        },
      },
    )
  return (
    <>
      <Button variant="danger-quiet" icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        {t('decide.delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          title={t('decide.deleteTitle')}
          text={t('decide.deleteText')}
          danger
          loading={remove.isPending}
          error={remove.error ? explain(remove.error) : null}
          confirmLabel={t('decide.delete')}
          onClose={() => setAsking(false)}
          onConfirm={confirm}
        />
      )}
    </>
  )
}

export const DecisionCard = ({ report, goOn }: { report: Shown; goOn: () => void }) => {
  const t = useT()
  const mayDelete = useCan('admin.image.reports.delete')
  const isOpen = report.decision === null
  return (
    <Card title={t('decide.title')}>
      <div className="grid gap-4">
        {!report.decidable && <Alert>{t('decide.own')}</Alert>}
        {report.decidable && isOpen && <OpenDecision report={report} goOn={goOn} />}
        {!isOpen && <Decided report={report} goOn={goOn} />}
        {mayDelete && report.status === 'dismissed' && <DeleteButton report={report} />}
      </div>
    </Card>
  )
}
