import type { UserLetter } from '@spawnpoint/contracts/mail'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Code, CopyButton, Dialog, KeyValue } from '@spawnpoint/sdk/ui'
import { LetterStatus } from './letter-status.tsx'

/** One letter as staff may read it. */
export const LetterDialog = ({ letter, close }: { letter: UserLetter; close: () => void }) => {
  const t = useT()
  const { dateTime } = useFormat()
  const { id, address, subject, paragraphs, createdAt, sentAt } = letter
  return (
    <Dialog open onClose={close} title={subject} description={t('letters.hidden')}>
      <div className="grid gap-5">
        <KeyValue
          items={[
            { label: t('letters.to'), value: address },
            { label: t('letters.status'), value: <LetterStatus letter={letter} /> },
            { label: t('letters.written'), value: dateTime(createdAt) },
            ...(sentAt === null ? [] : [{ label: t('letters.sentAt'), value: dateTime(sentAt) }]),
            {
              label: t('letters.id'),
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
