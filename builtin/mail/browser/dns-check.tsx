import { checkDns, type DnsRecord } from '@spawnpoint/contracts/mail'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { Button, Code, CopyButton, Status, TextField } from '@spawnpoint/sdk/ui'
import { useState, type ReactNode } from 'react'

const tones = {
  ok: 'success',
  weak: 'warning',
  missing: 'danger',
  failed: 'neutral',
  unchecked: 'neutral',
} as const

const labels = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mx: 'MX' } as const

const Copyable = ({ text, label }: { text: string; label: string }) => (
  <span className="flex min-w-0 items-center gap-1">
    <span className="min-w-0 wrap-anywhere">
      <Code>{text}</Code>
    </span>
    <CopyButton value={text} label={label} iconOnly />
  </span>
)

/** One record: whether it is good, what to do, what there is, and what to add. */
const Record = ({ record: { kind, name, verdict, reason, found, suggested } }: { record: DnsRecord }) => {
  const t = useT()
  return (
    <li className="grid min-w-0 gap-2 border-t border-border pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <strong>{labels[kind]}</strong>
        <Status tone={tones[verdict]}>{t(`staff.dns.verdicts.${verdict}`)}</Status>
      </div>
      <p>{t(verdict === 'failed' ? 'staff.dns.failed' : `staff.dns.${kind}.${reason}`, { name })}</p>
      {found.map((text) => (
        <p key={text} className="sp-hint min-w-0 wrap-anywhere">
          <Code>{text}</Code>
        </p>
      ))}
      {suggested && (
        <div className="grid min-w-0 gap-1">
          <p className="sp-hint">{t('staff.dns.add', { type: suggested.type })}</p>
          <Copyable text={suggested.name} label={t('staff.dns.copyName', { record: labels[kind] })} />
          {suggested.value !== null && (
            <Copyable text={suggested.value} label={t('staff.dns.copyValue', { record: labels[kind] })} />
          )}
        </div>
      )}
    </li>
  )
}

const looked = ['smtp_from', 'smtp_host']

interface DnsCheckProps {
  readonly edits: Readonly<Record<string, unknown>>
  /** Stands before the button, in its row. */
  readonly children?: ReactNode
}

/** Looks up the records of the sender in the form, saved or not. */
export const DnsCheck = ({ edits, children }: DnsCheckProps) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const [typed, setTyped] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [answer, setAnswer] = useState<{ domain: string; records: readonly DnsRecord[] } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const selector = typed.trim()
  const check = async () => {
    const values = Object.fromEntries(looked.filter((key) => key in edits).map((key) => [key, edits[key]]))
    setChecking(true)
    setProblem(null)
    setAnswer(null)
    try {
      const body = {
        ...(Object.keys(values).length > 0 && { values }),
        ...(selector !== '' && { selector }),
      }
      setAnswer(await reauthenticate(() => host.call(checkDns, { body })))
    } catch (error) {
      setProblem(explain(error))
    }
    setChecking(false)
  }
  return (
    <div className="grid min-w-0 gap-3">
      <TextField
        label={t('staff.dns.selector')}
        hint={t('staff.dns.selectorHint')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        maxLength={120}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button loading={isChecking} onClick={() => void check()}>
          {t('staff.dns.button')}
        </Button>
      </div>
      <div className="grid min-w-0 gap-3" aria-live="polite">
        {problem !== null && <Status tone="danger">{problem}</Status>}
        {answer && (
          <>
            <p>{t('staff.dns.of', { domain: answer.domain })}</p>
            <ul className="grid min-w-0 gap-3">
              {answer.records.map((record) => (
                <Record key={record.kind} record={record} />
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
