import {
  removalGrounds,
  reportReasons,
  type RemovalGround,
  type ReportReason,
} from '@spawnpoint/contracts/image-reports/schemas'
import { useT } from '@spawnpoint/sdk/browser'
import { Button, Dialog, Select, TextArea } from '@spawnpoint/sdk/ui'
import { useState, type SyntheticEvent } from 'react'
import type { Shown } from './edit-page.tsx'

interface Removal {
  readonly reason: ReportReason
  readonly ground: RemovalGround
  readonly facts: string
}

const chosen = <T extends string>(values: readonly T[], value: string, usual: T): T =>
  values.find((each) => each === value) ?? usual

interface FactsProps {
  readonly value: string
  readonly onChange: (facts: string) => void
  readonly onSend: (event: SyntheticEvent) => void
}

const Facts = ({ value, onChange, onSend }: FactsProps) => {
  const t = useT()
  return (
    <TextArea
      label={t('decide.facts')}
      name="facts"
      hint={t('decide.factsHint')}
      optional
      rows={3}
      maxLength={500}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend(event)
      }}
    />
  )
}

/** The statement of reasons, from choices; Ctrl+Enter in the text sends it as well. */
export const RemoveDialog = ({
  report,
  pending,
  close,
  remove,
}: {
  report: Shown
  pending: boolean
  close: () => void
  remove: (removal: Removal) => void
}) => {
  const t = useT()
  const [reason, setReason] = useState<ReportReason>(report.reason)
  const [ground, setGround] = useState<RemovalGround>('terms')
  const [facts, setFacts] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!pending) remove({ reason, ground, facts: facts.trim() })
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t('decide.removeTitle', { title: report.title })}
      description={t('decide.removeText')}
    >
      <form className="sp-form" onSubmit={submit}>
        <Select
          label={t('decide.reason')}
          name="reason"
          options={reportReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          value={reason}
          onChange={({ target }) => setReason(chosen(reportReasons, target.value, reason))}
        />
        <Select
          label={t('decide.ground')}
          name="ground"
          options={removalGrounds.map((value) => ({ value, label: t(`grounds.${value}`) }))}
          value={ground}
          onChange={({ target }) => setGround(chosen(removalGrounds, target.value, ground))}
        />
        <Facts value={facts} onChange={setFacts} onSend={submit} />
        <div className="sp-form-actions">
          <Button type="submit" variant="danger" loading={pending}>
            {t('decide.remove')}
          </Button>
          <Button onClick={close}>{t('decide.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
