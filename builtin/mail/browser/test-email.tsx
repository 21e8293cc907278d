import { sendTestEmail } from '@spawnpoint/contracts/mail'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { Button, Status } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { DnsCheck } from './dns-check.tsx'
import { ProviderPreset } from './provider-preset.tsx'

const tested = ['smtp_host', 'smtp_port', 'smtp_encryption', 'smtp_user', 'smtp_pass', 'smtp_from']

interface MailSetupProps {
  readonly edits: Readonly<Record<string, unknown>>
  /** Null where the reader may not change settings. */
  readonly edit: ((key: string, value: unknown) => void) | null
}

/** Fills the form in for a provider, sends a test email with its values, saved or not, and checks the sender's DNS. */
const TestEmail = ({ edits, edit }: MailSetupProps) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<{ readonly ok: boolean; readonly text: string } | null>(null)
  const send = async () => {
    const values = Object.fromEntries(tested.filter((key) => key in edits).map((key) => [key, edits[key]]))
    setSending(true)
    setOutcome(null)
    try {
      const body = Object.keys(values).length > 0 ? { values } : {}
      const { address } = await reauthenticate(() => host.call(sendTestEmail, { body }))
      setOutcome({ ok: true, text: t('test.sent', { address }) })
    } catch (error) {
      setOutcome({ ok: false, text: explain(error) })
    }
    setSending(false)
  }
  return (
    <div className="mb-4 grid gap-4">
      {edit && <ProviderPreset edits={edits} edit={edit} />}
      <DnsCheck edits={edits}>
        <Button loading={isSending} onClick={() => void send()}>
          {t('test.button')}
        </Button>
      </DnsCheck>
      <div aria-live="polite">
        {outcome && <Status tone={outcome.ok ? 'success' : 'danger'}>{outcome.text}</Status>}
      </div>
    </div>
  )
}

export default TestEmail
