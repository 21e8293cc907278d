import { deleteOwnEmail, listOwnEmails } from '@spawnpoint/contracts/mail'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, Empty, ErrorCard, Skeleton, Status } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

type Email = ReplyOf<typeof listOwnEmails>['emails'][number]

const tones = { queued: 'info', sent: 'success', failed: 'danger' } as const

const EmailRow = ({ email }: { email: Email }) => {
  const t = useT()
  const format = useFormat()
  const remove = useAction(deleteOwnEmail, { refreshes: [listOwnEmails] })
  return (
    <li className="border-b border-border last:border-b-0">
      <details className="px-4 py-3">
        <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-2">
          <span className="font-medium">{email.subject}</span>
          <span className="flex items-center gap-2 text-sm text-muted">
            <Status tone={tones[email.status]}>{t(`emails.${email.status}`)}</Status>
            <time dateTime={email.createdAt}>{format.dateTime(email.createdAt)}</time>
          </span>
        </summary>
        <div className="mt-3 grid gap-2 whitespace-pre-line">
          {email.paragraphs.map((text, index) => (
            <p key={index}>{text}</p>
          ))}
          <div>
            <Button
              size="sm"
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id: email.id } })}
              aria-label={t('emails.deleteNamed', { subject: email.subject })}
            >
              {t('emails.delete')}
            </Button>
          </div>
        </div>
      </details>
    </li>
  )
}

export const EmailsTab = () => {
  const t = useT()
  const explain = useExplain()
  const [path, setPath] = useState<readonly string[]>([])
  const before = path.at(-1)
  const { data, error, refetch } = useEndpoint(listOwnEmails, { query: before ? { before } : {} })
  if (error) return <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const { next } = data
  return (
    <Card title={t('tabs.emails')} description={t('emails.lead')} flush>
      {data.emails.length === 0 && <Empty title={t('emails.empty')} />}
      <ul>
        {data.emails.map((email) => (
          <EmailRow key={email.id} email={email} />
        ))}
      </ul>
      {(next || path.length > 0) && (
        <div className="flex gap-2 p-4">
          <Button disabled={path.length === 0} onClick={() => setPath(path.slice(0, -1))}>
            {t('emails.newer')}
          </Button>
          <Button disabled={!next} onClick={() => next && setPath([...path, next])}>
            {t('emails.older')}
          </Button>
        </div>
      )}
    </Card>
  )
}
