import { deleteOwnEmail, listOwnEmails } from '@spawnpoint/contracts/mail'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, Empty, Status, type Column } from '@spawnpoint/sdk/ui'

type Email = ReplyOf<typeof listOwnEmails>['items'][number]

const tones = { queued: 'info', sent: 'success', failed: 'danger' } as const

const EmailText = ({ email }: { email: Email }) => {
  const t = useT()
  const remove = useAction(deleteOwnEmail, { refreshes: [listOwnEmails] })
  return (
    <details>
      <summary className="cursor-pointer font-medium wrap-anywhere">{email.subject}</summary>
      <div className="mt-3 grid justify-items-start gap-2 whitespace-pre-line">
        {email.paragraphs.map((text, index) => (
          <p key={index}>{text}</p>
        ))}
        <Button
          size="sm"
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id: email.id } })}
          aria-label={t('emails.deleteNamed', { subject: email.subject })}
        >
          {t('emails.delete')}
        </Button>
      </div>
    </details>
  )
}

const useColumns = (): readonly Column<Email>[] => {
  const t = useT()
  const format = useFormat()
  return [
    {
      id: 'subject',
      header: t('emails.subject'),
      cell: (email) => <EmailText email={email} />,
      phoneCell: ({ subject }) => subject,
    },
    {
      id: 'status',
      phone: 'badge',
      header: t('emails.status'),
      cell: ({ status }) => <Status tone={tones[status]}>{t(`emails.${status}`)}</Status>,
    },
    {
      id: 'createdAt',
      phone: 'meta',
      phoneLabel: false,
      header: t('activity.at'),
      align: 'end',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>,
    },
  ]
}

export const EmailsTab = () => {
  const t = useT()
  return (
    <Card title={t('tabs.emails')} description={t('emails.lead')} flush>
      <DataList<Email>
        endpoint={listOwnEmails}
        caption={t('tabs.emails')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={<Empty title={t('emails.empty')} />}
      />
    </Card>
  )
}
