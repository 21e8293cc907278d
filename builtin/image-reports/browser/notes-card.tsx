import { changeReport, countReports, getReport, listReports } from '@spawnpoint/contracts/image-reports'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, TextArea } from '@spawnpoint/sdk/ui'
import { useEffect, useState } from 'react'
import type { Shown } from './edit-page.tsx'

/** Notes among staff, and the mark that somebody has looked at it. */
export const NotesCard = ({ report }: { report: Shown }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const { restored, keep } = useKeptDraft<string>('notes')
  const [notes, setNotes] = useState(restored ?? report.notes)
  const isChanged = notes.trim() !== report.notes
  useEffect(() => keep(isChanged ? notes : null), [keep, isChanged, notes])
  useUnsavedGuard(isChanged)
  const change = useAction(changeReport, { refreshes: [getReport, listReports, countReports] })
  const params = { id: report.id }
  const isPending = report.status === 'pending'
  const save = () =>
    change.mutate(
      { params, body: { notes: notes.trim() } },
      { onSuccess: () => notify.toast({ title: t('edit.notesSaved'), tone: 'success' }) },
    )
  return (
    <Card title={t('edit.notes')}>
      <div className="grid gap-3">
        {change.error && <Alert tone="danger">{explain(change.error)}</Alert>}
        <TextArea
          label={t('edit.notes')}
          hideLabel
          name="notes"
          hint={t('edit.notesHint')}
          rows={3}
          maxLength={2000}
          value={notes}
          onChange={({ target }) => setNotes(target.value)}
        />
        <div className="sp-form-actions">
          <Button disabled={!isChanged} loading={change.isPending} onClick={save}>
            {t('edit.saveNotes')}
          </Button>
          {report.decision === null && (
            <Button
              variant="ghost"
              disabled={change.isPending}
              onClick={() => change.mutate({ params, body: { status: isPending ? 'reviewed' : 'pending' } })}
            >
              {t(isPending ? 'edit.markReviewed' : 'edit.markPending')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
