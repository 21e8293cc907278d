import type { UserEmail } from '@spawnpoint/contracts/mail'
import { useT } from '@spawnpoint/sdk/browser'
import { Status } from '@spawnpoint/sdk/ui'

const tones = { queued: 'info', sent: 'success', failed: 'danger' } as const

/** Whether it is on its way, sent, or given up, and why. */
export const EmailStatus = ({ email }: { email: UserEmail }) => {
  const t = useT()
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <Status tone={tones[email.status]}>{t(`emails.states.${email.status}`)}</Status>
      {email.failure !== null && <span className="sp-hint break-words">{email.failure}</span>}
    </span>
  )
}
