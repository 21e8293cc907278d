import type { UserEmail } from '@spawnpoint/contracts/mail'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Code, CopyButton, Dialog, KeyValue } from '@spawnpoint/sdk/ui'
import { EmailStatus } from './email-status.tsx'

/** One email as staff may read it. */
export const EmailDialog = ({ email, close }: { email: UserEmail; close: () => void }) => {
  const t = useT()
  const { dateTime } = useFormat()
  const { id, address, subject, paragraphs, createdAt, sentAt } = email
  return (
    <Dialog open onClose={close} title={subject} description={t('emails.hidden')}>
      <div className="grid gap-5">
        <KeyValue
          items={[
            { label: t('emails.to'), value: address },
            { label: t('emails.status'), value: <EmailStatus email={email} /> },
            { label: t('emails.written'), value: dateTime(createdAt) },
            ...(sentAt === null ? [] : [{ label: t('emails.sentAt'), value: dateTime(sentAt) }]),
            {
              label: t('emails.id'),
              value: (
                <span className="flex min-w-0 items-center gap-1">
                  <Code>{id}</Code> <CopyButton value={id} />
                </span>
              ),
            },
          ]}
        />
        <div className="grid gap-3 whitespace-pre-line break-words border-t border-border pt-4">
          {paragraphs.map((text, index) => (
            <p key={index}>{text}</p>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
